import {
  type OwnAccount,
  type SecondFactorKey,
  secondFactorConfirmation,
} from '@drawbridge/contract/accounts/accounts';
import { type Passkey, passkeyChange } from '@drawbridge/contract/accounts/passkeys';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/texts.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { ChangeDialog } from '../../ui/change-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCanvas } from '../../ui/qr-link.tsx';
import { SchemaField } from '../../ui/schema-field.tsx';
import { PasswordDialog } from '../accounts/password-dialog.tsx';
import {
  useAddPasskey,
  useConfirmSecondFactor,
  useDownloadBackup,
  useRemovePasskey,
  useRemoveSecondFactor,
  useRenamePasskey,
  useReplaceRecoveryCodes,
  useStartSecondFactor,
} from './api.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

interface SecondFactorDialogProps {
  account: OwnAccount;
  onClose: () => void;
}

/** The first step of setting it up. */
export function StartSecondFactorDialog({ account, onClose }: SecondFactorDialogProps) {
  return (
    <PasswordDialog
      title="Set up a second factor"
      description="You need an authenticator app on your phone."
      mutation={useStartSecondFactor()}
      submit={['Continue', 'Checking...']}
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
      title="Scan this code with your app"
      description="Then type in the six digits that the app shows."
      schema={secondFactorConfirmation}
      values={{ code: '' }}
      mutation={useConfirmSecondFactor()}
      submit={['Turn On', 'Turning on...']}
      result={({ recoveryCodes }) => (
        <RecoveryCodesDialog codes={recoveryCodes} username={account.username} onClose={onClose} />
      )}
      onClose={onClose}
    >
      <QrCanvas text={secondFactorKey.uri} label="QR code for your authenticator app" />
      <a
        href={secondFactorKey.uri}
        className={classNames(buttonClasses('secondary', 'medium'), 'md:hidden')}
      >
        Open in my app
      </a>
      <div className="flex flex-col gap-1.5">
        <p className="text-ink-2 text-sm">Or type this key into the app:</p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-m bg-sunk px-3.5 py-2.5 font-code text-sm">
            {secondFactorKey.key.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <CopyButton value={secondFactorKey.key} label="Copy key" />
        </div>
      </div>
      <SchemaField name="code" />
    </ChangeDialog>
  );
}

export function ReplaceRecoveryCodesDialog({ account, onClose }: SecondFactorDialogProps) {
  return (
    <PasswordDialog
      title="New recovery codes"
      description="The codes that you have now will no longer work."
      mutation={useReplaceRecoveryCodes()}
      submit={['Make New Codes', 'Making...']}
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
      title="Turn the second factor off"
      description={
        account.passkeys.length > 0
          ? 'You will log in with a passkey.'
          : 'You will log in with your password alone.'
      }
      mutation={useRemoveSecondFactor()}
      submit={['Turn Off', 'Turning off...']}
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
      mutation={useAddPasskey(t('volunteer.passkeyNumber', { number }))}
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
      mutation={useRemovePasskey(passkey.id)}
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
      mutation={useRenamePasskey(passkey.id)}
      submit={[t('volunteer.save'), t('volunteer.saving')]}
      onClose={onClose}
    >
      <SchemaField name="name" label={t('volunteer.passkeyName')} />
    </ChangeDialog>
  );
}

export function BackupDialog({ onClose }: { onClose: () => void }) {
  return (
    <PasswordDialog
      title="Back up now"
      description="The file contains all leads, accounts and draws, encrypted. The audit trail records the download."
      mutation={useDownloadBackup()}
      submit={['Download', 'Downloading...']}
      onClose={onClose}
    />
  );
}
