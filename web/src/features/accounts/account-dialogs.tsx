import {
  type Account,
  ADMIN_PASSWORD_MIN,
  accountEditForm,
  accountForm,
  passwordReset,
} from '@drawbridge/contract/accounts/accounts';
import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatDay } from '../../lib/day-formats.ts';
import { countOf } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeDialog } from '../../ui/change-dialog.tsx';
import { ControlledField } from '../../ui/controlled-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import type { ChoosableEvent } from './account-card.tsx';
import { CurrentPasswordField, EmailField } from './account-fields.tsx';
import {
  useChangeAccount,
  useCreateAccount,
  useResetPassword,
  useResetSecondFactor,
} from './api.ts';
import { generatePassword } from './generate-password.ts';
import { PasswordDialog } from './password-dialog.tsx';

/** A password for somebody else: shown as it is typed or generated, so that it can be passed on. */
function NewPasswordField({ name, label }: { name: string; label: string }) {
  const form = useFormContext();
  const value: string = form.watch(name);
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
          onClick={() => form.setValue(name, generatePassword(), { shouldValidate: true })}
        >
          Generate
        </Button>
        {value && <CopyButton size="small" value={value} label="Copy password" />}
      </div>
    </div>
  );
}

const ALL = 'all';

/** All events, which is null, or some of them, as `events`. Choosing one of the two ends the other. */
function EventsField({ events }: { events: readonly ChoosableEvent[] }) {
  return (
    <ControlledField name="events" label="Events">
      {({ value, onValueChange }) => {
        const chosen: string[] | null = value ?? null;
        const change = (values: string[]) => {
          const all = chosen !== null && values.includes(ALL);
          onValueChange(all ? null : values.filter((value) => value !== ALL));
        };
        return (
          <MultiSelect
            label="Events"
            options={[
              {
                value: ALL,
                label: 'All events',
                hint: 'Also those to come, administrators, programs and the server',
              },
              ...events.map((event) => ({
                value: event.id,
                label: event.name,
                hint: formatDay(event.date),
              })),
            ]}
            values={chosen ?? [ALL]}
            onValuesChange={change}
          />
        );
      }}
    </ControlledField>
  );
}

interface CreateAccountDialogProps {
  events: readonly ChoosableEvent[];
  onClose: () => void;
}

export function CreateAccountDialog({ events, onClose }: CreateAccountDialogProps) {
  return (
    <ChangeDialog
      title="Add Administrator"
      description="Administrators may do everything in their events."
      schema={accountForm}
      values={{ fullName: '', username: '', password: '', events: null, currentPassword: '' }}
      fields={['fullName', 'username']}
      mutation={useCreateAccount()}
      submit={['Create Administrator', 'Creating...']}
      onClose={onClose}
    >
      <NewPasswordField name="password" label="Password" />
      <EventsField events={events} />
      <CurrentPasswordField />
    </ChangeDialog>
  );
}

interface AccountDialogProps {
  account: Account;
  onClose: () => void;
}

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
  return (
    <ChangeDialog
      title="Edit Administrator"
      description={events && 'Taking an event from them logs them out.'}
      schema={accountEditForm}
      values={{
        fullName: account.name ?? '',
        username: account.username,
        events: events && account.events,
        email: account.email ?? '',
        currentPassword: '',
      }}
      fields={['fullName', 'username']}
      mutation={useChangeAccount(account.id, { takeOver })}
      submit={['Update Administrator', 'Updating...']}
      onClose={onClose}
    >
      <EmailField />
      {events && <EventsField events={events} />}
      <IfLimited>
        {(kept) => (
          <LeftBehind
            {...{ account, kept, programs }}
            values={takeOver}
            onValuesChange={setTakeOver}
          />
        )}
      </IfLimited>
      <CurrentPasswordField />
    </ChangeDialog>
  );
}

/** For whoever is limited to events. */
function IfLimited({ children }: { children: (events: string[]) => ReactNode }) {
  const events: string[] | null | undefined = useFormContext().watch('events');
  return events && children(events);
}

export function ResetPasswordDialog({ account, onClose }: AccountDialogProps) {
  return (
    <ChangeDialog
      title={`Reset the password of ${account.username}`}
      description="This ends all their sessions. Give them the new password and ask them to change it."
      schema={passwordReset}
      values={{ newPassword: '', currentPassword: '' }}
      mutation={useResetPassword(account.id)}
      submit={['Reset Password', 'Resetting...']}
      onClose={onClose}
    >
      <NewPasswordField name="newPassword" label="New Password" />
      <CurrentPasswordField />
    </ChangeDialog>
  );
}

interface SwitchAccountDialogProps extends AccountDialogProps {
  programs: readonly OwnedProgram[];
}

/** Disables an administrator, or enables one who is disabled. */
export function SwitchAccountDialog({ account, programs, onClose }: SwitchAccountDialogProps) {
  const [takeOver, setTakeOver] = useState<string[]>([]);
  const disabled = account.disabledAt === null;
  return (
    <PasswordDialog
      title={`${disabled ? 'Disable' : 'Enable'} ${account.username}`}
      description={
        disabled
          ? 'They are logged out at once and cannot log in. What they did stays.'
          : 'They can log in again with the password they had.'
      }
      mutation={useChangeAccount(account.id, { disabled, takeOver })}
      submit={disabled ? ['Disable', 'Disabling...'] : ['Enable', 'Enabling...']}
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
  return (
    <PasswordDialog
      title={`Reset the second factor of ${account.username}`}
      description="Make sure that they are who they say: from then on their password is enough to log in."
      mutation={useResetSecondFactor(account.id)}
      submit={['Reset Second Factor', 'Resetting...']}
      onClose={onClose}
    />
  );
}
