import { type WinnerDisplay, winnerDisplays } from '@drawbridge/contract/raffle';
import { useController } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { EventForm } from './event-form.ts';

const labels: Record<WinnerDisplay, string> = {
  full: 'Full name and e-mail',
  short: 'First name, initial and masked e-mail',
};

interface WinnerDisplayFieldProps {
  form: EventForm;
  hasWinners?: boolean | undefined;
}

export function WinnerDisplayField({ form, hasWinners = false }: WinnerDisplayFieldProps) {
  const { field } = useController({ control: form.control, name: 'winnerDisplay' });

  return (
    <Field
      form={form}
      name="winnerDisplay"
      label="Winners are shown with"
      hint={hasWinners && 'This also applies to the winners so far.'}
      className="md:col-span-2"
    >
      <Select
        ref={field.ref}
        value={field.value ?? 'full'}
        onValueChange={field.onChange}
        options={winnerDisplays.map((value) => ({ value, label: labels[value] }))}
      />
    </Field>
  );
}
