import { passwordConfirmation } from '@drawbridge/contract/login/auth';
import { ChangeDialog, type ChangeDialogProps } from '../ui/dialogs/change-dialog.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

type Confirmed = { currentPassword: string };

interface PasswordDialogProps<Answer>
  extends Omit<ChangeDialogProps<Confirmed, Confirmed, Answer>, 'schema' | 'values' | 'fields'> {
  /** The label of the field on translated screens. */
  fieldLabel?: string;
}

const confirmed = passwordConfirmation.pick({ currentPassword: true });

/** Asks for the user's password before a change that must not be possible at an unlocked screen. */
export function PasswordDialog<Answer>({
  fieldLabel,
  children,
  ...dialog
}: PasswordDialogProps<Answer>) {
  return (
    <ChangeDialog {...dialog} compact schema={confirmed} values={{ currentPassword: '' }}>
      {children}
      <CurrentPasswordField {...(fieldLabel && { label: fieldLabel })} />
    </ChangeDialog>
  );
}
