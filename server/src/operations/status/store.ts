import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import type { WriteMonitor } from '../../db/write-monitor.ts';

/** Notes the address of a proxy that nobody has told us to trust. */
export async function recordUntrustedProxy(db: Db, address: string): Promise<void> {
  await db.execute(sql`
    insert into server_notices (name, details) values ('proxy', ${address})
    on conflict (name) do update set details = excluded.details, recorded_at = now()`);
}

/** The proxy that was noted last, unless that is more than two days ago. */
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

/** When an administrator last downloaded a backup. */
export async function readLastDownload(db: Db): Promise<string | null> {
  const { at } = await db.queryOne<{ at: string | null }>(sql`
    select max(at) as at from audit_log where kind = 'backup-downloaded'`);
  return at;
}

const NOTE_EVERY_MS = 24 * 60 * 60_000;

/**
 * Notices a proxy that nobody has told us to trust: the log says so once, and a note for the doctor and the status is
 * renewed once a day. Anybody can send the header, so the sentence names the address and asks.
 */
export function detectUntrustedProxies(app: FastifyInstance, db: Db, writes: WriteMonitor): void {
  let noted = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    const { 'x-forwarded-for': forwarded } = request.headers;
    if (forwarded === undefined || performance.now() - noted < NOTE_EVERY_MS) return;
    const address = request.socket.remoteAddress ?? 'a proxy';
    if (noted < 0) app.log.warn(describeProxy(address));
    noted = performance.now();
    recordUntrustedProxy(db, address).catch((error) =>
      writes.report(error, 'a proxy could not be noted'),
    );
  });
}
