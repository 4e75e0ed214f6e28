import { constants, existsSync } from 'node:fs';
import { access, chown, lstat, readFile, readlink, realpath, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  explainFileError,
  isFileError,
  UnusableDatabase,
  UnusableDataDirectory,
} from '../errors.ts';
import { buildAtomically, makeDirectory, makeReadable } from './atomic-directory.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { SUPERUSER, shortHash } from './endpoint.ts';
import { canUseDirectory, chooseOsUser, ownerOf, runsAsRoot } from './os-user.ts';
import { hasCode, type OsUser, pickReason, run } from './process.ts';

/** The directory in which root puts files that the unprivileged user could not reach in the data directory. */
const SHARED_HOME = '/var/lib/drawbridge';

/** A database on disk, with everything needed to run its server. */
export interface Cluster {
  pgdata: string;
  osUser: OsUser | undefined;
  binaries: Binaries;
  logFile: string;
}

/** Finds the database that belongs to a data directory, or creates it at the first start if it may. */
export async function openCluster(
  givenDataDir: string,
  log: { info(message: string): void },
  { mayCreate }: { mayCreate: boolean },
): Promise<Cluster> {
  const refusePlace = refusalOf(givenDataDir);
  if (mayCreate) await makeDirectory(givenDataDir).catch(refusePlace);
  else if (!existsSync(givenDataDir)) throw noDatabase(givenDataDir);
  const dataDir = await realpath(resolve(givenDataDir));
  const logFile = join(dataDir, 'postgres.log');
  const directory = join(dataDir, 'postgres');
  // `here` comes first. The search does not depend on permissions, which may change: a start must not silently continue
  // with an empty database at another path.
  const existing = (await findDatabase(directory)) ?? (await findDatabase(sharedPathFor(dataDir)));
  if (existing === undefined && !mayCreate) throw noDatabase(givenDataDir);
  if (existing) await refuseReadOnlyDisk(existing);
  else await refuseReadOnlyDisk(dataDir).catch(refusePlace);
  const osUser = existing === undefined ? await newOwner() : await ownerOf(existing);
  if (existing !== undefined && osUser && !(await canUseDirectory(osUser, existing))) {
    throw new UnusableDatabase(
      `The owner of ${existing} cannot reach it: let that account enter the directories above it`,
    );
  }
  const binaries = await findBinaries(osUser, osUser ? SHARED_HOME : dataDir);
  const pgdata =
    existing ??
    (await createDatabase(dataDir, directory, osUser, binaries, log).catch(refusePlace));
  await refuseOtherVersion(pgdata, binaries);
  // The link shows where the data is, and leads there after the data directory has been moved.
  if (pgdata === sharedPathFor(dataDir)) await symlink(pgdata, directory).catch(() => {});
  return { pgdata, osUser, binaries, logFile };
}

/** Throws if the disk is read-only, because everything below would blame permissions. */
async function refuseReadOnlyDisk(directory: string): Promise<void> {
  await access(directory, constants.W_OK).catch((error) => {
    if (hasCode(error, 'EROFS')) throw error;
  });
}

/**
 * Turns an error into a refusal to start: without a database that can be created, a restart does not help, unless the
 * disk is full or broken.
 */
const refusalOf = (dataDir: string) => (error: unknown) => {
  if (!isFileError(error) || hasCode(error, 'ENOSPC', 'EDQUOT', 'EIO')) throw error;
  throw new UnusableDataDirectory(`DATA_DIR: ${explainFileError(error, dataDir)}`);
};

const noDatabase = (dataDir: string) =>
  new UnusableDatabase(`There is no database in ${dataDir}: set DATA_DIR as for the server`);

/** The user for a new database; undefined means our own account. */
async function newOwner(): Promise<OsUser | undefined> {
  return runsAsRoot() ? chooseOsUser() : undefined;
}

const sharedPathFor = (dataDir: string) => join(SHARED_HOME, shortHash(dataDir), 'postgres');

/** The real path of the database, or undefined if none has been created yet. */
async function findDatabase(path: string): Promise<string | undefined> {
  try {
    await lstat(join(path, 'PG_VERSION'));
    return await realpath(path);
  } catch (error) {
    if (hasCode(error, 'EACCES')) {
      throw new UnusableDatabase(
        `${path} belongs to another account: start Drawbridge as that account or as root`,
      );
    }
    if (!hasCode(error, 'ENOENT')) throw error;
    const target = await readlink(path).catch(() => undefined);
    if (target === undefined) return undefined;
    throw new UnusableDatabase(`The database of ${path} is missing: it was in ${target}`);
  }
}

async function createDatabase(
  dataDir: string,
  directory: string,
  osUser: OsUser | undefined,
  binaries: Binaries,
  log: { info(message: string): void },
): Promise<string> {
  if (await initialise(directory, osUser, binaries, log)) return directory;
  const target = sharedPathFor(dataDir);
  await makeReadable(SHARED_HOME);
  await makeReadable(join(target, '..'));
  if (!(await initialise(target, osUser, binaries, log))) {
    throw new UnusableDatabase(
      `The account that runs PostgreSQL can reach neither ${dataDir} nor ${SHARED_HOME}`,
    );
  }
  return target;
}

/** Creates the database. Returns false, and leaves nothing behind, if the user cannot access the directory. */
function initialise(
  pgdata: string,
  osUser: OsUser | undefined,
  binaries: Binaries,
  log: { info(message: string): void },
): Promise<boolean> {
  return buildAtomically(pgdata, async (scratch) => {
    if (osUser) {
      await chown(scratch, osUser.uid, osUser.gid);
      if (!(await canUseDirectory(osUser, scratch))) return false;
    }
    log.info(`Making a new database in ${dirname(pgdata)}`);
    await runInitdb(scratch, osUser, binaries);
    return true;
  });
}

async function runInitdb(
  pgdata: string,
  osUser: OsUser | undefined,
  binaries: Binaries,
): Promise<void> {
  const args = [
    `--pgdata=${pgdata}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    // PostgreSQL's own rules for sorting and case are the same on every system.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Only the owner and root can reach the socket.
    '--auth=trust',
    // initdb runs a server as well; settings.ts says why this is off.
    '--set=huge_pages=off',
  ];
  const { code, output } = await run(binaries.initdb, args, osUser);
  if (code !== 0) {
    throw new UnusableDatabase(`The database could not be made: ${pickReason(output)}`);
  }
}

async function refuseOtherVersion(pgdata: string, binaries: Binaries): Promise<void> {
  const version = await readFile(join(pgdata, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    throw new UnusableDatabase(`${pgdata} holds something other than a database: move it away`);
  }
  if (version.trim() !== binaries.major) {
    throw new UnusableDatabase(
      `${pgdata} was made by PostgreSQL ${version.trim()}, this is ${binaries.major}: ` +
        'start the earlier Drawbridge, or set DATABASE_URL',
    );
  }
}
