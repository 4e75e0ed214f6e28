import type { AdminEvent } from '@drawbridge/contract/events/events';
import { useController, useWatch } from 'react-hook-form';
import { today } from '../../lib/texts/day-formats.ts';
import { say } from '../../lib/texts/say.ts';
import { LabelledCheckbox } from '../../ui/fields/checkbox.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { useEventForm } from '../events/event-fields.tsx';
import { retentionText } from './retention-text.ts';

/** Whether visitors get a receipt by mail. */
export function ReceiptsField() {
  const { field } = useController({ control: useEventForm().control, name: 'receipts' });
  return (
    <div className="flex flex-col gap-1 md:col-span-2">
      <LabelledCheckbox
        label={say('Send a receipt by email to visitors who leave an address')}
        checked={field.value ?? false}
        onCheckedChange={field.onChange}
      />
      <p className="text-ink-2 text-sm">
        {say(
          "The receipt names the ticket, in the visitor's language. Each address gets one receipt.",
        )}
      </p>
    </div>
  );
}

/** The retention period of the leads, and its effect on this event. */
export function RetentionField({ event }: { event: AdminEvent }) {
  const form = useEventForm();
  const days = useWatch({ control: form.control, name: 'retentionDays' });

  return (
    <Field
      form={form}
      name="retentionDays"
      label={say('Erase leads after (days)')}
      hint={
        <span role="status">
          {retentionText({ days, date: event.date, leads: event.leadCount }, today())}
        </span>
      }
      className="md:col-span-2"
    >
      <Input
        {...form.register('retentionDays', {
          // An empty field keeps the leads; the rule rejects anything else that is not a number.
          setValueAs: (typed: string | number | null) =>
            typed === '' || typed === null ? null : Number(typed),
        })}
        inputMode="numeric"
        autoComplete="off"
        className="md:max-w-40"
      />
    </Field>
  );
}
