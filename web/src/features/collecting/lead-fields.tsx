import { type UseFormReturn, useWatch } from 'react-hook-form';
import { usePhoneHint } from '../../shared/use-phone-hint.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { TypedLead } from './lead-rules.ts';

interface LeadFieldsProps<Output> {
  form: UseFormReturn<TypedLead, unknown, Output>;
  country: string | undefined;
  /** What can still be done with a doubtful number: 'You can still add it.' */
  stillPossible: string;
}

/** Name, phone and e-mail. */
export function LeadFields<Output>({ form, country, stillPossible }: LeadFieldsProps<Output>) {
  const phone = usePhoneHint(useWatch({ control: form.control, name: 'phone' }) ?? '', country);

  return (
    <>
      <Field form={form} name="name" label="Full Name *" required>
        <Input
          {...form.register('name')}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
        />
      </Field>
      <Field
        form={form}
        name="phone"
        label="Phone Number *"
        hint={phone.hint && `${phone.hint} ${stillPossible}`}
        required
      >
        <Input
          {...form.register('phone', { onBlur: phone.onBlur })}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          enterKeyHint="next"
        />
      </Field>
      <Field form={form} name="email" label="Email Address (Optional)">
        <Input
          {...form.register('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
        />
      </Field>
    </>
  );
}
