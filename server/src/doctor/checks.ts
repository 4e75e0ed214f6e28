import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import type { Database } from '../db/client.ts';
import { Connection, configFor } from '../db/connection.ts';
import { useDatabase } from '../db/database.ts';
import { countPendingMigrations } from '../db/migrate.ts';
import { exitCodeOf, explainFailure } from '../failure.ts';
import { tryMailServer } from '../features/mail/post.ts';
import { describeSignOnProblem } from '../features/sign-on/provider.ts';
import { describeProxy, readNotedProxy } from '../features/status/store.ts';
import { describeMissingHttps } from '../process/addresses.ts';
import { readOpenFilesLimit } from '../process/connections.ts';
import {
  describeCertificate,
  describeCertificateProblem,
  readCertificate,
} from '../process/tls.ts';
import {
  InvalidSettings,
  type MailSettings,
  readSettings,
  type Settings,
  type SignOnSettings,
} from '../settings.ts';
import { describeUnknownSettings } from '../unknown-settings.ts';
import {
  checkAddress,
  checkBuild,
  checkDirectory,
  checkOpenFiles,
  checkTimeZone,
  type Finding,
  findServerAccount,
  note,
  ok,
  problem,
} from './machine.ts';
import { checkPorts } from './ports.ts';

/*
 * What `npm run doctor` asks the server itself, and `npm start` before it builds. Loaded from the sources when
 * there is no build, so nothing here may need one, nor be loaded later.
 */

const CLOCK_MS = 5_000;

/** Why a server with this environment would not start, with the exit code it would have. */
export function findRefusal(
  env: NodeJS.ProcessEnv,
): { sentence: string; exitCode: number } | undefined {
  try {
    const { tls } = readSettings(env);
    if (tls) readCertificate(tls);
    return undefined;
  } catch (error) {
    return { sentence: explainFailure(error, env), exitCode: exitCodeOf(error) };
  }
}

/** Everything that can be said of a server with this environment, on this machine. */
export async function* examineMachine(
  env: NodeJS.ProcessEnv,
  built: boolean,
): AsyncGenerator<Finding> {
  const { settings, isValid, findings } = checkSettings(env);
  yield* findings;
  yield checkBuild(built);
  yield checkOpenFiles(readOpenFilesLimit());
  const { dataDir, backupDir } = settings;
  const place = await checkDirectory('DATA_DIR', dataDir);
  yield place;
  if (backupDir !== undefined) {
    const account = await findServerAccount(fileURLToPath(import.meta.url));
    yield checkDirectory('BACKUP_DIR', backupDir, { account });
  }
  // Before the check of the database, which starts one if none is running.
  const ports = await checkPorts(settings);
  if (isValid('DATABASE_URL', 'DATABASE_URL_FILE')) {
    const found = await checkDatabase(settings);
    yield* place.level === 'problem' ? found.filter((each) => each !== FIRST_START) : found;
  }
  yield* ports;
  yield checkAddress(settings);
  if (isValid('TLS_CERT_FILE', 'TLS_KEY_FILE', 'PUBLIC_URL')) yield checkHttps(settings);
  yield* await checkServices(settings);
  yield checkTimeZone(backupDir);
}

/** What is wrong with the settings. Those that are invalid have their defaults, so that the rest can be examined. */
function checkSettings(env: NodeJS.ProcessEnv): {
  settings: Settings;
  isValid: (...names: string[]) => boolean;
  findings: Finding[];
} {
  const invalid = new Set<string>();
  const findings: Finding[] = [];
  const unknown = describeUnknownSettings(env).map(problem);
  const isValid = (...names: string[]) => !names.some((name) => invalid.has(name));
  for (;;) {
    // A secret may have been read from a file.
    const rest = Object.entries(env).filter(([name]) => isValid(name, name.replace(/_FILE$/, '')));
    try {
      const settings = readSettings(Object.fromEntries(rest), invalid.size > 0 ? 'each' : 'all');
      if (invalid.size === 0) findings.push(ok('The settings are valid'));
      return { settings, isValid, findings: [...findings, ...unknown] };
    } catch (error) {
      if (!(error instanceof InvalidSettings)) throw error;
      findings.push(...error.message.split('\n').map(problem));
      for (const name of error.names) invalid.add(name);
    }
  }
}

