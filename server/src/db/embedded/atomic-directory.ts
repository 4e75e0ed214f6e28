import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode, processExists } from './process.ts';

const scratchInUse = new Set<string>();

/**
 * Builds a directory next to its target and moves it there when complete, so that a crash never leaves an incomplete
 * one. If two processes do this at once, the first result is kept. If `build` returns false, the result is discarded.
 */
export async function buildAtomically(
  target: string,
  build: (scratch: string) => Promise<boolean>,
): Promise<boolean> {
  await sweepLeftovers(target);
  const scratch = `${target}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  scratchInUse.add(scratch);
  try {
    await mkdir(scratch, { mode: 0o700 });
    const complete = await build(scratch);
    if (complete) await moveInto(scratch, target);
    return complete;
  } finally {
    await rm(scratch, { recursive: true, force: true });
    scratchInUse.delete(scratch);
  }
}

/**
 * Creates a directory and its parents, and returns the first one that was missing. Node's own function never returns
 * where the system cannot create directories, such as in /proc.
 */
export async function makeDirectory(directory: string, mode = 0o777): Promise<string | undefined> {
  try {
    await mkdir(directory, { mode });
    return directory;
  } catch (error) {
    if (hasCode(error, 'EEXIST') && (await stat(directory)).isDirectory()) return undefined;
    const parent = dirname(directory);
    if (!hasCode(error, 'ENOENT') || existsSync(parent)) throw error;
    const first = await makeDirectory(parent, mode);
    return (await makeDirectory(directory, mode)) && first;
  }
}

/** Creates a directory that every user can enter despite our umask; an existing one is not changed. */
export async function makeReadable(directory: string): Promise<void> {
  const created = await makeDirectory(directory);
  if (created !== undefined) await chmod(directory, 0o755);
}

async function moveInto(scratch: string, target: string): Promise<void> {
  try {
    await rename(scratch, target);
  } catch (error) {
    // Another process was first.
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return;
    throw error;
  }
  // Otherwise a power cut could undo the move after data was acknowledged.
  const parent = await open(dirname(target), 'r');
  await parent.sync().finally(() => parent.close());
}

/** Removes the leftovers of killed processes. The process id is part of the name. */
async function sweepLeftovers(target: string): Promise<void> {
  const parent = dirname(target);
  const prefix = `${basename(target)}.new-`;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(parent, name);
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    // In a container every start has the same process id, so our own id is not enough.
    const alive = pid === process.pid ? scratchInUse.has(path) : processExists(pid);
    // An orphaned initdb may still be writing; the next start will remove its directory.
    if (!alive) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
