import { useQuery } from '@tanstack/react-query';
import { readsOf } from '../../lib/reads.ts';
import { Card } from '../../ui/card.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { ownAccountQuery } from './api.ts';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** What users do with their own account, whatever their role. */
export function OwnSettings() {
  const account = useQuery(ownAccountQuery);
  const reads = readsOf(account);

  if (reads.failure) {
    return (
      <Card>
        <LoadFailure what="your account" error={reads.failure.error} onRetry={reads.retry} />
      </Card>
    );
  }
  if (!account.data) return <ListSkeleton label="Loading your account" />;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="break-words">
        You are logged in as <strong>{account.data.name ?? account.data.username}</strong>
        {account.data.name && ` (${account.data.username})`}.
      </p>
      <PasswordSection role={account.data.role} />
      {account.data.role === 'admin' && <SecondFactorSection account={account.data} />}
      <SessionsSection />
    </div>
  );
}
