import { statfs } from 'node:fs/promises';
import type { ServerStatus } from '@drawbridge/contract/operations/status';
import type { Settings } from '../../settings.ts';

const GIB = 1024 ** 3;
const LEAST_FREE = 2 * GIB;

/** The disks of the directories that the server writes to. */
export async function readDisks({
  databaseUrl,
  dataDir,
  backupDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir' | 'backupDir'>): Promise<ServerStatus['disks']> {
  const places = [
    ...(databaseUrl === undefined ? [['DATA_DIR', dataDir] as const] : []),
    ...(backupDir === undefined ? [] : [['BACKUP_DIR', backupDir] as const]),
  ];
  const disks = places.map(([setting, path]) =>
    statfs(path).then(
      ({ bavail, blocks, bsize }) => [
        { setting, freeBytes: bavail * bsize, bytes: blocks * bsize },
      ],
      // The directory does not exist yet.
      () => [],
    ),
  );
  return (await Promise.all(disks)).flat();
}

export function describeFullDisks(disks: ServerStatus['disks']): string[] {
  return disks
    .filter(({ freeBytes }) => freeBytes < LEAST_FREE)
    .map(
      ({ setting, freeBytes }) =>
        `Only ${(freeBytes / GIB).toFixed(1)} GiB are free on the disk of ${setting}`,
    );
}
