import sql from 'sql-template-tag';
import type { Database } from './client.ts';

const OLDEST_VERSION = 15;

/** The message is one line for the operator. */
export class UnsupportedDatabase extends Error {}

/** Refuses a database that is too old, or that may lose data it has acknowledged. */
export async function requireSupportedDatabase(
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
  if (!server) throw new UnsupportedDatabase('The database did not report its settings');
  if (server.version < OLDEST_VERSION) {
    throw new UnsupportedDatabase(
      `The database is PostgreSQL ${server.version}; ${OLDEST_VERSION} or newer is needed`,
    );
  }
  const off = Object.entries({
    fsync: server.fsync,
    synchronous_commit: server.synchronousCommit,
  }).flatMap(([name, value]) => (value === 'off' ? [name] : []));
  if (off.length > 0 && !allowUnsafe) {
    throw new UnsupportedDatabase(
      `The database has ${off.join(' and ')} off and could lose leads: ` +
        'turn it on, or set ALLOW_UNSAFE_DATABASE=on',
    );
  }
}
