import { ADMIN_PASSWORD_MIN } from '@drawbridge/contract/accounts/accounts';
import { forgottenPassword, passwordByLink } from '@drawbridge/contract/mail';
import { hasCode } from '../../lib/api-client.ts';
import { t } from '../../lib/texts.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, PasswordInput } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useAskForPassword, useSetPasswordByLink } from './api.ts';

/** Asks for a link by mail. What it says afterwards is the same for every address. */
export function ForgottenPasswordForm() {
  const form = useZodForm(forgottenPassword, { defaultValues: { email: '' } });
  const ask = useAskForPassword();

  if (ask.isSuccess) return <p role="status">{t('workspace.linkSent')}</p>;
  return (
    <>
      <p className="-mt-3 mb-5 text-ink-2 text-sm">{t('workspace.forgotHelp')}</p>
      <Form
        form={form}
        label={t('workspace.forgotPassword')}
        onSubmit={({ email }) => ask.mutate(email)}
        pending={ask.isPending}
        error={ask.error}
        className="flex flex-col gap-4"
      >
        <Field form={form} name="email" label={t('workspace.emailAddress')} required>
          <Input {...form.register('email')} type="email" autoComplete="email" dir="ltr" />
        </Field>
        <Button type="submit" variant="primary" pending={ask.isPending} className="w-full">
          {t(ask.isPending ? 'workspace.sendingLink' : 'workspace.sendLink')}
        </Button>
      </Form>
    </>
  );
}

const passwordForm = passwordByLink.pick({ newPassword: true });

interface NewPasswordFormProps {
  /** Of the link in the mail. */
  code: string;
  onSaved: () => void;
  /** For a link that has expired or was used. */
  onAskAgain: () => void;
}

export function NewPasswordForm({ code, onSaved, onAskAgain }: NewPasswordFormProps) {
  const form = useZodForm(passwordForm, { defaultValues: { newPassword: '' } });
  const save = useSetPasswordByLink();

  // No other password would help. A toast has announced it.
  if (hasCode(save.error, 'password-link-invalid')) {
    return (
      <div className="flex flex-col gap-4">
        <p>{save.error.sentence}</p>
        <Button variant="primary" onClick={onAskAgain} className="w-full">
          {t('workspace.sendNewLink')}
        </Button>
      </div>
    );
  }
  return (
    <Form
      form={form}
      label={t('workspace.choosePassword')}
      onSubmit={({ newPassword }) => save.mutate({ code, newPassword }, { onSuccess: onSaved })}
      pending={save.isPending}
      error={save.error}
      className="flex flex-col gap-4"
    >
      <Field
        form={form}
        name="newPassword"
        label={t('workspace.newPassword')}
        hint={t('workspace.newPasswordHint', { min: ADMIN_PASSWORD_MIN })}
        required
      >
        <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" pending={save.isPending} className="w-full">
        {t(save.isPending ? 'workspace.savingPassword' : 'workspace.savePassword')}
      </Button>
    </Form>
  );
}
