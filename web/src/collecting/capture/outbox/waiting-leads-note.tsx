import { useEffect, useState } from 'react';
import { t } from '../../../lib/texts/texts.ts';
import { countByUser, OUTBOX } from './outbox-rules.ts';

/** Lists on the login page the users whose leads wait on this device: only they can send them. */
export function WaitingLeadsNote() {
  const [counts, setCounts] = useState<[username: string, count: number][]>([]);
  useEffect(() => {
    let unmounted = false;
    async function read() {
      // Reading without this check would create an empty outbox for everybody who logs in.
      if (!(await hasOutbox())) return;
      const { listLeads } = await import('./outbox-store.ts');
      const leads = await listLeads();
      if (!unmounted) setCounts(countByUser(leads));
    }
    // A browser without storage has no leads to list.
    read().catch(() => {});
    return () => {
      unmounted = true;
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

/** True if the browser reports that leads were ever collected here. */
async function hasOutbox(): Promise<boolean> {
  const databases = await indexedDB.databases?.();
  return databases?.some(({ name }) => name === OUTBOX) ?? true;
}
