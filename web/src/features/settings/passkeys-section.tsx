import type { OwnAccount } from '@drawbridge/contract/accounts/accounts';
import type { Passkey } from '@drawbridge/contract/accounts/passkeys';
import { KeyRound } from 'lucide-react';
import { formatMoment, formatMomentDay } from '../../lib/formats.ts';
import { passkeyObstacle } from '../../lib/passkeys.ts';
import { t } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useDialogs } from '../../ui/dialogs-of-list.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SettingsSection } from './settings-section.tsx';

const dialogs = () => import('./settings-dialogs.tsx');
const AddPasskeyDialog = lazyDialog(dialogs, 'AddPasskeyDialog');
const RenamePasskeyDialog = lazyDialog(dialogs, 'RenamePasskeyDialog');
const RemovePasskeyDialog = lazyDialog(dialogs, 'RemovePasskeyDialog');

/** What a user logs in with instead of the password, or after it. */
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
        <Button
          variant={passkeys.length > 0 ? 'secondary' : 'primary'}
          className="self-start"
          onClick={() => open('add')}
        >
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
            ? t('volunteer.lastUsed', { moment: formatMoment(lastUsedAt) })
            : t('volunteer.passkeySince', { day: formatMomentDay(createdAt) })}
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
