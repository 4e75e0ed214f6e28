import type { Confirmation } from '@drawbridge/contract/accounts/passkeys';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, KeyRound } from 'lucide-react';
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import { api } from '../../lib/api-client.ts';
import { explainPasskey, signWithPasskey } from '../../lib/passkeys.ts';
import { reading } from '../../lib/query-client.ts';
import { useIsLimited } from '../../lib/session.ts';
import { t } from '../../lib/texts.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, PasswordInput } from '../../ui/field.tsx';
import { useHasAddresses } from '../mail/api.ts';

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

/** Where mail reaches the account, as `email`; shown where the server uses it, to whoever may set it. */
export function EmailField<Values extends FieldValues, Output>({
  form,
}: FieldsProps<Values, Output>) {
  const name = 'email' as FieldPath<Values>;
  const [used, limited] = [useHasAddresses(), useIsLimited()];
  if (!used || limited) return null;
  return (
    <Field form={form} name={name} label="E-mail Address (optional)">
      <Input {...form.register(name)} type="email" autoComplete="off" />
    </Field>
  );
}

/**
 * Confirms a change: the password of whoever makes it, as `currentPassword`. A passkey does too, and for somebody
 * without a password that they have just come from the provider of single sign-on.
 */
export function CurrentPasswordField<Values extends FieldValues, Output>({
  form,
  label = 'Your Current Password',
}: FieldsProps<Values, Output> & { label?: string }) {
  const name = 'currentPassword' as FieldPath<Values>;
  const { data: account } = useQuery(reading('/api/account'));
  const withPasskey = account !== undefined && account.passkeys.length > 0;
  const confirm = useToastMutation({
    send: async () => {
      const body = withPasskey ? { passkey: await signWithPasskey() } : {};
      return api.post('/api/account/confirmation', { body });
    },
    failure: (error) => ({
      title: t('volunteer.notConfirmed'),
      description: explainPasskey(error),
    }),
  });
  const confirmed = form.watch(name) === confirm.data?.confirmation;
  const keep = ({ confirmation }: Confirmation) =>
    form.setValue(name, confirmation as PathValue<Values, typeof name>, {
      shouldDirty: true,
      shouldValidate: true,
    });

  if (confirm.data && confirmed) {
    return (
      <p role="status" className="flex items-center gap-2 font-semibold">
        <CircleCheck aria-hidden className="size-5 text-ok" />
        {t('volunteer.confirmed')}
      </p>
    );
  }
  return (
    <>
      {account?.hasPassword === false ? (
        <p>{t('volunteer.noPassword')}</p>
      ) : (
        <Field form={form} name={name} label={label} required>
          <PasswordInput {...form.register(name)} autoComplete="current-password" />
        </Field>
      )}
      {(withPasskey || account?.hasPassword === false) && (
        <Button
          pending={confirm.isPending}
          onClick={() => confirm.mutate(undefined, { onSuccess: keep })}
          className="self-start"
        >
          <KeyRound aria-hidden />
          {t(withPasskey ? 'volunteer.usePasskey' : 'volunteer.confirm')}
        </Button>
      )}
    </>
  );
}
