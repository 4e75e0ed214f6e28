import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ROOM_NEEDED = 6 * 1024 ** 3;

/**
 * Lets tests keep their temporary files in memory where the machine has enough, because a test's database spends more
 * time waiting for the disk than working. Crash recovery on a real disk has its own runs: see `npm run faults`.
 */
export function keepTemporaryFilesInMemory() {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ROOM_NEEDED) process.env.TMPDIR = MEMORY;
  } catch {
    // The directory does not exist here; the usual one is used instead.
  }
}
