import { adminPages } from '@drawbridge/contract/core/pages';
import type { Account } from '@drawbridge/contract/team/accounts';
import { useQueries } from '@tanstack/react-query';
import { AtSign, Ban, CalendarDays, Mail, Plus, ShieldCheck } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import { useSession } from '../../lib/api/session.ts';
import { adminApiQuery, apiQuery } from '../../lib/queries/query-client.ts';
import { say } from '../../lib/texts/say.ts';
import { Avatar, Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { useDialogs } from '../../ui/dialogs/use-dialogs.tsx';
import { PageHeader, SectionHeader } from '../../ui/page-header.tsx';
import { Resource } from '../../ui/resource.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import type { AccountDialogProps } from './account-dialogs.tsx';
import type { ChoosableEvent } from './account-events.tsx';

const loadDialogs = () => import('./account-dialogs.tsx');
const CreateAccountDialog = lazyDialog(loadDialogs, 'CreateAccountDialog');

/** The dialog of each button. Administrators change their own password and second factor under My account. */
const dialogs = {
  rename: lazyDialog(loadDialogs, 'EditAccountDialog'),
  password: lazyDialog(loadDialogs, 'ResetPasswordDialog'),
  'second-factor': lazyDialog(loadDialogs, 'ResetSecondFactorDialog'),
  disable: lazyDialog(loadDialogs, 'SetAccountEnabledDialog'),
  enable: lazyDialog(loadDialogs, 'SetAccountEnabledDialog'),
};
type AccountAction = keyof typeof dialogs;

export function AccountsPage() {
  const { user } = useSession();
  // Always refetched, because other administrators change all of these too.
  const [accounts, events, tokens, webhooks] = useQueries({
    queries: [
      { ...apiQuery('/api/accounts'), staleTime: 0 },
      adminApiQuery('/api/events'),
      { ...apiQuery('/api/tokens'), staleTime: 0 },
      { ...apiQuery('/api/webhooks'), staleTime: 0 },
    ],
  });
  const programs = [
    ...(tokens.data ?? []).map((token) => ({ ...token, kind: say('Token') })),
    ...(webhooks.data ?? []).map((webhook) => ({
      ...webhook,
      name: webhook.url,
      kind: say('Webhook'),
    })),
  ];
  const about =
    (Dialog: ComponentType<AccountDialogProps>) => (close: () => void, account: Account) => (
      <Dialog
        account={account}
        // Administrators cannot choose their own events.
        events={account.id === user?.id ? undefined : events.data}
        programs={programs.filter(({ owner }) => owner?.id === account.id)}
        onClose={close}
      />
    );
  const [open, dialog] = useDialogs(accounts.data, {
    create: (close) => <CreateAccountDialog events={events.data ?? []} onClose={close} />,
    rename: about(dialogs.rename),
    password: about(dialogs.password),
    'second-factor': about(dialogs['second-factor']),
    disable: about(dialogs.disable),
    enable: about(dialogs.enable),
  });

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={say('Accounts')} subtitle={say('The administrators of this server')} />
      <section aria-labelledby="administrators" className="flex flex-col gap-4">
        <SectionHeader
          id="administrators"
          title={say('Administrators')}
          subtitle={say('Full access to all events or to selected ones')}
        >
          <Button icon={Plus} variant="primary" onClick={() => open('create')}>
            {say('Add Administrator')}
          </Button>
        </SectionHeader>
        <Resource
          card
          reads={[accounts, events, tokens, webhooks]}
          what={{
            loading: say('Loading administrators'),
            failed: say('Could not load administrators'),
          }}
        >
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
      </section>
      <p className="text-ink-2">
        <RichText
          text={say('Volunteers have <link>a page of their own</link>.')}
          tags={{
            link: (part) => (
              <Link to={adminPages.volunteers} className="text-accent-ink underline">
                {part}
              </Link>
            ),
          }}
        />
      </p>
      {dialog}
    </div>
  );
}

interface AccountCardProps {
  account: Account;
  /** True for the logged-in administrator's own account. */
  own: boolean;
  events: readonly ChoosableEvent[];
  onAction: (action: AccountAction) => void;
}

function AccountCard({ account, own, events, onAction }: AccountCardProps) {
  const name = account.name ?? account.username;
  return (
    <Card
      aria-label={account.username}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 p-4 md:p-5"
    >
      <div className="flex min-w-0 items-start gap-3.5">
        <Avatar name={name} />
        <div className="min-w-0">
          <h3 className="break-words text-xl">{name}</h3>
          <div className="mt-2 flex flex-wrap gap-1.5">
            <Badge icon={AtSign}>{account.username}</Badge>
            <AccountEvents account={account} events={events} />
            {account.email && <Badge icon={Mail}>{account.email}</Badge>}
            {own && <Badge tone="accent">{say('You')}</Badge>}
            {account.secondFactor && (
              <Badge tone="ok" icon={ShieldCheck}>
                {say('Second factor')}
              </Badge>
            )}
            {account.disabledAt && (
              <Badge tone="wait" icon={Ban}>
                {say('Disabled')}
              </Badge>
            )}
          </div>
        </div>
      </div>
      <div className="flex w-full flex-wrap gap-2 max-md:*:flex-1 md:w-auto">
        {actionsFor(account, own).map(([action, label]) => (
          <Button
            key={action}
            size="small"
            variant={action === 'disable' ? 'danger' : 'secondary'}
            // The name tells screen readers whose button it is.
            aria-label={`${label} ${name}`}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Card>
  );
}

/** Administrators cannot lock themselves out. */
function actionsFor(account: Account, own: boolean): [AccountAction, label: string][] {
  if (own) return [['rename', say('Edit')]];
  const secondFactor: [AccountAction, string] = ['second-factor', say('Reset Second Factor')];
  return [
    ['rename', say('Edit')],
    ['password', say('Reset Password')],
    ...(account.secondFactor ? [secondFactor] : []),
    account.disabledAt ? ['enable', say('Enable')] : ['disable', say('Disable')],
  ];
}

/** The number of names shown; more would push the card's buttons away. */
const NAMES_SHOWN = 3;

function AccountEvents({ account, events }: Pick<AccountCardProps, 'account' | 'events'>) {
  if (!account.events) return <Badge icon={CalendarDays}>{say('All events')}</Badge>;
  const accountEvents = events.filter(({ id }) => account.events?.includes(id));
  const more = accountEvents.length - NAMES_SHOWN;
  return (
    <>
      {account.events.length === 0 && (
        <Badge tone="wait" icon={CalendarDays}>
          {say('No events')}
        </Badge>
      )}
      {accountEvents.slice(0, NAMES_SHOWN).map(({ id, name }) => (
        <Badge key={id} tone="info" icon={CalendarDays}>
          {name}
        </Badge>
      ))}
      {more > 0 && <Badge tone="info">{say('and {more} more', { more })}</Badge>}
    </>
  );
}
