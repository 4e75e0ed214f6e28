import { useRef } from 'react';
import { Field, Input } from '../../../ui/field.tsx';
import { ROA_HINT } from '../list/event-money.tsx';
import { FormSection } from './event-fields.tsx';
import type { EventForm } from './event-form.ts';

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

interface AmountFieldProps {
  form: EventForm;
  name: 'totalAmountCollected' | 'roa';
  label: string;
  step: number;
  min?: number;
  hint?: string;
}

function AmountField({ form, name, label, step, min, hint }: AmountFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { ref, ...registered } = form.register(name, {
    // A number field reports input it cannot parse as an empty string, and empty means 0. Without this,
    // a typo would be saved as 0.
    setValueAs: (typed: string) => (input.current?.validity.badInput ? 'unreadable' : typed),
  });

  return (
    <Field form={form} name={name} label={label} hint={hint}>
      <Input
        {...registered}
        ref={(element) => {
          input.current = element;
          ref(element);
        }}
        type="number"
        inputMode="decimal"
        step={step}
        min={min}
        placeholder="0"
        autoComplete="off"
        // Scrolling over a focused number field would change its value.
        onWheel={(event) => event.currentTarget.blur()}
      />
    </Field>
  );
}
