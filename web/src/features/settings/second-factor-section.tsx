import type { OwnAccount } from '@drawbridge/contract/accounts/accounts';
import { countOf, formatMomentDay } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useDialogs } from '../../ui/dialogs-of-list.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SettingsSection } from './settings-section.tsx';

const dialogs = () => import('./settings-dialogs.tsx');
const StartSecondFactorDialog = lazyDialog(dialogs, 'StartSecondFactorDialog');
const ReplaceRecoveryCodesDialog = lazyDialog(dialogs, 'ReplaceRecoveryCodesDialog');
const RemoveSecondFactorDialog = lazyDialog(dialogs, 'RemoveSecondFactorDialog');

export function SecondFactorSection({ account }: { account: OwnAccount }) {
  const { secondFactor } = account;
  const [open, dialog] = useDialogs([], {
    start: (close) => <StartSecondFactorDialog account={account} onClose={close} />,
    replace: (close) => <ReplaceRecoveryCodesDialog account={account} onClose={close} />,
    remove: (close) => <RemoveSecondFactorDialog account={account} onClose={close} />,
  });

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
            <Button onClick={() => open('replace')}>New Recovery Codes</Button>
            {secondFactor.enabledAt ? (
              <Button variant="danger" onClick={() => open('remove')}>
                Turn Off
              </Button>
            ) : (
              <Button onClick={() => open('start')}>Set Up an App</Button>
            )}
          </div>
        </>
      ) : (
        <Button variant="primary" className="self-start" onClick={() => open('start')}>
          Set Up
        </Button>
      )}
      {dialog}
    </SettingsSection>
  );
}
