import type { Account } from '@drawbridge/contract/accounts';
import { PasswordDialog } from '../../shared/password-dialog.tsx';
import { useChangeAccount, useResetSecondFactor } from './api.ts';

interface SwitchAccountDialogProps {
  account: Account;
  onClose: () => void;
}

/** Disables an administrator, or enables one who is disabled. */
export function SwitchAccountDialog({ account, onClose }: SwitchAccountDialogProps) {
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
        changeAccount.mutate({ disabled, currentPassword }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  );
}

export function ResetSecondFactorDialog({ account, onClose }: SwitchAccountDialogProps) {
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