/** The servers of others that the settings name. The server says at its start which it cannot reach. */
export async function checkServices({ mail, signOn }: Settings): Promise<Finding[]> {
  return Promise.all([
    ...(mail ? [checkMail(mail)] : []),
    ...(signOn ? [checkSignOn(signOn)] : []),
  ]);
}

async function checkSignOn(signOn: SignOnSettings): Promise<Finding> {
  const wrong = await describeSignOnProblem(signOn);
  return wrong ? problem(wrong) : ok(`Single sign-on is by ${signOn.issuer}`);
}

/** Whether the mail server lets us in. Nothing is sent. */
async function checkMail(mail: MailSettings): Promise<Finding> {
  const { host, port } = mail.server;
  const refusal = await tryMailServer(mail);
  return refusal
    ? problem(`Mail cannot be sent through ${host}:${port}: ${refusal}`)
    : ok(`Mail is sent through ${host}:${port}, from ${mail.from.address}`);
}

/** The certificate, its key and its time, or what is missing without one. */
export function checkHttps(
  { tls, publicUrl }: Pick<Settings, 'tls' | 'publicUrl'>,
  now = Date.now(),
): Finding {
  if (!tls) {
    const [missing] = describeMissingHttps({ host: '', publicUrl });
    return missing
      ? note(`${missing} of the running server`)
      : ok('A proxy in front of the server is responsible for HTTPS');
  }
  try {
    const { cert } = readCertificate(tls);
    const wrong = describeCertificateProblem(cert, publicUrl, now);
    return wrong ? problem(wrong) : ok(describeCertificate(cert));
  } catch (error) {
    return problem(explainFailure(error));
  }
}

const FIRST_START = ok('The first start will make a database');

type Which = Pick<Settings, 'dataDir' | 'databaseUrl' | 'allowUnsafeDatabase' | 'trustProxy'>;

/** Whether the database can be used as the server will use it. Changes nothing. */
export async function checkDatabase(settings: Which, now = () => Date.now()): Promise<Finding[]> {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl === undefined) {
    return existsSync(join(dataDir, 'postgres/PG_VERSION'))
      ? checkServer(settings, 'this machine', now)
      : [FIRST_START];
  }
  const { host, port } = new Connection(configFor(databaseUrl));
  return checkServer(settings, `${host}:${port}`, now);
}

async function checkServer(which: Which, host: string, now: () => number): Promise<Finding[]> {
  const silent = { info: () => {}, warn: () => {} };
  const options = { mayCreate: true, migrate: false };
  try {
    return await useDatabase(which, silent, (db) => examine(db, which, host, now), options);
  } catch (error) {
    return [problem(`${host}: ${explainFailure(error).split('\n', 1)[0]}`)];
  }
}

async function examine(
  db: Database,
  { trustProxy }: Which,
  host: string,
  now: () => number,
): Promise<Finding[]> {
  const { major, at, made } = await db.queryOne<{ major: number; at: number; made: boolean }>(sql`
    select current_setting('server_version_num')::int / 10000 as major,
           extract(epoch from clock_timestamp())::float8 * 1000 as at,
           to_regclass('server_notices') is not null as made`);
  const apart = Math.round(Math.abs(at - now()) / 1000);
  const pending = await countPendingMigrations(db);
  const proxy = made && trustProxy === false ? await readNotedProxy(db) : undefined;
  return [
    ok(`The database on ${host} is PostgreSQL ${major}`),
    pending === 0
      ? ok('The database fits this version')
      : note(
          `The next start will upgrade the database (${pending} ${pending === 1 ? 'migration' : 'migrations'}): make a backup first`,
        ),
    ...(apart * 1000 > CLOCK_MS
      ? [problem(`The clocks of this machine and ${host} are ${apart} s apart: use NTP on both`)]
      : []),
    ...(proxy ? [problem(describeProxy(proxy))] : []),
  ];
}
