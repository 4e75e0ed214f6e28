import type { Account } from '@drawbridge/contract/accounts/accounts';
import type { Token } from '@drawbridge/contract/programs/tokens';
import { useQueries } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { AccountCard } from '../../features/accounts/account-card.tsx';
import type { OwnedProgram } from '../../features/accounts/account-dialogs.tsx';
import { accountsQuery } from '../../features/accounts/api.ts';
import { eventsQuery } from '../../features/events/api.ts';
import { tokensQuery, webhooksQuery } from '../../features/programs/api.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { useDialogs } from '../../ui/dialogs-of-list.tsx';
import { Resource } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsNav } from '../admin-layout.tsx';

const accountDialogs = () => import('../../features/accounts/account-dialogs.tsx');
const CreateAccountDialog = lazyDialog(accountDialogs, 'CreateAccountDialog');
const RenameAccountDialog = lazyDialog(accountDialogs, 'RenameAccountDialog');
const ResetPasswordDialog = lazyDialog(accountDialogs, 'ResetPasswordDialog');
const ResetSecondFactorDialog = lazyDialog(accountDialogs, 'ResetSecondFactorDialog');
const SwitchAccountDialog = lazyDialog(accountDialogs, 'SwitchAccountDialog');

export function AccountsPage() {
  const { user } = useSession();
  const [accounts, events, tokens, webhooks] = useQueries({
    queries: [accountsQuery, eventsQuery, tokensQuery, webhooksQuery],
  });
  const programsOf = ({ id: ownerId }: Account): OwnedProgram[] => {
    const isTheirs = ({ owner }: Pick<Token, 'owner'>) => owner?.id === ownerId;
    return [
      ...(tokens.data ?? [])
        .filter(isTheirs)
        .map(({ id, name }) => ({ id, name, kind: 'Token' as const })),
      ...(webhooks.data ?? [])
        .filter(isTheirs)
        .map(({ id, url }) => ({ id, name: url, kind: 'Webhook' as const })),
    ];
  };
  const switchAccount = (close: () => void, account: Account) => (
    <SwitchAccountDialog account={account} programs={programsOf(account)} onClose={close} />
  );
  const [open, dialog] = useDialogs(accounts.data, {
    create: (close) => <CreateAccountDialog events={events.data ?? []} onClose={close} />,
    rename: (close, account) => (
      <RenameAccountDialog
        account={account}
        events={account.id === user?.id ? undefined : events.data}
        programs={programsOf(account)}
        onClose={close}
      />
    ),
    password: (close, account) => <ResetPasswordDialog account={account} onClose={close} />,
    'second-factor': (close, account) => (
      <ResetSecondFactorDialog account={account} onClose={close} />
    ),
    disable: switchAccount,
    enable: switchAccount,
  });

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Administrators" subtitle="Who may do everything, in all events or in some">
        <Button variant="primary" onClick={() => open('create')}>
          <Plus aria-hidden />
          Add Administrator
        </Button>
      </PageHeader>
      <SettingsNav />
      <Resource card reads={[accounts, events, tokens, webhooks]} what="administrators">
        {(rows, allEvents) => (
          <ul className="flex flex-col gap-4">
            {rows.map((account) => (
              <li key={account.id}>
                <AccountCard
                  account={account}
                  own={account.id === user?.id}
                  events={allEvents}
                  onAction={(action) => open(action, account.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </Resource>
      {dialog}
    </div>
  );
}
