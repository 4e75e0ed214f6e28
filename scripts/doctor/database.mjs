// Whether the database can be used. Needs the packages.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { note, ok, problem } from './machine.mjs';

const CLOCK_MS = 5_000;
const LEAST = 15;
const EMBEDDED = '18';

/** The database of the embedded PostgreSQL, which may not have been made yet. */
export function checkEmbedded(dataDir) {
  const file = join(dataDir, 'postgres/PG_VERSION');
  if (!existsSync(file)) return ok('The first start will make a database');
  const version = readFileSync(file, 'utf8').trim();
  return version === EMBEDDED
    ? ok(`There is a database of PostgreSQL ${version}`)
    : problem(
        `The database in ${dataDir} was made by PostgreSQL ${version}, and this is ${EMBEDDED}`,
      );
}

/** Whether this version can use the database; needs the build, whose migrations it compares. */
export async function checkVersion(settings) {
  const { useDatabase } = await import('../../server/dist/db/database.js');
  const { countPendingMigrations } = await import('../../server/dist/db/migrate.js');
  const silent = { info: () => {}, warn: () => {} };
  const options = { mayCreate: true, migrate: false };
  try {
    const pending = await useDatabase(settings, silent, countPendingMigrations, options);
    return pending === 0
      ? ok('The database fits this version')
      : note(
          `The next start will upgrade the database (${pending} ${pending === 1 ? 'migration' : 'migrations'}): make a backup first`,
        );
  } catch (error) {
    return problem(error.message.split('\n', 1)[0]);
  }
}

/** Connects, and looks at the version, the clock and the settings that protect data. */
export async function checkServer(url, { allowUnsafe, now = () => Date.now() }) {
  const { default: pg } = await import('pg');
  const findings = [];
  // With several hosts, one of them is the primary; each has to answer.
  for (const target of splitHosts(url)) {
    let client;
    try {
      client = new pg.Client({ connectionString: target, connectionTimeoutMillis: 5_000 });
    } catch {
      // The error would show the password.
      return [
        problem('DATABASE_URL is not an address; in its password, write / as %2F and @ as %40'),
      ];
    }
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query(`
        select current_setting('server_version_num')::int / 10000 as major, clock_timestamp() as clock,
               current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits`);
      findings.push(...judge(client.host, rows[0], { allowUnsafe, now }));
    } catch (error) {
      findings.push(
        problem(
          `The database ${client.host}:${client.port} cannot be used: ${error.message || error.code}`,
        ),
      );
    } finally {
      await client.end().catch(() => {});
    }
  }
  return findings;
}

export function judge(host, { major, clock, fsync, commits }, { allowUnsafe, now }) {
  const findings = [];
  if (major < LEAST)
    findings.push(problem(`${host} is PostgreSQL ${major}; ${LEAST} or newer is needed`));
  if (!allowUnsafe && (fsync === 'off' || commits === 'off')) {
    findings.push(problem(`${host} may lose data: turn fsync and synchronous_commit on`));
  }
  const apart = Math.abs(clock.getTime() - now());
  if (apart > CLOCK_MS) {
    findings.push(
      problem(
        `The clocks of this machine and ${host} are ${Math.round(apart / 1000)} s apart: use NTP on both`,
      ),
    );
  }
  return findings.length === 0 ? [ok(`The database on ${host} is PostgreSQL ${major}`)] : findings;
}

/** As in `server/src/db/failover.ts`, which may not be built yet; a test compares the two. */
export function splitHosts(url) {
  const [, before = '', hosts = url, after = ''] =
    /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
