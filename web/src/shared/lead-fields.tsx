import type { ownLeadChange } from '@drawbridge/contract/leads';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { usePhoneHint } from './use-phone-hint.ts';

/** What is typed into the form, before it is checked. */
export type TypedLead = z.input<typeof ownLeadChange>;

interface LeadFieldsProps<Typed extends FieldValues, Output> {
  form: UseFormReturn<Typed, unknown, Output>;
  country: string | undefined;
  /** What can still be done with a doubtful number: 'You can still add it.' */
  stillPossible: string;
  labels: Record<keyof TypedLead, string>;
  emailFirst?: boolean;
}

/** Name, phone and e-mail of somebody else, so that nothing is filled in by the browser. */
export function LeadFields<Typed extends TypedLead, Output>({
  form: given,
  country,
  stillPossible,
  labels,
  emailFirst = false,
}: LeadFieldsProps<Typed, Output>) {
  // The form may have more fields, which are not touched here.
  const form = given as unknown as UseFormReturn<TypedLead>;
  const phone = usePhoneHint(useWatch({ control: form.control, name: 'phone' }) ?? '', country);
  const email = (
    <Field form={form} name="email" label={labels.email}>
      <Input
        {...form.register('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint={emailFirst ? 'next' : 'done'}
      />
    </Field>
  );

  return (
    <>
      <Field form={form} name="name" label={labels.name} required>
        <Input
          {...form.register('name')}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
        />
      </Field>
      {emailFirst && email}
      <Field
        form={form}
        name="phone"
        label={labels.phone}
        hint={phone.hint && `${phone.hint} ${stillPossible}`}
        required
      >
        <Input
          {...form.register('phone', { onBlur: phone.onBlur })}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          enterKeyHint={emailFirst ? 'done' : 'next'}
        />
      </Field>
      {!emailFirst && email}
    </>
  );
}
