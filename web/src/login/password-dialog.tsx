import { passwordConfirmation } from '@drawbridge/contract/login/auth';
import { ChangeDialog, type ChangeDialogProps } from '../ui/dialogs/change-dialog.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

type Confirmed = { currentPassword: string };

interface PasswordDialogProps<Answer>
  extends Omit<ChangeDialogProps<Confirmed, Confirmed, Answer>, 'schema' | 'values' | 'fields'> {
  /** What the field is called, for people who do not read English. */
  fieldLabel?: string;
}

const confirmed = passwordConfirmation.pick({ currentPassword: true });

/** Asks for the user's password before a change that somebody at an unlocked screen must not make. */
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
