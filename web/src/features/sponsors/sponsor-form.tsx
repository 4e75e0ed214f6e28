import { type Sponsor, sponsorInput } from '@drawbridge/contract/sponsors';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { showToast } from '../../lib/toast.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useFocusWhileOpen } from '../../ui/focus.ts';
import { Form } from '../../ui/form.tsx';
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts';
import { useAddSponsor, useUpdateSponsor } from './api.ts';
import { LogoDrop, useChosenLogo } from './logo-drop.tsx';

// The logo is not a field of the form; a toast says when it is missing.
const sponsorName = sponsorInput.pick({ name: true });

interface SponsorFormProps {
  eventId: string;
  /** The position of a new sponsor in the list. */
  position: number;
  /** The sponsor to edit; without one, the form adds a sponsor. */
  sponsor: Sponsor | undefined;
  onDone: () => void;
}

export function SponsorForm({ eventId, position, sponsor, onDone }: SponsorFormProps) {
  const form = useZodForm(sponsorName, { defaultValues: { name: sponsor?.name ?? '' } });
  const logo = useChosenLogo(sponsor?.logo);
  useUnsavedChanges(logo.url !== (sponsor?.logo ?? ''));
  const logoInput = useRef<HTMLInputElement>(null);
  const addSponsor = useAddSponsor();
  const updateSponsor = useUpdateSponsor();
  useFocusWhileOpen(sponsor && (() => form.setFocus('name')));

  function save({ name }: { name: string | null }) {
    if (!logo.url) {
      showToast({
        title: 'No logo selected',
        description: 'Please upload a sponsor logo',
        destructive: true,
      });
      logoInput.current?.focus();
    } else if (sponsor) {
      updateSponsor.mutate({ id: sponsor.id, name, logo: logo.url }, { onSuccess: onDone });
    } else {
      addSponsor.mutate(
        { eventId, name, logo: logo.url, position },
        {
          onSuccess: () => {
            form.reset({ name: '' });
            logo.clear();
            onDone();
          },
        },
      );
    }
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      pending={addSponsor.isPending || updateSponsor.isPending || logo.reading}
      label={sponsor ? 'Edit Sponsor' : 'Add Sponsor'}
      className="flex flex-col gap-4"
    >
      <h3 className="text-lg">{sponsor ? 'Edit Sponsor' : 'Add Sponsor'}</h3>
      <Field form={form} name="name" label="Sponsor Name (Optional)">
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <LogoDrop ref={logoInput} label="Sponsor Logo" logo={logo} />
      {sponsor ? (
        <div className="flex gap-3 max-md:*:flex-1">
          <Button
            type="submit"
            variant="primary"
            disabled={!logo.url && !logo.reading}
            pending={updateSponsor.isPending || logo.reading}
          >
            {updateSponsor.isPending ? 'Updating...' : 'Update Sponsor'}
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      ) : (
        <Button
          type="submit"
          variant="primary"
          className="md:self-start"
          pending={addSponsor.isPending || logo.reading}
        >
          {addSponsor.isPending ? (
            'Adding...'
          ) : (
            <>
              {!logo.reading && <Plus aria-hidden />}
              Add Sponsor
            </>
          )}
        </Button>
      )}
    </Form>
  );
}
