import { passwordReset } from '@drawbridge/contract/login/auth';
import {
  type Account,
  type AccountChange,
  accountEditForm,
  accountForm,
} from '@drawbridge/contract/team/accounts';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { replaceRow } from '../../lib/queries/query-client.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { CurrentPasswordField } from '../../login/current-password-field.tsx';
import { PasswordDialog } from '../../login/password-dialog.tsx';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import {
  type ChoosableEvent,
  EventsField,
  type OwnedIntegration,
  ProgramTransferFields,
  WhenLimitedToEvents,
} from './account-events.tsx';
import { inviteTo } from './api.ts';
import { EmailField } from './email-field.tsx';
import {
  InvitationDialog,
  invitable,
  NewPasswordField,
  PasswordOrInvitation,
} from './invitation.tsx';

const ACCOUNTS = '/api/accounts';

export interface AccountDialogProps {
  account: Account;
  /** The events to choose from, if they can be chosen. */
  events: readonly ChoosableEvent[] | undefined;
  programs: readonly OwnedIntegration[];
  onClose: () => void;
}

/** Changes an account by the form's input and the given overrides. */
function changing({ id: accountId }: Account, overrides: Partial<AccountChange>) {
  return {
    send: (change: AccountChange) =>
      api.patch('/api/accounts/:accountId', {
        params: { accountId },
        body: { ...change, ...overrides },
      }),
    show: (changed: Account) => replaceRow(ACCOUNTS, changed),
    success: ({ username, name }: Account) =>
      overrides.disabled === undefined
        ? { title: 'Administrator updated', description: `${name ?? username} (${username})` }
        : overrides.disabled
          ? {
              title: 'Administrator disabled',
              description: `${username} is logged out and cannot log in`,
            }
          : { title: 'Administrator enabled', description: `${username} can log in` },
    failure: 'Administrator not changed',
    changes: [ACCOUNTS],
  };
}

interface CreateAccountDialogProps {
  events: readonly ChoosableEvent[];
  onClose: () => void;
}

const inviteAdministrator = (
  accountId: string,
  body: { email?: string | null; currentPassword: string },
) => api.post('/api/accounts/:accountId/invitation', { params: { accountId }, body });

const newAccount = accountForm.extend(invitable);
const newPassword = passwordReset.extend({ invite: invitable.invite });

export function CreateAccountDialog({ events, onClose }: CreateAccountDialogProps) {
  return (
    <ChangeDialog
      title="Add Administrator"
      description="Administrators may do everything in their events."
      schema={newAccount}
      values={{
        fullName: '',
        username: '',
        password: '',
        invite: false,
        email: '',
        events: null,
        currentPassword: '',
      }}
      fields={['fullName', 'username']}
      mutation={{
        send: async ({ invite, email, ...body }) => {
          const account = await sendOnce(ACCOUNTS, { body });
          const { currentPassword } = body;
          const sent = invite && inviteAdministrator(account.id, { email, currentPassword });
          return { account, invitation: sent ? await inviteTo('Reset Password', sent) : undefined };
        },
        success: ({ account: { username } }, { invite }) => ({
          title: 'Administrator created',
          description: invite ? undefined : `${username} can log in now`,
        }),
        failure: 'Administrator not created',
        changes: [ACCOUNTS],
      }}
      submit={['Create Administrator', 'Creating...']}
      result={({ account: { name, username }, invitation }) =>
        invitation && (
          <InvitationDialog {...{ ...invitation, username, onClose }} name={name ?? username} />
        )
      }
      onClose={onClose}
    >
      <PasswordOrInvitation name="password" sendable>
        <NewPasswordField name="password" label="Password" />
      </PasswordOrInvitation>
      <EventsField events={events} />
      <CurrentPasswordField />
    </ChangeDialog>
  );
}

export function EditAccountDialog(props: AccountDialogProps) {
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
      mutation={changing(account, { takeOver })}
      submit={['Update Administrator', 'Updating...']}
      onClose={onClose}
    >
      <EmailField />
      {events && <EventsField events={events} />}
      <WhenLimitedToEvents>
        {(kept) => (
          <ProgramTransferFields
            {...{ account, kept, programs }}
            values={takeOver}
            onValuesChange={setTakeOver}
          />
        )}
      </WhenLimitedToEvents>
      <CurrentPasswordField />
    </ChangeDialog>
  );
}

export function ResetPasswordDialog({ account, onClose }: AccountDialogProps) {
  return (
    <ChangeDialog
      title={`Reset the password of ${account.username}`}
      description="This ends all their sessions. Give them the new password and ask them to change it."
      schema={newPassword}
      values={{ newPassword: '', invite: false, currentPassword: '' }}
      mutation={{
        send: async ({ invite, ...body }) => {
          if (invite) return inviteAdministrator(account.id, body);
          const params = { accountId: account.id };
          await api.post('/api/accounts/:accountId/password', { params, body });
          return undefined;
        },
        success: (_, { invite }) =>
          invite
            ? { title: 'Invitation made', description: 'Until it is used, nothing changes' }
            : {
                title: 'Password reset',
                description: `${account.username} is logged out everywhere`,
              },
        failure: 'Password not reset',
      }}
      submit={['Reset Password', 'Resetting...']}
      result={(made) =>
        made && (
          <InvitationDialog
            {...{ ...made, username: account.username, onClose }}
            name={account.name ?? account.username}
          />
        )
      }
      onClose={onClose}
    >
      <PasswordOrInvitation name="newPassword">
        <NewPasswordField name="newPassword" label="New Password" />
      </PasswordOrInvitation>
      <CurrentPasswordField />
    </ChangeDialog>
  );
}

/** Disables an administrator, or enables one who is disabled. */
export function SetAccountEnabledDialog({ account, programs, onClose }: AccountDialogProps) {
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
      mutation={changing(account, { disabled, takeOver })}
      submit={disabled ? ['Disable', 'Disabling...'] : ['Enable', 'Enabling...']}
      onClose={onClose}
    >
      {disabled && (
        <ProgramTransferFields
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
      mutation={{
        send: (body) =>
          api.post('/api/accounts/:accountId/second-factor/delete', {
            params: { accountId: account.id },
            body,
          }),
        show: (changed) => replaceRow(ACCOUNTS, changed),
        success: ({ username }) => ({
          title: 'Second factor reset',
          description: `${username} logs in with the password alone`,
        }),
        failure: 'Second factor not reset',
        changes: [ACCOUNTS],
      }}
      submit={['Reset Second Factor', 'Resetting...']}
      onClose={onClose}
    />
  );
}
