import { type EventStatus, eventStatuses } from '@drawbridge/contract/events';
import { Controller } from 'react-hook-form';
import { DatePicker } from '../../../ui/date-picker.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { CountryField } from './country-field.tsx';
import type { EventForm } from './event-form.ts';
import { FormSection } from './form-section.tsx';
import { TextField } from './text-field.tsx';
import { WinnerDisplayField } from './winner-display-field.tsx';

const statusLabels: Record<EventStatus, string> = {
  upcoming: 'Upcoming',
  active: 'Active',
  ended: 'Ended',
};

interface BasicFieldsProps {
  form: EventForm;
  /** The country of a new event if none is chosen. */
  lastCountry?: string | undefined;
  /** Whether the event has held a draw, including void ones, and whether it has had a winner. */
  drawn?: boolean | undefined;
  hasWinners?: boolean | undefined;
}

export function BasicFields({ form, lastCountry, drawn, hasWinners }: BasicFieldsProps) {
  return (
    <FormSection title="Basic Information">
      <TextField form={form} name="name" label="Event Name" />
      <Field form={form} name="date" label="Date" required>
        <Controller
          control={form.control}
          name="date"
          render={({ field }) => (
            <DatePicker ref={field.ref} value={field.value} onValueChange={field.onChange} />
          )}
        />
      </Field>
      <Field form={form} name="status" label="Status" required>
        <Controller
          control={form.control}
          name="status"
          render={({ field }) => (
            <Select
              value={field.value ?? ''}
              onValueChange={field.onChange}
              options={eventStatuses.map((value) => ({ value, label: statusLabels[value] }))}
            />
          )}
        />
      </Field>
      <TextField form={form} name="location" label="Location" />
      <CountryField form={form} lastCountry={lastCountry} fixed={drawn} />
      <WinnerDisplayField form={form} hasWinners={hasWinners} />
    </FormSection>
  );
}
