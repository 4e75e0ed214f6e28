import type { Token } from '@drawbridge/contract/programs/tokens';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type AccountAction, AccountCard } from '../../features/accounts/account-card.tsx';
import type { OwnedProgram } from '../../features/accounts/account-dialogs.tsx';
import { accountsQuery } from '../../features/accounts/api.ts';
import { eventsQuery } from '../../features/events/api.ts';
import { tokensQuery, webhooksQuery } from '../../features/programs/api.ts';
import { useSession } from '../../lib/session.ts';
import { readsOf } from '../../lib/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFailure, NotRefreshed } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { SettingsNav } from '../admin-layout.tsx';

const accountDialogs = () => import('../../features/accounts/account-dialogs.tsx');
const CreateAccountDialog = lazyDialog(accountDialogs, 'CreateAccountDialog');
const RenameAccountDialog = lazyDialog(accountDialogs, 'RenameAccountDialog');
const ResetPasswordDialog = lazyDialog(accountDialogs, 'ResetPasswordDialog');
const ResetSecondFactorDialog = lazyDialog(accountDialogs, 'ResetSecondFactorDialog');
const SwitchAccountDialog = lazyDialog(accountDialogs, 'SwitchAccountDialog');

type OpenDialog = { action: 'create' } | { action: AccountAction; accountId: string };

export function AccountsPage() {
  const { user } = useSession();
  const accounts = useQuery(accountsQuery);
  const events = useQuery(eventsQuery);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const tokens = useQuery(tokensQuery);
  const webhooks = useQuery(webhooksQuery);
  const reads = readsOf(accounts, events, tokens, webhooks);
  const chosen =
    dialog && 'accountId' in dialog
      ? accounts.data?.find(({ id }) => id === dialog.accountId)
      : undefined;
  const isTheirs = ({ owner }: Pick<Token, 'owner'>) => owner?.id === chosen?.id;
  const programs: OwnedProgram[] = [
    ...(tokens.data ?? [])
      .filter(isTheirs)
      .map(({ id, name }) => ({ id, name, kind: 'Token' as const })),
    ...(webhooks.data ?? [])
      .filter(isTheirs)
      .map(({ id, url }) => ({ id, name: url, kind: 'Webhook' as const })),
  ];

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Administrators" subtitle="Who may do everything, in all events or in some">
        <Button variant="primary" onClick={() => setDialog({ action: 'create' })}>
          <Plus aria-hidden />
          Add Administrator
        </Button>
      </PageHeader>
      <SettingsNav />

      <NotRefreshed reads={reads} />
      {reads.failure ? (
        <Card>
          <LoadFailure what="administrators" error={reads.failure.error} onRetry={reads.retry} />
        </Card>
      ) : !accounts.data || !events.data || !tokens.data || !webhooks.data ? (
        <ListSkeleton label="Loading administrators" />
      ) : (
        <ul className="flex flex-col gap-4">
          {accounts.data.map((account) => (
            <li key={account.id}>
              <AccountCard
                account={account}
                own={account.id === user?.id}
                events={events.data}
                onAction={(action) => setDialog({ action, accountId: account.id })}
              />
            </li>
          ))}
        </ul>
      )}

      {dialog?.action === 'create' && (
        <CreateAccountDialog events={events.data ?? []} onClose={close} />
      )}
      {dialog?.action === 'rename' && chosen && (
        <RenameAccountDialog
          account={chosen}
          events={chosen.id === user?.id ? undefined : events.data}
          programs={programs}
          onClose={close}
        />
      )}
      {dialog?.action === 'password' && chosen && (
        <ResetPasswordDialog account={chosen} onClose={close} />
      )}
      {dialog?.action === 'second-factor' && chosen && (
        <ResetSecondFactorDialog account={chosen} onClose={close} />
      )}
      {(dialog?.action === 'disable' || dialog?.action === 'enable') && chosen && (
        <SwitchAccountDialog account={chosen} programs={programs} onClose={close} />
      )}
    </div>
  );
}
