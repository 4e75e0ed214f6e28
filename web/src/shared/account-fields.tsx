import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Field, Input, PasswordInput } from '../ui/field.tsx';
import { useMailOn } from './mail-api.ts';

interface FieldsProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
}

/** What an account is called: the fields `fullName` and `username`. */
export function NameFields<Values extends FieldValues, Output>({
  form,
}: FieldsProps<Values, Output>) {
  const [fullName, username] = ['fullName', 'username'] as [FieldPath<Values>, FieldPath<Values>];
  return (
    <>
      <Field form={form} name={fullName} label="Full Name" required>
        <Input {...form.register(fullName)} autoComplete="off" />
      </Field>
      <Field form={form} name={username} label="Username/Email" required>
        <Input
          {...form.register(username)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
    </>
  );
}

/** Where mail reaches the account, as `email`; shown where the server sends mail. */
export function EmailField<Values extends FieldValues, Output>({
  form,
}: FieldsProps<Values, Output>) {
  const name = 'email' as FieldPath<Values>;
  if (!useMailOn()) return null;
  return (
    <Field form={form} name={name} label="E-mail Address (optional)">
      <Input {...form.register(name)} type="email" autoComplete="off" />
    </Field>
  );
}

/** Confirms a change of accounts: the password of whoever makes it, as `currentPassword`. */
export function CurrentPasswordField<Values extends FieldValues, Output>({
  form,
}: FieldsProps<Values, Output>) {
  const name = 'currentPassword' as FieldPath<Values>;
  return (
    <Field form={form} name={name} label="Your Current Password" required>
      <PasswordInput {...form.register(name)} autoComplete="current-password" />
    </Field>
  );
}
