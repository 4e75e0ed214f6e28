import type { Account } from '@drawbridge/contract/accounts/accounts';
import { AtSign, Ban, CalendarDays, Mail, ShieldCheck } from 'lucide-react';
import { Avatar, Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** An event that an administrator can be limited to. */
export interface ChoosableEvent {
  id: string;
  name: string;
  date: string;
}

export type AccountAction = 'rename' | 'password' | 'second-factor' | 'disable' | 'enable';

interface AccountCardProps {
  account: Account;
  /** Whether it is the signed-in administrator's own account. */
  own: boolean;
  events: readonly ChoosableEvent[];
  onAction: (action: AccountAction) => void;
}

export function AccountCard({ account, own, events, onAction }: AccountCardProps) {
  const name = account.name ?? account.username;

  return (
    <Card
      aria-label={account.username}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 p-4 md:p-5"
    >
      <div className="flex min-w-0 items-start gap-3.5">
        <Avatar name={name} />
        <div className="min-w-0">
          <h2 className="break-words text-xl">{name}</h2>
          <div className="mt-2 flex flex-wrap gap-1.5">
            <Badge icon={AtSign}>{account.username}</Badge>
            <AccountEvents account={account} events={events} />
            {account.email && <Badge icon={Mail}>{account.email}</Badge>}
            {own && <Badge tone="accent">You</Badge>}
            {account.secondFactor && (
              <Badge tone="ok" icon={ShieldCheck}>
                Second factor
              </Badge>
            )}
            {account.disabledAt && (
              <Badge tone="wait" icon={Ban}>
                Disabled
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
            // Screen readers also tell whose button it is.
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

/** The own password and second factor are changed under Settings, and nobody locks themselves out. */
function actionsFor(account: Account, own: boolean): [AccountAction, label: string][] {
  if (own) return [['rename', 'Edit']];
  return [
    ['rename', 'Edit'],
    ['password', 'Reset Password'],
    ...(account.secondFactor
      ? [['second-factor', 'Reset Second Factor'] as [AccountAction, string]]
      : []),
    account.disabledAt ? ['enable', 'Enable'] : ['disable', 'Disable'],
  ];
}

/** More names would push the buttons of the card away. */
const NAMES_SHOWN = 3;

interface AccountEventsProps {
  account: Account;
  events: readonly ChoosableEvent[];
}

/** Which events an administrator may use. */
function AccountEvents({ account, events }: AccountEventsProps) {
  if (!account.events) return <Badge icon={CalendarDays}>All events</Badge>;
  const chosen = events.filter(({ id }) => account.events?.includes(id));
  const more = chosen.length - NAMES_SHOWN;
  return (
    <>
      {account.events.length === 0 && (
        <Badge tone="wait" icon={CalendarDays}>
          No events
        </Badge>
      )}
      {chosen.slice(0, NAMES_SHOWN).map(({ id, name }) => (
        <Badge key={id} tone="info" icon={CalendarDays}>
          {name}
        </Badge>
      ))}
      {more > 0 && <Badge tone="info">{`and ${more} more`}</Badge>}
    </>
  );
}
