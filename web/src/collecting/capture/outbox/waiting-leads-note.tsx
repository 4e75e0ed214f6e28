import { useEffect, useState } from 'react';
import { t } from '../../../lib/texts/texts.ts';
import { countByUser, OUTBOX } from './outbox-rules.ts';

/** Tells on the log-in page whose leads wait on this device: only their own user sends them. */
export function WaitingLeadsNote() {
  const [counts, setCounts] = useState<[username: string, count: number][]>([]);
  useEffect(() => {
    let gone = false;
    async function read() {
      // Reading would create an empty outbox for everybody who logs in.
      if (!(await hasOutbox())) return;
      const { listLeads } = await import('./outbox-store.ts');
      const leads = await listLeads();
      if (!gone) setCounts(countByUser(leads));
    }
    // A browser that keeps nothing has nothing to tell.
    read().catch(() => {});
    return () => {
      gone = true;
    };
  }, []);

  if (counts.length === 0) return null;
  return (
    <div role="note" className="mb-5 rounded-m bg-wait-soft px-4 py-3 text-sm text-wait">
      {counts.map(([username, count]) => (
        <p key={username} className="break-words">
          {t('workspace.leadsWaiting', { name: username, count })}
        </p>
      ))}
    </div>
  );
}

/** Whether leads were ever collected here, as far as the browser tells. */
async function hasOutbox(): Promise<boolean> {
  const databases = await indexedDB.databases?.();
  return databases?.some(({ name }) => name === OUTBOX) ?? true;
}
