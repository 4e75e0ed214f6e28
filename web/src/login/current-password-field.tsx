import type { Confirmation } from '@drawbridge/contract/login/passkeys';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, KeyRound } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { api } from '../lib/api/api-client.ts';
import { explainPasskey, signWithPasskey } from '../lib/device/passkeys.ts';
import { apiQuery } from '../lib/queries/query-client.ts';
import { useToastMutation } from '../lib/queries/use-toast-mutation.ts';
import { say } from '../lib/texts/say.ts';
import { t } from '../lib/texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields/field.tsx';
import { PasswordInput } from '../ui/fields/password-input.tsx';

/**
 * Confirms a change with the user's own password, as `currentPassword`. A passkey confirms it too; a user without a
 * password confirms it with a recent login through single sign-on.
 */
export function CurrentPasswordField({ label = say('Your Current Password') }: { label?: string }) {
  const form = useFormContext();
  const name = 'currentPassword';
  const { data: account } = useQuery(apiQuery('/api/account'));
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
    form.setValue(name, confirmation, { shouldDirty: true, shouldValidate: true });

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
          icon={KeyRound}
          pending={confirm.isPending}
          onClick={() => confirm.mutate(undefined, { onSuccess: keep })}
          className="self-start"
        >
          {t(withPasskey ? 'volunteer.usePasskey' : 'volunteer.confirm')}
        </Button>
      )}
    </>
  );
}
