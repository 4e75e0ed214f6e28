import type { Account } from '@drawbridge/contract/accounts/accounts';
import { AtSign, Ban, Mail, ShieldCheck } from 'lucide-react';
import { Avatar, Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { AccountEvents, type ChoosableEvent } from './account-events.tsx';

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
        <AccountButton label="Edit" of={account} onClick={() => onAction('rename')} />
        {/* The own password and second factor are changed under Settings, and nobody locks themselves out. */}
        {!own && (
          <>
            <AccountButton
              label="Reset Password"
              of={account}
              onClick={() => onAction('password')}
            />
            {account.secondFactor && (
              <AccountButton
                label="Reset Second Factor"
                of={account}
                onClick={() => onAction('second-factor')}
              />
            )}
            {account.disabledAt ? (
              <AccountButton label="Enable" of={account} onClick={() => onAction('enable')} />
            ) : (
              <AccountButton
                label="Disable"
                of={account}
                variant="danger"
                onClick={() => onAction('disable')}
              />
            )}
          </>
        )}
      </div>
    </Card>
  );
}

interface AccountButtonProps {
  label: string;
  of: Account;
  variant?: 'secondary' | 'danger';
  onClick: () => void;
}

/** Screen readers also tell whose button it is. */
function AccountButton({ label, of, variant = 'secondary', onClick }: AccountButtonProps) {
  return (
    <Button
      size="small"
      variant={variant}
      aria-label={`${label} ${of.name ?? of.username}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
