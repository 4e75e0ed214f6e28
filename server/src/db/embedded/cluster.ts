import { randomBytes } from 'node:crypto';
import {
  chown,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { canUseDirectory, chooseAccount, ownerOf } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { passwordFile, SUPERUSER, shortHash } from './endpoint.ts';
import { type Account, hasCode, pickReason, run } from './process.ts';
import { buildAside, makeReadable } from './scratch.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Where root keeps what the unprivileged account cannot reach in its own place. */
const SHARED_HOME = '/var/lib/drawbridge';

/** A database on disk, and what is needed to run a server on it. */
export interface Cluster {
  pgdata: string;
  account: Account | undefined;
  binaries: Binaries;
  logFile: string;
}

/** Finds the database that belongs to a data directory, or makes it at the first start. */
export async function openCluster(
  givenDataDir: string,
  log: { info(message: string): void },
): Promise<Cluster> {
  await mkdir(givenDataDir, { recursive: true });
  const dataDir = await realpath(resolve(givenDataDir));
  const logFile = join(dataDir, 'postgres.log');
  const here = join(dataDir, 'postgres');
  // `here` comes first and a database is never looked for by permissions, which may change: a start
  // must not silently go on with an empty database elsewhere.
  const found = (await findDatabase(here)) ?? (await findDatabase(away(dataDir)));
  const account = found === undefined ? await chooseAccount() : await ownerOf(found);
  if (found !== undefined && account && !(await canUseDirectory(account, found))) {
    throw new DatabaseUnavailable(
      `The owner of ${found} cannot reach it: let that account enter the directories above it`,
    );
  }
  const binaries = await findBinaries(account, account ? SHARED_HOME : dataDir);
  const pgdata = found ?? (await createDatabase(dataDir, here, account, binaries, log));
  await refuseOtherVersion(pgdata, binaries);
  // Shows where the data is, and finds it again when the data directory has been moved.
  if (pgdata === away(dataDir)) await symlink(pgdata, here).catch(() => {});
  return { pgdata, account, binaries, logFile };
}

const away = (dataDir: string) => join(SHARED_HOME, shortHash(dataDir), 'postgres');

/** The real path of the database, or undefined where none was made yet. */
async function findDatabase(path: string): Promise<string | undefined> {
  try {
    await lstat(join(path, 'PG_VERSION'));
    return await realpath(path);
  } catch (error) {
    if (hasCode(error, 'EACCES')) {
      throw new DatabaseUnavailable(
        `${path} belongs to another account: start Drawbridge as that account or as root`,
      );
    }
    if (!hasCode(error, 'ENOENT')) throw error;
    const target = await readlink(path).catch(() => undefined);
    if (target === undefined) return undefined;
    throw new DatabaseUnavailable(`The database of ${path} is missing: it was in ${target}`);
  }
}

async function createDatabase(
  dataDir: string,
  here: string,
  account: Account | undefined,
  binaries: Binaries,
  log: { info(message: string): void },
): Promise<string> {
  log.info('Preparing the database for the first start');
  if (await initialise(here, account, binaries)) return here;
  const target = away(dataDir);
  await makeReadable(SHARED_HOME);
  await makeReadable(join(target, '..'));
  if (!(await initialise(target, account, binaries))) {
    throw new DatabaseUnavailable(
      `The account that runs PostgreSQL can reach neither ${dataDir} nor ${SHARED_HOME}`,
    );
  }
  return target;
}

/** Answers false, and leaves nothing, where the account could not work in that place. */
function initialise(
  pgdata: string,
  account: Account | undefined,
  binaries: Binaries,
): Promise<boolean> {
  return buildAside(pgdata, async (scratch) => {
    if (account) {
      await chown(scratch, account.uid, account.gid);
      if (!(await canUseDirectory(account, scratch))) return false;
    }
    await runInitdb(scratch, account, binaries);
    return true;
  });
}

async function runInitdb(
  pgdata: string,
  account: Account | undefined,
  binaries: Binaries,
): Promise<void> {
  const common = [
    `--pgdata=${pgdata}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    // PostgreSQL's own rules of sorting and case: the same on every system, whatever its locales.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // initdb runs a server too; see the settings for why.
    '--set=huge_pages=off',
  ];
  // Only the owner and root get through to the socket; a port of Windows is open to all accounts.
  const secret = process.platform === 'win32' ? `${pgdata}-password` : undefined;
  if (secret) await writeFile(secret, randomBytes(24).toString('hex'), { mode: 0o600 });
  const auth = secret ? ['--auth=scram-sha-256', `--pwfile=${secret}`] : ['--auth=trust'];
  const { code, output } = await run(binaries.initdb, [...common, ...auth], account);
  if (code !== 0) {
    throw new DatabaseUnavailable(`The database could not be made: ${pickReason(output)}`);
  }
  if (secret) await rename(secret, passwordFile(pgdata));
}

async function refuseOtherVersion(pgdata: string, binaries: Binaries): Promise<void> {
  const version = await readFile(join(pgdata, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    throw new DatabaseUnavailable(`${pgdata} holds something else than a database: move it away`);
  }
  if (version.trim() !== binaries.major) {
    throw new DatabaseUnavailable(
      `${pgdata} was made by PostgreSQL ${version.trim()}, this is ${binaries.major}: ` +
        'start the earlier Drawbridge, or set DATABASE_URL',
    );
  }
}
