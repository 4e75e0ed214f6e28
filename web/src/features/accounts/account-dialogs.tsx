import {
  type Account,
  ADMIN_PASSWORD_MIN,
  accountForm,
  emailChange,
  passwordReset,
} from '@drawbridge/contract/accounts/accounts';
import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { countOf } from '../../lib/formats.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { type ChoosableEvent, EventsField } from './account-events.tsx';
import { CurrentPasswordField, EmailField, NameFields } from './account-fields.tsx';
import {
  useChangeAccount,
  useCreateAccount,
  useResetPassword,
  useResetSecondFactor,
} from './api.ts';
import { generatePassword } from './generate-password.ts';
import { PasswordDialog } from './password-dialog.tsx';

interface NewPasswordFieldProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  name: FieldPath<Input>;
  label: string;
}

/** A password for somebody else: shown as it is typed or generated, so that it can be passed on. */
function NewPasswordField<Values extends FieldValues, Output>({
  form,
  name,
  label,
}: NewPasswordFieldProps<Values, Output>) {
  const value = form.watch(name) as string;
  return (
    <div className="flex flex-col gap-2">
      <Field
        form={form}
        name={name}
        label={label}
        hint={`At least ${ADMIN_PASSWORD_MIN} characters. It is not shown again.`}
        required
      >
        <Input
          {...form.register(name)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <div className="flex gap-2">
        <Button
          size="small"
          onClick={() => form.setValue(name, generatePassword() as never, { shouldValidate: true })}
        >
          Generate
        </Button>
        {value && <CopyButton size="small" value={value} label="Copy password" />}
      </div>
    </div>
  );
}

interface CreateAccountDialogProps {
  events: readonly ChoosableEvent[];
  onClose: () => void;
}

export function CreateAccountDialog({ events, onClose }: CreateAccountDialogProps) {
  const form = useZodForm(accountForm, {
    defaultValues: { fullName: '', username: '', password: '', events: null, currentPassword: '' },
  });
  const createAccount = useCreateAccount();

  return (
    <FormDialog
      title="Add Administrator"
      description="Administrators may do everything in their events."
      onClose={onClose}
      form={form}
      onSubmit={(input) => createAccount.mutate(input, { onSuccess: onClose })}
      submitLabel="Create Administrator"
      pendingLabel="Creating..."
      pending={createAccount.isPending}
      error={createAccount.error}
    >
      <NameFields form={form} />
      <NewPasswordField form={form} name="password" label="Password" />
      <EventsField form={form} name="events" events={events} />
      <CurrentPasswordField form={form} />
    </FormDialog>
  );
}

interface AccountDialogProps {
  account: Account;
  onClose: () => void;
}

const renameForm = accountForm.omit({ password: true }).extend({ email: emailChange.shape.email });

/** A token or webhook of an administrator. */
export interface OwnedProgram {
  id: string;
  name: string;
  kind: 'Token' | 'Webhook';
}

interface LeftBehindProps {
  account: Account;
  /** The events that they may still use. */
  kept: readonly string[];
  programs: readonly OwnedProgram[];
  values: string[];
  onValuesChange: (values: string[]) => void;
}

/** What ends with an account that is disabled or limited to events, and what of it can be taken over. */
function LeftBehind({ account, kept, programs, ...chosen }: LeftBehindProps) {
  const isLost = (eventId: string) => !kept.includes(eventId);
  const links = account.sponsorLinks.filter(isLost).length;
  const logIns = account.volunteersLetIn.filter(
    (events) => kept.length === 0 || events.some(isLost),
  ).length;
  const ending = [
    ...(links > 0 ? [countOf(links, 'sponsor link')] : []),
    ...(logIns > 0 ? [countOf(logIns, 'volunteer log-in')] : []),
  ];
  const label = 'Tokens and webhooks that you take over';
  return (
    <>
      {programs.length > 0 && (
        <Field label={label} hint="The others end at once.">
          <MultiSelect
            label={label}
            options={programs.map(({ id, name, kind }) => ({ value: id, label: name, hint: kind }))}
            {...chosen}
          />
        </Field>
      )}
      {ending.length > 0 && (
        <p className="text-ink-2 text-sm">
          This ends {ending.join(' and ')} that they gave. Give new ones where they are still
          needed.
        </p>
      )}
    </>
  );
}

interface RenameAccountDialogProps extends SwitchAccountDialogProps {
  /** The events to choose from; nobody chooses their own. */
  events: readonly ChoosableEvent[] | undefined;
}

export function RenameAccountDialog(props: RenameAccountDialogProps) {
  const { account, events, programs, onClose } = props;
  const [takeOver, setTakeOver] = useState<string[]>([]);
  const form = useZodForm(renameForm, {
    defaultValues: {
      fullName: account.name ?? '',
      username: account.username,
      events: events && account.events,
      email: account.email ?? '',
      currentPassword: '',
    },
  });
  const changeAccount = useChangeAccount(account.id);
  const kept = form.watch('events');

  return (
    <FormDialog
      title="Edit Administrator"
      description={events && 'Taking an event from them logs them out.'}
      onClose={onClose}
      form={form}
      onSubmit={(change) => changeAccount.mutate({ ...change, takeOver }, { onSuccess: onClose })}
      submitLabel="Update Administrator"
      pendingLabel="Updating..."
      pending={changeAccount.isPending}
      error={changeAccount.error}
    >
      <NameFields form={form} />
      <EmailField form={form} />
      {events && <EventsField form={form} name="events" events={events} />}
      {kept && (
        <LeftBehind
          {...{ account, kept, programs }}
          values={takeOver}
          onValuesChange={setTakeOver}
        />
      )}
      <CurrentPasswordField form={form} />
    </FormDialog>
  );
}

export function ResetPasswordDialog({ account, onClose }: AccountDialogProps) {
  const form = useZodForm(passwordReset, {
    defaultValues: { newPassword: '', currentPassword: '' },
  });
  const resetPassword = useResetPassword(account.id);

  return (
    <FormDialog
      title={`Reset the password of ${account.username}`}
      description="This ends all their sessions. Give them the new password and ask them to change it."
      onClose={onClose}
      form={form}
      onSubmit={(reset) => resetPassword.mutate(reset, { onSuccess: onClose })}
      submitLabel="Reset Password"
      pendingLabel="Resetting..."
      pending={resetPassword.isPending}
      error={resetPassword.error}
    >
      <NewPasswordField form={form} name="newPassword" label="New Password" />
      <CurrentPasswordField form={form} />
    </FormDialog>
  );
}

interface SwitchAccountDialogProps extends AccountDialogProps {
  programs: readonly OwnedProgram[];
}

/** Disables an administrator, or enables one who is disabled. */
export function SwitchAccountDialog({ account, programs, onClose }: SwitchAccountDialogProps) {
  const [takeOver, setTakeOver] = useState<string[]>([]);
  const changeAccount = useChangeAccount(account.id);
  const disabled = account.disabledAt === null;

  return (
    <PasswordDialog
      title={`${disabled ? 'Disable' : 'Enable'} ${account.username}`}
      description={
        disabled
          ? 'They are logged out at once and cannot log in. What they did stays.'
          : 'They can log in again with the password they had.'
      }
      submitLabel={disabled ? 'Disable' : 'Enable'}
      pendingLabel={disabled ? 'Disabling...' : 'Enabling...'}
      pending={changeAccount.isPending}
      error={changeAccount.error}
      onSubmit={(currentPassword) =>
        changeAccount.mutate({ disabled, takeOver, currentPassword }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {disabled && (
        <LeftBehind
          {...{ account, programs }}
          kept={[]}
          values={takeOver}
          onValuesChange={setTakeOver}
        />
      )}
    </PasswordDialog>
  );
}

export function ResetSecondFactorDialog({ account, onClose }: AccountDialogProps) {
  const resetSecondFactor = useResetSecondFactor(account.id);

  return (
    <PasswordDialog
      title={`Reset the second factor of ${account.username}`}
      description="Make sure that they are who they say: from then on their password is enough to log in."
      submitLabel="Reset Second Factor"
      pendingLabel="Resetting..."
      pending={resetSecondFactor.isPending}
      error={resetSecondFactor.error}
      onSubmit={(password) => resetSecondFactor.mutate(password, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
