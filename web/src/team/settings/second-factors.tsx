import type { Passkey } from '@drawbridge/contract/login/passkeys';
import type { OwnAccount } from '@drawbridge/contract/team/accounts';
import { KeyRound } from 'lucide-react';
import { passkeyObstacle } from '../../lib/device/passkeys.ts';
import { formatTimestamp, formatTimestampDay } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { t } from '../../lib/texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { useDialogs } from '../../ui/dialogs/use-dialogs.tsx';
import { SettingsSection } from './settings-section.tsx';

const dialogs = () => import('./settings-dialogs.tsx');
const AddPasskeyDialog = lazyDialog(dialogs, 'AddPasskeyDialog');
const RenamePasskeyDialog = lazyDialog(dialogs, 'RenamePasskeyDialog');
const RemovePasskeyDialog = lazyDialog(dialogs, 'RemovePasskeyDialog');
const StartSecondFactorDialog = lazyDialog(dialogs, 'StartSecondFactorDialog');
const ReplaceRecoveryCodesDialog = lazyDialog(dialogs, 'ReplaceRecoveryCodesDialog');
const RemoveSecondFactorDialog = lazyDialog(dialogs, 'RemoveSecondFactorDialog');

/** The user's passkeys, for logging in instead of the password or after it. */
export function PasskeysSection({ account: { passkeys, username } }: { account: OwnAccount }) {
  const [open, dialog] = useDialogs(passkeys, {
    add: (close) => (
      <AddPasskeyDialog number={passkeys.length + 1} username={username} onClose={close} />
    ),
    rename: (close, passkey) => <RenamePasskeyDialog passkey={passkey} onClose={close} />,
    remove: (close, passkey) => <RemovePasskeyDialog passkey={passkey} onClose={close} />,
  });
  const obstacle = passkeyObstacle();

  return (
    <SettingsSection title={t('volunteer.passkeys')} help={t('volunteer.passkeysHelp')}>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line rounded-m border">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onOpen={(name) => open(name, passkey.id)}
            />
          ))}
        </ul>
      )}
      {obstacle ? (
        <p>{obstacle}</p>
      ) : (
        <Button className="self-start" onClick={() => open('add')}>
          {t('volunteer.addPasskey')}
        </Button>
      )}
      {dialog}
    </SettingsSection>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onOpen: (dialog: 'rename' | 'remove') => void;
}

function PasskeyRow({ passkey, onOpen }: PasskeyRowProps) {
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
            ? t('volunteer.lastUsed', { moment: formatTimestamp(lastUsedAt) })
            : t('volunteer.passkeySince', { day: formatTimestampDay(createdAt) })}
        </p>
      </div>
      <div className="flex gap-2 max-sm:w-full">
        <Button
          size="small"
          aria-label={t('volunteer.renamePasskeyNamed', { name })}
          onClick={() => onOpen('rename')}
        >
          {t('volunteer.renamePasskey')}
        </Button>
        <Button
          size="small"
          variant="danger"
          aria-label={t('volunteer.removePasskeyNamed', { name })}
          onClick={() => onOpen('remove')}
        >
          {t('volunteer.removePasskey')}
        </Button>
      </div>
    </li>
  );
}

export function SecondFactorSection({ account }: { account: OwnAccount }) {
  const { secondFactor } = account;
  const [open, dialog] = useDialogs([], {
    start: (close) => <StartSecondFactorDialog account={account} onClose={close} />,
    replace: (close) => <ReplaceRecoveryCodesDialog account={account} onClose={close} />,
    remove: (close) => <RemoveSecondFactorDialog account={account} onClose={close} />,
  });

  return (
    <SettingsSection
      title={say('Two-factor authentication')}
      help={say(
        'When you log in, an app on your phone gives you a code. A stolen password alone is not enough to log in.',
      )}
      aside={
        <Badge tone={secondFactor ? 'ok' : 'mute'}>{secondFactor ? say('On') : say('Off')}</Badge>
      }
    >
      {secondFactor ? (
        <>
          <p>
            {secondFactor.enabledAt
              ? say('On since {day}.', { day: formatTimestampDay(secondFactor.enabledAt) })
              : say('Your passkeys are your second factor.')}{' '}
            {say('{count} recovery code left.', '{count} recovery codes left.', {
              count: secondFactor.recoveryCodesLeft,
            })}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => open('replace')}>{say('New Recovery Codes')}</Button>
            {secondFactor.enabledAt ? (
              <Button variant="danger" onClick={() => open('remove')}>
                {say('Turn Off')}
              </Button>
            ) : (
              <Button onClick={() => open('start')}>{say('Set Up an App')}</Button>
            )}
          </div>
        </>
      ) : (
        <Button className="self-start" onClick={() => open('start')}>
          {say('Set Up')}
        </Button>
      )}
      {dialog}
    </SettingsSection>
  );
}
