import { type Prize, prizeDetails } from '@drawbridge/contract/raffle/prizes';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { readPicture } from '../../lib/device/pictures.ts';
import { apiQuery, queryClient, replaceRow } from '../../lib/queries/query-client.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusWhileOpen } from '../../ui/fields/focus.ts';
import { Form } from '../../ui/fields/form.tsx';
import { PictureField } from '../../ui/fields/picture-drop.tsx';
import { ControlledField, SchemaField } from '../../ui/fields/schema-field.tsx';
import { Select } from '../../ui/fields/select.tsx';

export const PRIZES = '/api/prizes';

export const NOTES = '/api/prizes/notes';

export const prizesQuery = (eventId: string) => apiQuery(PRIZES, { query: { eventId } });

interface PrizeFormProps {
  eventId: string;
  /** The position of a new prize. */
  position: number;
  /** The edited prize; undefined for a new one. */
  prize?: Prize;
  note?: string | undefined;
  onClose: () => void;
}

export function PrizeForm({ eventId, position, prize, note, onClose }: PrizeFormProps) {
  const form = useZodForm(prizeDetails, {
    defaultValues: {
      name: prize?.name ?? '',
      value: prize?.value ?? '',
      description: prize?.description ?? '',
      quantity: prize?.quantity ?? 1,
      sponsorId: prize?.sponsorId ?? null,
      picture: prize?.picture ?? null,
      note: note ?? '',
    },
  });
  const savePrize = useApiMutation({
    send: (body: z.infer<typeof prizeDetails>) =>
      prize
        ? api.patch('/api/prizes/:prizeId', { params: { prizeId: prize.id }, body })
        : sendOnce(PRIZES, { body: { ...body, eventId, position } }),
    show: (saved) => {
      if (prize) return replaceRow(PRIZES, saved);
      // Added to the list at once, because the next prize's position is the length of the list.
      queryClient.setQueryData(
        prizesQuery(eventId).queryKey,
        (known) => known && [...known, saved],
      );
    },
    success: { title: prize ? say('Prize updated') : say('Prize created') },
    failure: prize ? say('Failed to update prize') : say('Failed to create prize'),
    changes: [PRIZES, NOTES],
  });
  useFocusWhileOpen(() => form.setFocus('name'));

  return (
    <Form
      form={form}
      onSubmit={(details) => savePrize.mutate(details, { onSuccess: onClose })}
      pending={savePrize.isPending}
      label={prize ? say('Edit {name}', { name: prize.name }) : say('New prize')}
      // Focusing a field scrolls the buttons into view, too.
      className="flex flex-col gap-4 rounded-m bg-sunk p-4 md:p-5 [&_[name=name]]:scroll-mb-112"
    >
      <SchemaField name="name" />
      <div className="flex gap-4">
        <SchemaField name="value" className="min-w-0 flex-1" />
        <SchemaField name="quantity" className="w-24 shrink-0" />
      </div>
      <SchemaField name="description" />
      <details open={Boolean(note || prize?.sponsorId || prize?.picture)} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-m font-semibold text-sm">
          {say('Picture, sponsor and a note for the presenter')}
          <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
        </summary>
        <div className="mt-2 flex flex-col gap-4">
          <PictureField
            name="picture"
            label={say('Picture (Optional)')}
            what={{ chosen: say('Chosen picture'), remove: say('Remove picture') }}
            read={(file) => readPicture(file, 960)}
          />
          <GivenBy eventId={eventId} />
          <SchemaField name="note" />
        </div>
      </details>
      <div className="flex gap-3 max-md:*:flex-1">
        <Button type="submit" variant="primary" pending={savePrize.isPending}>
          {savePrize.isPending ? say('Saving...') : say('Save Prize')}
        </Button>
        <Button onClick={onClose}>{say('Cancel')}</Button>
      </div>
    </Form>
  );
}

const NOBODY = 'nobody';

/** The sponsor of the prize, if the event has sponsors. */
function GivenBy({ eventId }: { eventId: string }) {
  const { data: sponsors = [] } = useQuery(
    apiQuery('/api/sponsors/public', { query: { eventId } }),
  );
  if (sponsors.length === 0) return null;
  return (
    <ControlledField
      name="sponsorId"
      label={say('Given by (Optional)')}
      hint={say('Shown in the report of this sponsor')}
    >
      {({ value, onValueChange, ...control }) => (
        <Select
          {...control}
          value={value ?? NOBODY}
          onValueChange={(chosen) => onValueChange(chosen === NOBODY ? null : chosen)}
          options={[
            { value: NOBODY, label: say('No sponsor') },
            ...sponsors.map(({ id, name }) => ({
              value: id,
              label: name ?? say('Unnamed sponsor'),
            })),
          ]}
        />
      )}
    </ControlledField>
  );
}
