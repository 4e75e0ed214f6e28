import { type Sponsor, sponsorInput } from '@drawbridge/contract/sponsors';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { showToast } from '../../lib/toast.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Form } from '../../ui/form.tsx';
import { Input } from '../../ui/input.tsx';
import { useBorrowedFocus } from '../../ui/use-borrowed-focus.ts';
import { useAddSponsor, useUpdateSponsor } from './api.ts';

// The logo is no field of the form: that it is missing is told by a toast.
const sponsorName = sponsorInput.pick({ name: true });

interface SponsorFormProps {
  eventId: string;
  /** Where a new sponsor goes in the list. */
  position: number;
  /** The one to edit; without it the form adds. */
  sponsor: Sponsor | undefined;
  onDone: () => void;
}

export function SponsorForm({ eventId, position, sponsor, onDone }: SponsorFormProps) {
  const form = useZodForm(sponsorName, { defaultValues: { name: sponsor?.name ?? '' } });
  const [logo, setLogo] = useState(sponsor?.logo ?? '');
  const logoInput = useRef<HTMLInputElement>(null);
  const addSponsor = useAddSponsor();
  const updateSponsor = useUpdateSponsor();
  useBorrowedFocus(sponsor && (() => form.setFocus('name')));

  function save({ name }: { name: string | null }) {
    if (!logo) {
      showToast({
        title: 'No logo selected',
        description: 'Please upload a sponsor logo',
        destructive: true,
      });
      logoInput.current?.focus();
    } else if (sponsor) {
      updateSponsor.mutate({ id: sponsor.id, name, logo }, { onSuccess: onDone });
    } else {
      addSponsor.mutate(
        { eventId, name, logo, position },
        {
          onSuccess: () => {
            form.reset({ name: '' });
            setLogo('');
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
      pending={addSponsor.isPending || updateSponsor.isPending}
      label={sponsor ? 'Edit Sponsor' : 'Add Sponsor'}
      className="flex flex-col gap-4"
    >
      <h3 className="text-lg">{sponsor ? 'Edit Sponsor' : 'Add Sponsor'}</h3>
      <Field form={form} name="name" label="Sponsor Name (Optional)">
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <FileDrop ref={logoInput} label="Sponsor Logo" value={logo} onValueChange={setLogo} />
      {sponsor ? (
        <div className="flex gap-3 max-md:*:flex-1">
          <Button
            type="submit"
            variant="primary"
            disabled={!logo}
            pending={updateSponsor.isPending}
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
          pending={addSponsor.isPending}
        >
          {addSponsor.isPending ? (
            'Adding...'
          ) : (
            <>
              <Plus aria-hidden />
              Add Sponsor
            </>
          )}
        </Button>
      )}
    </Form>
  );
}
