import { useEffect, useState } from 'react';
import { countOf } from '../../../lib/formats.ts';
import { countByUser } from './outbox-rules.ts';
import { hasOutbox, listLeads } from './outbox-store.ts';

/** Tells on the log-in page whose leads wait on this device: only their own user sends them. */
export function WaitingLeadsNote() {
  const [counts, setCounts] = useState<[username: string, count: number][]>([]);
  useEffect(() => {
    let gone = false;
    async function read() {
      // Reading would create an empty outbox for everybody who logs in.
      if (!(await hasOutbox())) return;
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
          {`${countOf(count, 'lead')} of ${username} ${count === 1 ? 'is' : 'are'} waiting on this phone: log in as ${username} to send ${count === 1 ? 'it' : 'them'}.`}
        </p>
      ))}
    </div>
  );
}
