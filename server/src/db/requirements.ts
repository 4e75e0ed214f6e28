import sql from 'sql-template-tag';
import type { Database } from './client.ts';

const OLDEST_VERSION = 15;

/** Its message is the one line for the operator. */
export class UnfitDatabase extends Error {}

/** A database that may forget what it has acknowledged would break the promise of every answer. */
export async function refuseUnfitDatabase(
  db: Database,
  { allowUnsafe }: { allowUnsafe: boolean },
): Promise<void> {
  const [server] = await db.query<{
    version: number;
    fsync: string;
    synchronousCommit: string;
  }>(sql`
    select current_setting('server_version_num')::int / 10000 as version,
           current_setting('fsync') as fsync,
           current_setting('synchronous_commit') as synchronous_commit`);
  if (!server) throw new UnfitDatabase('The database did not tell its settings');
  if (server.version < OLDEST_VERSION) {
    throw new UnfitDatabase(
      `The database is PostgreSQL ${server.version}; ${OLDEST_VERSION} or newer is needed`,
    );
  }
  const off = Object.entries({
    fsync: server.fsync,
    synchronous_commit: server.synchronousCommit,
  }).flatMap(([name, value]) => (value === 'off' ? [name] : []));
  if (off.length > 0 && !allowUnsafe) {
    throw new UnfitDatabase(
      `The database has ${off.join(' and ')} off and could lose leads: ` +
        'turn it on, or set ALLOW_UNSAFE_DATABASE=on',
    );
  }
}
