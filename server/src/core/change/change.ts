import type { Changed } from '@drawbridge/contract/core/call';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Problem } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { type Actor, type AuditRecord, recordAudit } from './audit-log.ts';
import { type ReadCreated, runIdempotent } from './idempotency.ts';
import { changesOfEvents, publish } from './publish.ts';

/** The actor of a change: the user of a call, an operator, or the server itself. */
type ChangingActor = Actor & Partial<Pick<CurrentUser, 'request'>> & { sessionId: string | null };

interface Declared<T> {
  changes?: readonly Changed[];
  read?: ReadCreated<T> | undefined;
}

/**
 * Makes a change, records it and publishes it to the pages of the recorded events, in one transaction, unless the
 * actor's session has ended. A change that throws a problem is rolled back. `describe` returns undefined if the change
 * turned out to have no effect. A request repeated under its id changes nothing, and returns the earlier result.
 */
export async function change<T>(
  db: Database,
  actor: ChangingActor,
  work: (tx: Db) => Promise<T>,
  describe: (changed: T) => AuditRecord | AuditRecord[] | undefined,
  { changes = [], read }: Declared<T> = {},
): Promise<T> {
  return inTransaction(db, async (tx) => {
    if (actor.sessionId) await lockSession(tx, actor.sessionId);
    const once = async () => {
      const changed = await work(tx);
      const records = [describe(changed) ?? []].flat();
      for (const record of records) await recordAudit(tx, actor, record);
      const eventIds = records.flatMap(({ eventId }) => eventId ?? []);
      for (const each of changesOfEvents) {
        if (changes.includes(each) && eventIds.length > 0) await publish(tx, each, { eventIds });
      }
      return changed;
    };
    return runIdempotent(tx, actor.id, actor.request, once, read);
  });
}

/** Locks the session. Anything that would end it, such as disabling the account, waits for the transaction. */
async function lockSession(tx: Db, id: string): Promise<void> {
  const active = await tx.execute(sql`
    select from sessions where id = ${id} and expires_at > now() for key share`);
  if (active === 0) throw new Problem('not-signed-in');
}
