import { AmountField } from './amount-field.tsx';
import type { EventForm } from './event-form.ts';
import { FormSection } from './form-section.tsx';

export const ROA_HINT = 'What the event returned, in percent of what it cost';

export function FinancialFields({ form }: { form: EventForm }) {
  return (
    <FormSection title="Financial Metrics">
      <AmountField
        form={form}
        name="totalAmountCollected"
        label="Total Amount Collected ($)"
        step={0.01}
        min={0}
      />
      <AmountField form={form} name="roa" label="ROA (%)" step={0.1} hint={ROA_HINT} />
    </FormSection>
  );
}
