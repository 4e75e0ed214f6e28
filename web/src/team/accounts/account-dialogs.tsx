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
import { say } from '../../lib/texts/say.ts';
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
        ? { title: say('Administrator updated'), description: `${name ?? username} (${username})` }
        : overrides.disabled
          ? {
              title: say('Administrator disabled'),
              description: say('{username} is logged out and cannot log in', { username }),
            }
          : {
              title: say('Administrator enabled'),
              description: say('{username} can log in', { username }),
            },
    failure: say('Administrator not changed'),
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
      title={say('Add Administrator')}
      description={say('Administrators have full access to their events.')}
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
          return {
            account,
            invitation: sent ? await inviteTo(say('Reset Password'), sent) : undefined,
          };
        },
        success: ({ account: { username } }, { invite }) => ({
          title: say('Administrator created'),
          description: invite ? undefined : say('{username} can log in now', { username }),
        }),
        failure: say('Administrator not created'),
        changes: [ACCOUNTS],
      }}
      submit={[say('Create Administrator'), say('Creating...')]}
      result={({ account: { name, username }, invitation }) =>
        invitation && (
          <InvitationDialog {...{ ...invitation, username, onClose }} name={name ?? username} />
        )
      }
      onClose={onClose}
    >
      <PasswordOrInvitation name="password" sendable>
        <NewPasswordField name="password" label={say('Password')} />
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
      title={say('Edit Administrator')}
      description={events && say('If you remove an event, they are logged out.')}
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
      submit={[say('Update Administrator'), say('Updating...')]}
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
      title={say('Reset the password of {username}', { username: account.username })}
      description={say(
        'This logs them out everywhere. Give them the new password and ask them to change it.',
      )}
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
            ? {
                title: say('Invitation created'),
                description: say('Their current password works until the invitation is used'),
              }
            : {
                title: say('Password reset'),
                description: say('{username} is logged out everywhere', {
                  username: account.username,
                }),
              },
        failure: say('Password not reset'),
      }}
      submit={[say('Reset Password'), say('Resetting...')]}
      result={(created) =>
        created && (
          <InvitationDialog
            {...{ ...created, username: account.username, onClose }}
            name={account.name ?? account.username}
          />
        )
      }
      onClose={onClose}
    >
      <PasswordOrInvitation name="newPassword">
        <NewPasswordField name="newPassword" label={say('New Password')} />
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
      title={
        disabled
          ? say('Disable {username}', { username: account.username })
          : say('Enable {username}', { username: account.username })
      }
      description={
        disabled
          ? say('They are logged out immediately and cannot log in. Everything they created stays.')
          : say('They can log in again with their previous password.')
      }
      mutation={changing(account, { disabled, takeOver })}
      submit={
        disabled ? [say('Disable'), say('Disabling...')] : [say('Enable'), say('Enabling...')]
      }
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
      title={say('Reset the second factor of {username}', { username: account.username })}
      description={say(
        'Verify their identity first. Afterwards they can log in with the password alone.',
      )}
      mutation={{
        send: (body) =>
          api.post('/api/accounts/:accountId/second-factor/delete', {
            params: { accountId: account.id },
            body,
          }),
        show: (changed) => replaceRow(ACCOUNTS, changed),
        success: ({ username }) => ({
          title: say('Second factor reset'),
          description: say('{username} logs in with the password alone', { username }),
        }),
        failure: say('Second factor not reset'),
        changes: [ACCOUNTS],
      }}
      submit={[say('Reset Second Factor'), say('Resetting...')]}
      onClose={onClose}
    />
  );
}
