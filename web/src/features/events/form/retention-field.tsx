import type { AdminEvent } from '@drawbridge/contract/events';
import { useWatch } from 'react-hook-form';
import { today } from '../../../lib/calendar-days.ts';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import type { EventForm } from './event-form.ts';
import { FormSection } from './form-section.tsx';
import { retentionText } from './retention-text.ts';

interface RetentionFieldProps {
  form: EventForm;
  /** The event that is edited; a new one has no leads. */
  event?: AdminEvent;
}

/** How long the leads are kept, and what that means for this event. */
export function RetentionField({ form, event }: RetentionFieldProps) {
  const [days, date] = useWatch({ control: form.control, name: ['retentionDays', 'date'] });

  return (
    <FormSection
      title="Retention (Optional)"
      hint="Leave it empty to keep the leads until you delete them."
    >
      <Field
        form={form}
        name="retentionDays"
        label="Erase leads after (days)"
        hint={
          <span role="status">
            {retentionText({ days, date, leads: event?.leadCount }, today())}
          </span>
        }
        className="md:col-span-2"
      >
        <Input
          {...form.register('retentionDays', {
            // An empty field keeps the leads; what is not a number is refused by its rule.
            setValueAs: (typed: string | number | null) =>
              typed === '' || typed === null ? null : Number(typed),
          })}
          inputMode="numeric"
          autoComplete="off"
          className="md:max-w-40"
        />
      </Field>
    </FormSection>
  );
}
