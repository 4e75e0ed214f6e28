import {
  type SecondFactorKey,
  secondFactorConfirmation,
} from '@drawbridge/contract/accounts/accounts';
import { classNames } from '../../lib/class-names.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QrCanvas } from '../../ui/qr-link.tsx';
import { useConfirmSecondFactor } from './api.ts';

interface AuthenticatorDialogProps {
  secondFactorKey: SecondFactorKey;
  onConfirmed: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Gives the key to the user's app, and takes its first code as proof that it has arrived. */
export function AuthenticatorDialog(props: AuthenticatorDialogProps) {
  const { secondFactorKey, onConfirmed, onClose } = props;
  const form = useZodForm(secondFactorConfirmation, { defaultValues: { code: '' } });
  const confirm = useConfirmSecondFactor();

  return (
    <FormDialog
      title="Scan this code with your app"
      description="Then type in the six digits that the app shows."
      onClose={onClose}
      form={form}
      onSubmit={({ code }) =>
        confirm.mutate(code, { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) })
      }
      submitLabel="Turn On"
      pendingLabel="Turning on..."
      pending={confirm.isPending}
      error={confirm.error}
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
      <Field form={form} name="code" label="Code from your app" required>
        <Input
          {...form.register('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="123 456"
        />
      </Field>
    </FormDialog>
  );
}
