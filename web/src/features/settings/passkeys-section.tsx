import type { OwnAccount } from '@drawbridge/contract/accounts/accounts';
import { type Passkey, passkeyChange } from '@drawbridge/contract/accounts/passkeys';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatMoment, formatMomentDay } from '../../lib/formats.ts';
import { passkeyObstacle } from '../../lib/passkeys.ts';
import { t } from '../../lib/texts.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './api.ts';
import { SettingsSection } from './settings-section.tsx';

const PasswordDialog = lazyDialog(
  () => import('../accounts/password-dialog.tsx'),
  'PasswordDialog',
);
const RecoveryCodesDialog = lazyDialog(
  () => import('./recovery-codes-dialog.tsx'),
  'RecoveryCodesDialog',
);

type Step =
  | { kind: 'add' }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'rename' | 'remove'; passkey: Passkey };

/** What a user logs in with instead of the password, or after it. */
export function PasskeysSection({ account }: { account: OwnAccount }) {
  const { passkeys } = account;
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const add = useAddPasskey();
  const remove = useRemovePasskey();
  const obstacle = passkeyObstacle();
  const name = t('volunteer.passkeyNumber', { number: passkeys.length + 1 });

  return (
    <SettingsSection title={t('volunteer.passkeys')} help={t('volunteer.passkeysHelp')}>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line rounded-m border">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChoose={setStep} />
          ))}
        </ul>
      )}
      {obstacle ? (
        <p>{obstacle}</p>
      ) : (
        <Button
          variant={passkeys.length > 0 ? 'secondary' : 'primary'}
          className="self-start"
          onClick={() => setStep({ kind: 'add' })}
        >
          {t('volunteer.addPasskey')}
        </Button>
      )}

      {step?.kind === 'add' && (
        <PasswordDialog
          title={t('volunteer.addPasskey')}
          description={t('volunteer.addPasskeyHelp')}
          fieldLabel={t('volunteer.currentPassword')}
          submitLabel={t('volunteer.addPasskey')}
          pendingLabel={t('volunteer.adding')}
          pending={add.isPending}
          error={add.error}
          onSubmit={(currentPassword) =>
            add.mutate(
              { name, currentPassword },
              {
                onSuccess: ({ recoveryCodes: codes }) =>
                  setStep(codes ? { kind: 'codes', codes } : undefined),
              },
            )
          }
          onClose={close}
        />
      )}
      {step?.kind === 'codes' && (
        <RecoveryCodesDialog codes={step.codes} username={account.username} onClose={close} />
      )}
      {step?.kind === 'rename' && <RenameDialog passkey={step.passkey} onClose={close} />}
      {step?.kind === 'remove' && (
        <PasswordDialog
          title={t('volunteer.removePasskeyNamed', { name: step.passkey.name })}
          description={t('volunteer.removePasskeyHelp')}
          fieldLabel={t('volunteer.currentPassword')}
          submitLabel={t('volunteer.removePasskey')}
          pendingLabel={t('volunteer.removingPasskey')}
          pending={remove.isPending}
          error={remove.error}
          onSubmit={(currentPassword) =>
            remove.mutate({ id: step.passkey.id, currentPassword }, { onSuccess: close })
          }
          onClose={close}
        />
      )}
    </SettingsSection>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onChoose: (step: Step) => void;
}

function PasskeyRow({ passkey, onChoose }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <KeyRound aria-hidden className="size-5 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="break-words font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p className="text-ink-2 text-sm">
          {lastUsedAt
            ? t('volunteer.lastUsed', { moment: formatMoment(lastUsedAt) })
            : t('volunteer.passkeySince', { day: formatMomentDay(createdAt) })}
        </p>
      </div>
      <div className="flex gap-2 max-sm:w-full">
        <Button
          size="small"
          aria-label={t('volunteer.renamePasskeyNamed', { name })}
          onClick={() => onChoose({ kind: 'rename', passkey })}
        >
          {t('volunteer.renamePasskey')}
        </Button>
        <Button
          size="small"
          variant="danger"
          aria-label={t('volunteer.removePasskeyNamed', { name })}
          onClick={() => onChoose({ kind: 'remove', passkey })}
        >
          {t('volunteer.removePasskey')}
        </Button>
      </div>
    </li>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useZodForm(passkeyChange, { defaultValues: { name: passkey.name } });
  const rename = useRenamePasskey();
  return (
    <FormDialog
      title={t('volunteer.renamePasskeyNamed', { name: passkey.name })}
      compact
      onClose={onClose}
      form={form}
      onSubmit={({ name }) => rename.mutate({ id: passkey.id, name }, { onSuccess: onClose })}
      submitLabel={t('volunteer.save')}
      pendingLabel={t('volunteer.saving')}
      pending={rename.isPending}
      error={rename.error}
    >
      <Field form={form} name="name" label={t('volunteer.passkeyName')} required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
