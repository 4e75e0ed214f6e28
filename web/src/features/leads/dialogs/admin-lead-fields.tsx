import type { ContactField } from '@drawbridge/contract/contact';
import type { AdminEvent } from '@drawbridge/contract/events';
import { type UseFormReturn, useController } from 'react-hook-form';
import { LeadFields } from '../../../shared/lead-fields.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { LeadChangeInput } from './lead-change.ts';

interface AdminLeadFieldsProps<Typed extends LeadChangeInput, Output> {
  form: UseFormReturn<Typed, unknown, Output>;
  events: readonly AdminEvent[];
  stillPossible: string;
  order?: readonly ContactField[];
}

/** The fields of the administrators' forms: the event and the person. */
export function AdminLeadFields<Typed extends LeadChangeInput, Output>({
  form: given,
  events,
  ...others
}: AdminLeadFieldsProps<Typed, Output>) {
  // The form may require what is optional here.
  const form = given as unknown as UseFormReturn<LeadChangeInput>;
  // Registered before the inputs, because the first invalid field gets the focus.
  const { field: event } = useController({ control: form.control, name: 'eventId' });

  return (
    <>
      <Field
        form={form}
        name="eventId"
        label="Event"
        required
        hint={events.length === 0 && 'No events available. Create an event first.'}
      >
        <Select
          ref={event.ref}
          value={event.value ?? ''}
          onValueChange={event.onChange}
          placeholder="Select an event"
          options={events.map(({ id, name }) => ({ value: id, label: name }))}
          disabled={events.length === 0}
        />
      </Field>
      <LeadFields form={form} country={countryOf(events, event.value)} labels="admin" {...others} />
    </>
  );
}

export function countryOf(events: readonly AdminEvent[], eventId: string | undefined) {
  return events.find(({ id }) => id === eventId)?.country;
}
