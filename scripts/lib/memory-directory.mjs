import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ROOM_NEEDED = 6 * 1024 ** 3;

/**
 * Lets tests keep their temporary files in memory where the machine has room for them, because a test's
 * database waits for the disk more than it works. What a crash leaves on a disk has its own runs: see
 * `npm run faults`.
 */
export function keepTemporaryFilesInMemory() {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ROOM_NEEDED) process.env.TMPDIR = MEMORY;
  } catch {
    // There is no such directory here; the usual one serves as well.
  }
}
