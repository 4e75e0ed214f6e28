import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { useDatabase } from '../../db/database.ts';
import { countPendingMigrations } from '../../db/migrate.ts';
import type { Settings } from '../../settings.ts';
import { describeFullDisks, readDisks } from '../status/disks.ts';

/*
 * Checks at the start, besides those of settings. The command `doctor` reports the same checks without starting
 * anything.
 */

/** The reason why the server cannot listen; undefined if it can. */
export async function findPortProblem(settings: Settings): Promise<string | undefined> {
  const { port, host, metricsPort, metricsHost } = settings;
  return (
    (await tryPort('PORT', port, host)) ??
    (metricsPort ? await tryPort('METRICS_PORT', metricsPort, metricsHost) : undefined)
  );
}

async function tryPort(setting: string, port: number, host: string): Promise<string | undefined> {
  const error = await new Promise<NodeJS.ErrnoException | undefined>((done) => {
    const server = createServer().once('error', done);
    server.listen(port, host, () => server.close(() => done(undefined)));
  });
  if (error?.code === 'EADDRINUSE') {
    return `Port ${port} is in use, by another Drawbridge or another program: stop that, or set ${setting}`;
  }
  if (error?.code === 'EACCES') {
    return `Port ${port} belongs to root: set ${setting} to 1024 or more, or start as root`;
  }
  return error && `The server cannot listen on ${host}, port ${port}: ${error.message}`;
}

export async function findDiskProblems(settings: Settings): Promise<string[]> {
  return describeFullDisks(await readDisks(settings));
}

/** Problems with mail or single sign-on. The libraries are loaded only if these are set up. */
export async function findServiceProblems({ mail, signOn }: Settings): Promise<string[]> {
  const problems = await Promise.all([
    mail && import('../../outreach/mail/smtp.ts').then((post) => post.describeMailProblem(mail)),
    signOn &&
      import('../../login/sign-on/provider.ts').then((provider) =>
        provider.describeSignOnProblem(signOn),
      ),
  ]);
  return problems.filter((problem) => problem !== undefined);
}

/**
 * Describes the database as the next start will find it, in one sentence. Changes nothing; throws if the database
 * cannot be used.
 */
export async function describeDatabase(settings: Settings): Promise<string> {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres/PG_VERSION'))) {
    return 'the first start makes one';
  }
  const silent = { info: () => {}, warn: () => {} };
  return useDatabase(
    settings,
    silent,
    async (db) => {
      const { version } = await db.queryOne<{ version: string }>(sql`
        select split_part(current_setting('server_version'), ' ', 1) as version`);
      const pending = await countPendingMigrations(db);
      return pending === 0
        ? `PostgreSQL ${version}`
        : `PostgreSQL ${version}, which the next start upgrades: make a backup first`;
    },
    { mayCreate: true, migrate: false },
  );
}
