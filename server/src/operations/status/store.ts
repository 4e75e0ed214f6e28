import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import type { WriteMonitor } from '../../db/write-monitor.ts';

/** Stores the address of an untrusted proxy. */
export async function recordUntrustedProxy(db: Db, address: string): Promise<void> {
  await db.execute(sql`
    insert into server_notices (name, details) values ('proxy', ${address})
    on conflict (name) do update set details = excluded.details, recorded_at = now()`);
}

/** The last recorded untrusted proxy, unless it is older than two days. */
export async function readUntrustedProxy(db: Db): Promise<string | undefined> {
  const [row] = await db.query<{ details: string }>(sql`
    select details from server_notices where name = 'proxy' and recorded_at > now() - interval '2 days'`);
  return row?.details;
}

export const describeProxy = (address: string) =>
  `Requests come through ${address} with X-Forwarded-For, but TRUST_PROXY is off, so all visitors share ` +
  'one rate limit. If this is your proxy, set TRUST_PROXY=1';

export async function readDatabaseFacts(db: Db): Promise<{ version: string; bytes: number }> {
  return db.queryOne(sql`
    select split_part(current_setting('server_version'), ' ', 1) as version,
           pg_database_size(current_database())::float8 as bytes`);
}

/** The time of the last download of a backup by an administrator. */
export async function readLastDownload(db: Db): Promise<string | null> {
  const { at } = await db.queryOne<{ at: string | null }>(sql`
    select max(at) as at from audit_log where kind = 'backup-downloaded'`);
  return at;
}

const RECORD_INTERVAL_MS = 24 * 60 * 60_000;

/**
 * Detects requests with X-Forwarded-For while TRUST_PROXY is off. Logs it once, and refreshes a notice for `doctor` and
 * the status page once a day. Anyone can send the header, so the message names the address and asks.
 */
export function detectUntrustedProxies(app: FastifyInstance, db: Db, writes: WriteMonitor): void {
  let recordedAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    const { 'x-forwarded-for': forwarded } = request.headers;
    if (forwarded === undefined || performance.now() - recordedAt < RECORD_INTERVAL_MS) return;
    const address = request.socket.remoteAddress ?? 'a proxy';
    if (recordedAt < 0) app.log.warn(describeProxy(address));
    recordedAt = performance.now();
    recordUntrustedProxy(db, address).catch((error) =>
      writes.report(error, 'a proxy could not be noted'),
    );
  });
}
