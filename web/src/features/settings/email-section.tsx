import { emailChange, type OwnAccount } from '@drawbridge/contract/accounts/accounts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { CurrentPasswordField } from '../accounts/account-fields.tsx';
import { useChangeEmail } from './api.ts';
import { SettingsSection } from './settings-section.tsx';

/** Where mail reaches the administrator. */
export function EmailSection({ account }: { account: OwnAccount }) {
  const form = useZodForm(emailChange, {
    defaultValues: { email: account.email ?? '', currentPassword: '' },
  });
  const changeEmail = useChangeEmail();

  return (
    <SettingsSection
      title="E-mail address"
      help="If you forget your password, a link for a new one goes there."
    >
      <Form
        form={form}
        label="Change e-mail address"
        onSubmit={(change) =>
          changeEmail.mutate(change, {
            onSuccess: ({ email }) => form.reset({ email: email ?? '', currentPassword: '' }),
          })
        }
        pending={changeEmail.isPending}
        error={changeEmail.error}
        className="flex max-w-md flex-col gap-4"
      >
        <Field form={form} name="email" label="E-mail address" hint="Leave it empty to remove it.">
          <Input {...form.register('email')} type="email" autoComplete="email" />
        </Field>
        <CurrentPasswordField form={form} />
        <Button
          type="submit"
          variant="primary"
          pending={changeEmail.isPending}
          className="self-start"
        >
          {changeEmail.isPending ? 'Saving...' : 'Save Address'}
        </Button>
      </Form>
    </SettingsSection>
  );
}
