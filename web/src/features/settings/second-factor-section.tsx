import type { OwnAccount, SecondFactorKey } from '@drawbridge/contract/accounts/accounts';
import { useState } from 'react';
import { countOf, formatMomentDay } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useRemoveSecondFactor, useReplaceRecoveryCodes, useStartSecondFactor } from './api.ts';
import { SettingsSection } from './settings-section.tsx';

const PasswordDialog = lazyDialog(
  () => import('../accounts/password-dialog.tsx'),
  'PasswordDialog',
);
const AuthenticatorDialog = lazyDialog(
  () => import('./authenticator-dialog.tsx'),
  'AuthenticatorDialog',
);
const RecoveryCodesDialog = lazyDialog(
  () => import('./recovery-codes-dialog.tsx'),
  'RecoveryCodesDialog',
);

type Step =
  | { kind: 'start' | 'replace' | 'remove' }
  | { kind: 'scan'; key: SecondFactorKey }
  | { kind: 'codes'; codes: string[] };

export function SecondFactorSection({ account }: { account: OwnAccount }) {
  const { secondFactor } = account;
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const start = useStartSecondFactor();
  const replace = useReplaceRecoveryCodes();
  const remove = useRemoveSecondFactor();

  return (
    <SettingsSection
      title="Second factor"
      help="When you log in, an app on your phone gives you a code. A stolen password alone is then worth nothing."
      aside={<Badge tone={secondFactor ? 'ok' : 'mute'}>{secondFactor ? 'On' : 'Off'}</Badge>}
    >
      {secondFactor ? (
        <>
          <p>
            {secondFactor.enabledAt
              ? `On since ${formatMomentDay(secondFactor.enabledAt)}.`
              : 'Your passkeys are your second factor.'}{' '}
            {countOf(secondFactor.recoveryCodesLeft, 'recovery code')} left.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setStep({ kind: 'replace' })}>New Recovery Codes</Button>
            {secondFactor.enabledAt ? (
              <Button variant="danger" onClick={() => setStep({ kind: 'remove' })}>
                Turn Off
              </Button>
            ) : (
              <Button onClick={() => setStep({ kind: 'start' })}>Set Up an App</Button>
            )}
          </div>
        </>
      ) : (
        <Button variant="primary" className="self-start" onClick={() => setStep({ kind: 'start' })}>
          Set Up
        </Button>
      )}

      {step?.kind === 'start' && (
        <PasswordDialog
          title="Set up a second factor"
          description="You need an authenticator app on your phone."
          submitLabel="Continue"
          pendingLabel="Checking..."
          pending={start.isPending}
          error={start.error}
          onSubmit={(password) =>
            start.mutate(password, { onSuccess: (key) => setStep({ kind: 'scan', key }) })
          }
          onClose={close}
        />
      )}
      {step?.kind === 'scan' && (
        <AuthenticatorDialog
          secondFactorKey={step.key}
          onConfirmed={(codes) => setStep({ kind: 'codes', codes })}
          onClose={close}
        />
      )}
      {step?.kind === 'replace' && (
        <PasswordDialog
          title="New recovery codes"
          description="The codes that you have now will no longer work."
          submitLabel="Make New Codes"
          pendingLabel="Making..."
          pending={replace.isPending}
          error={replace.error}
          onSubmit={(password) =>
            replace.mutate(password, {
              onSuccess: ({ recoveryCodes: codes }) => setStep({ kind: 'codes', codes }),
            })
          }
          onClose={close}
        />
      )}
      {step?.kind === 'codes' && (
        <RecoveryCodesDialog codes={step.codes} username={account.username} onClose={close} />
      )}
      {step?.kind === 'remove' && (
        <PasswordDialog
          title="Turn the second factor off"
          description={
            account.passkeys.length > 0
              ? 'You will log in with a passkey.'
              : 'You will log in with your password alone.'
          }
          submitLabel="Turn Off"
          pendingLabel="Turning off..."
          pending={remove.isPending}
          error={remove.error}
          onSubmit={(password) => remove.mutate(password, { onSuccess: close })}
          onClose={close}
        />
      )}
    </SettingsSection>
  );
}
