import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import { type Passkey, passkeyChange } from '@drawbridge/contract/login/passkeys';
import {
  type OwnAccount,
  type SecondFactorKey,
  secondFactorConfirmation,
} from '@drawbridge/contract/team/accounts';
import { Download } from 'lucide-react';
import { api } from '../../lib/api/api-client.ts';
import { classNames } from '../../lib/class-names.ts';
import { explainPasskey, makePasskey } from '../../lib/device/passkeys.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { today } from '../../lib/texts/day-formats.ts';
import { say } from '../../lib/texts/say.ts';
import { t } from '../../lib/texts/texts.ts';
import { PasswordDialog } from '../../login/password-dialog.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { EntryCodeText } from '../../ui/code-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx';
import { useWarningBeforeUnload } from '../../ui/dialogs/unsaved-changes.ts';
import { SchemaField } from '../../ui/fields/schema-field.tsx';
import { QrCanvas } from '../../ui/qr-codes/qr-canvas.tsx';

const ACCOUNT = '/api/account';

interface SecondFactorDialogProps {
  account: OwnAccount;
  onClose: () => void;
}

/** The first step of setting up a second factor. */
export function StartSecondFactorDialog({ account, onClose }: SecondFactorDialogProps) {
  return (
    <PasswordDialog
      title={say('Set up two-factor authentication')}
      description={say('You need an authenticator app on your phone.')}
      mutation={{
        send: (body) => sendOnce('/api/account/second-factor', { body }),
        failure: say('Could not set up two-factor authentication'),
      }}
      submit={[say('Continue'), say('Checking...')]}
      result={(key) => (
        <AuthenticatorDialog secondFactorKey={key} account={account} onClose={onClose} />
      )}
      onClose={onClose}
    />
  );
}

interface AuthenticatorDialogProps extends SecondFactorDialogProps {
  secondFactorKey: SecondFactorKey;
}

