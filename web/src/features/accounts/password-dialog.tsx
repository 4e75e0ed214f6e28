import { passwordConfirmation } from '@drawbridge/contract/accounts/accounts';
import type { ReactNode } from 'react';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { FormDialog, type PlainFormDialogProps } from '../../ui/form-dialog.tsx';
import { CurrentPasswordField } from './account-fields.tsx';

interface PasswordDialogProps extends PlainFormDialogProps {
  /** What the field is called, for people who do not read English. */
  fieldLabel?: string;
  onSubmit: (currentPassword: string) => void;
  /** What is chosen above the password. */
  children?: ReactNode;
}

/** Asks for the user's password before a change that somebody at an unlocked screen must not make. */
export function PasswordDialog({ fieldLabel, onSubmit, children, ...dialog }: PasswordDialogProps) {
  const form = useZodForm(passwordConfirmation, { defaultValues: { currentPassword: '' } });

  return (
    <FormDialog
      {...dialog}
      compact
      form={form}
      onSubmit={({ currentPassword }) => onSubmit(currentPassword)}
    >
      {children}
      <CurrentPasswordField form={form} {...(fieldLabel && { label: fieldLabel })} />
    </FormDialog>
  );
}
