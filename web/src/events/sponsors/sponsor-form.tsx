import type { Sponsor, SponsorInput } from '@drawbridge/contract/events/sponsors';
import { Plus } from 'lucide-react';
import { api } from '../../lib/api/api-client.ts';
import { apiQuery, queryClient } from '../../lib/queries/query-client.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
import { showToast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusWhileOpen } from '../../ui/fields/focus.ts';
import { Form } from '../../ui/fields/form.tsx';
import { SHARING } from './share-leads.tsx';
import { SponsorFields, useSponsorForm } from './sponsor-fields.tsx';
import { drawWordmark } from './wordmark.ts';

export const SPONSORS = '/api/sponsors';

export const sponsorsQuery = (eventId: string) =>
  apiQuery(SPONSORS, { query: { eventId }, large: true });

interface SponsorFormProps {
  eventId: string;
  /** The position of a new sponsor in the list. */
  position: number;
  /** The sponsor to edit; without one, the form adds a sponsor. */
  sponsor: Sponsor | undefined;
  onDone: () => void;
}

/** The form that adds a sponsor, or edits one. */
export function SponsorForm({ eventId, position, sponsor, onDone }: SponsorFormProps) {
  const { form, logo } = useSponsorForm(sponsor);
  const saveSponsor = useApiMutation({
    send: (body: Omit<SponsorInput, 'id' | 'eventId' | 'position'>) =>
      sponsor
        ? api.patch('/api/sponsors/:sponsorId', {
            params: { sponsorId: sponsor.id },
            body,
            large: true,
          })
        : sendOnce(SPONSORS, { body: { ...body, eventId, position }, large: true }),
    show: (saved) => {
      if (sponsor) return;
      // Added to the list at once, because the next sponsor's position is the length of the list.
      queryClient.setQueryData(
        sponsorsQuery(eventId).queryKey,
        (known) => known && [...known, saved],
      );
    },
    success: { title: sponsor ? say('Sponsor updated') : say('Sponsor added') },
    failure: sponsor ? say('Failed to update sponsor') : say('Failed to add sponsor'),
    // The questions of an event contain the names of its sponsors.
    changes: sponsor ? [SPONSORS, SHARING] : [SPONSORS],
  });
  const pending = saveSponsor.isPending || logo === '';
  const title = sponsor ? say('Edit Sponsor') : say('Add Sponsor');
  useFocusWhileOpen(sponsor && (() => form.setFocus('name')));

  return (
    <Form
      form={form}
      onSubmit={(details) => {
        if (!details.logo) {
          showToast({
            title: say('No logo selected'),
            description: say('Please upload a sponsor logo'),
            destructive: true,
            ...(details.name && {
              action: {
                label: say('Use the name as a logo'),
                onSelect: () =>
                  form.setValue('logo', drawWordmark(details.name ?? ''), { shouldDirty: true }),
              },
            }),
          });
          return form.setFocus('logo');
        }
        saveSponsor.mutate(
          { ...details, logo: details.logo },
          {
            onSuccess: () => {
              if (!sponsor) form.reset();
              onDone();
            },
          },
        );
      }}
      pending={pending}
      error={saveSponsor.error}
      label={title}
      className="flex flex-col gap-4 border-t pt-5"
    >
      <h3 className="text-lg">{title}</h3>
      <SponsorFields />
      {sponsor ? (
        <div className="flex gap-3 max-md:*:flex-1">
          <Button type="submit" variant="primary" disabled={logo === null} pending={pending}>
            {saveSponsor.isPending ? say('Updating...') : say('Update Sponsor')}
          </Button>
          <Button onClick={onDone}>{say('Cancel')}</Button>
        </div>
      ) : (
        <Button
          icon={Plus}
          type="submit"
          variant="primary"
          className="md:self-start"
          pending={pending}
        >
          {saveSponsor.isPending ? say('Adding...') : say('Add Sponsor')}
        </Button>
      )}
    </Form>
  );
}