/** Gives the key to the user's app, and takes its first code as proof that it has arrived. */
function AuthenticatorDialog(props: AuthenticatorDialogProps) {
  const { secondFactorKey, account, onClose } = props;
  return (
    <ChangeDialog
      title={say('Scan this code with your app')}
      description={say('Then type in the six digits that the app shows.')}
      schema={secondFactorConfirmation}
      values={{ code: '' }}
      mutation={{
        send: (body) => api.post('/api/account/second-factor/confirm', { body }),
        failure: say('Two-factor authentication is not on yet'),
        changes: [ACCOUNT],
      }}
      submit={[say('Turn On'), say('Turning on...')]}
      result={({ recoveryCodes }) => (
        <RecoveryCodesDialog codes={recoveryCodes} username={account.username} onClose={onClose} />
      )}
      onClose={onClose}
    >
      <QrCanvas text={secondFactorKey.uri} label={say('QR code for your authenticator app')} />
      <a
        href={secondFactorKey.uri}
        className={classNames(buttonClasses('secondary', 'medium'), 'md:hidden')}
      >
        {say('Open in my app')}
      </a>
      <div className="flex flex-col gap-1.5">
        <p className="text-ink-2 text-sm">{say('Or type this key into the app:')}</p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-m bg-sunk px-3.5 py-2.5 font-code text-sm">
            {secondFactorKey.key.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <CopyButton value={secondFactorKey.key} label={say('Copy key')} />
        </div>
      </div>
      <SchemaField name="code" />
    </ChangeDialog>
  );
}

export function ReplaceRecoveryCodesDialog({ account, onClose }: SecondFactorDialogProps) {
  return (
    <PasswordDialog
      title={say('New recovery codes')}
      description={say('Your current codes will stop working.')}
      mutation={{
        send: (body) => sendOnce('/api/account/second-factor/recovery-codes', { body }),
        failure: say('Could not create new recovery codes'),
        changes: [ACCOUNT],
      }}
      submit={[say('Create New Codes'), say('Creating...')]}
      result={({ recoveryCodes }) => (
        <RecoveryCodesDialog codes={recoveryCodes} username={account.username} onClose={onClose} />
      )}
      onClose={onClose}
    />
  );
}

export function RemoveSecondFactorDialog({ account, onClose }: SecondFactorDialogProps) {
  return (
    <PasswordDialog
      title={say('Turn off two-factor authentication')}
      description={
        account.passkeys.length > 0
          ? say('You will log in with a passkey.')
          : say('You will log in with your password alone.')
      }
      mutation={{
        send: (body) => api.post('/api/account/second-factor/delete', { body }),
        success: {
          title: say('Two-factor authentication off'),
          description: say('You log in with your password alone'),
        },
        failure: say('Two-factor authentication is still on'),
        changes: [ACCOUNT],
      }}
      submit={[say('Turn Off'), say('Turning off...')]}
      onClose={onClose}
    />
  );
}

interface AddPasskeyDialogProps {
  number: number;
  username: string;
  onClose: () => void;
}

export function AddPasskeyDialog({ number, username, onClose }: AddPasskeyDialogProps) {
  return (
    <PasswordDialog
      title={t('volunteer.addPasskey')}
      description={t('volunteer.addPasskeyHelp')}
      fieldLabel={t('volunteer.currentPassword')}
      mutation={{
        send: async (body) => {
          const options = await api.post('/api/account/passkeys/options', { body });
          const credential = await makePasskey(options);
          const name = t('volunteer.passkeyNumber', { number });
          return api.post('/api/account/passkeys', { body: { name, credential } });
        },
        success: { title: t('volunteer.passkeyAdded') },
        failure: (error) => ({
          title: t('volunteer.passkeyNotAdded'),
          description: explainPasskey(error),
        }),
        changes: [ACCOUNT],
      }}
      submit={[t('volunteer.addPasskey'), t('volunteer.adding')]}
      result={({ recoveryCodes: codes }) =>
        codes && <RecoveryCodesDialog codes={codes} username={username} onClose={onClose} />
      }
      onClose={onClose}
    />
  );
}

interface PasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

export function RemovePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  return (
    <PasswordDialog
      title={t('volunteer.removePasskeyNamed', { name: passkey.name })}
      description={t('volunteer.removePasskeyHelp')}
      fieldLabel={t('volunteer.currentPassword')}
      mutation={{
        send: (body) =>
          api.post('/api/account/passkeys/:passkeyId/delete', {
            params: { passkeyId: passkey.id },
            body,
          }),
        success: { title: t('volunteer.passkeyRemoved') },
        failure: t('volunteer.passkeyNotRemoved'),
        changes: [ACCOUNT],
      }}
      submit={[t('volunteer.removePasskey'), t('volunteer.removingPasskey')]}
      onClose={onClose}
    />
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  return (
    <ChangeDialog
      title={t('volunteer.renamePasskeyNamed', { name: passkey.name })}
      compact
      schema={passkeyChange}
      values={{ name: passkey.name }}
      mutation={{
        send: (body) =>
          api.patch('/api/account/passkeys/:passkeyId', {
            params: { passkeyId: passkey.id },
            body,
          }),
        failure: t('volunteer.passkeyNotRenamed'),
        changes: [ACCOUNT],
      }}
      submit={[t('volunteer.save'), t('volunteer.saving')]}
      onClose={onClose}
    >
      <SchemaField name="name" label={t('volunteer.passkeyName')} />
    </ChangeDialog>
  );
}

interface RecoveryCodesDialogProps {
  codes: string[];
  username: string;
  onClose: () => void;
}

/** Shows the recovery codes once: the server stores only their hashes. */
function RecoveryCodesDialog({ codes, username, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n');
  useWarningBeforeUnload();
  const save = () =>
    saveFile(
      `${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`,
      new Blob([recoveryCodesFile(codes, { username, origin: location.origin, day: today() })], {
        type: 'text/plain;charset=utf-8',
      }),
    );

  return (
    <Dialog
      title={say('Keep these recovery codes')}
      description={say(
        'Each code logs you in once if you lose your phone. They are not shown again.',
      )}
      staysOpen
      onClose={onClose}
    >
      <DialogBody>
        <ol
          aria-label={say('Recovery codes')}
          className="flex flex-col gap-1.5 rounded-m bg-sunk px-4 py-3.5 font-code text-sm"
        >
          {codes.map((code) => (
            <li key={code}>
              <EntryCodeText code={code} />
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <Button icon={Download} onClick={save}>
            {say('Download')}
          </Button>
          <CopyButton value={text} label={say('Copy recovery codes')} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {say('I Have Saved Them')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The codes under a heading that explains their purpose, for a reader who finds the file a year later. */
export function recoveryCodesFile(
  codes: readonly string[],
  { username, origin, day }: { username: string; origin: string; day: string },
): string {
  return [
    say('{product} recovery codes', { product: PRODUCT_NAME }),
    say('Address: {origin}', { origin }),
    say('Username: {username}', { username }),
    say('Created on: {day}', { day }),
    '',
    ...codes,
    '',
  ].join('\n');
}
