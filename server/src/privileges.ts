import { chown, mkdir } from 'node:fs/promises';
import { canUseDirectory, chooseOsUser, findUnreadable } from './db/embedded/os-user.ts';
import type { OsUser } from './db/embedded/process.ts';
import { DatabaseUnavailable } from './db/embedded.ts';
import type { Settings } from './settings.ts';

/** Ports below this one belong to root. */
const FIRST_FREE_PORT = 1024;

interface Situation {
  root: boolean;
  /** The account that runs the database, or would run it. */
  account: OsUser | undefined;
  /** What the account cannot do although the server has to, such as reading a file of the program. */
  obstacle: string | undefined;
  ports: number[];
}

type PrivilegePlan =
  | { drop: 'never'; warning?: string }
  | { drop: 'before listening' | 'after listening'; account: OsUser };

/** Decides when a server that was started by root stops being root. */
export function planPrivileges({ root, account, obstacle, ports }: Situation): PrivilegePlan {
  if (!root) return { drop: 'never' };
  if (!account) return stayRoot('no account could be made for it');
  if (obstacle) return stayRoot(`other accounts cannot ${obstacle}`);
  const needsRoot = ports.some((port) => port > 0 && port < FIRST_FREE_PORT);
  return { drop: needsRoot ? 'after listening' : 'before listening', account };
}

const stayRoot = (reason: string): PrivilegePlan => ({
  drop: 'never',
  warning: `the server keeps the rights of root, because ${reason}: start it as another user`,
});

/** Looks at this process, and plans. `files` are what the server reads while it runs. */
export async function readPrivilegePlan(
  settings: Pick<Settings, 'port' | 'httpRedirectPort' | 'backupDir'>,
  databaseAccount: OsUser | undefined,
  files: string[],
): Promise<PrivilegePlan> {
  const root = process.getuid?.() === 0;
  if (!root) return { drop: 'never' };
  const account = databaseAccount ?? (await chooseOsUser().catch(ignoreMissingAccount));
  const obstacle = account && (await findObstacle(account, files, settings.backupDir));
  const ports = [settings.port, settings.httpRedirectPort ?? 0];
  return planPrivileges({ root, account, obstacle, ports });
}

async function findObstacle(
  account: OsUser,
  files: string[],
  backupDir: string | undefined,
): Promise<string | undefined> {
  const unreadable = await findUnreadable(account, files);
  if (unreadable) return `read ${unreadable}`;
  if (!backupDir) return undefined;
  const made = await mkdir(backupDir, { recursive: true });
  if (made) await chown(backupDir, account.uid, account.gid);
  return (await canUseDirectory(account, backupDir)) ? undefined : `write to ${backupDir}`;
}

function ignoreMissingAccount(error: unknown): undefined {
  if (!(error instanceof DatabaseUnavailable)) throw error;
}

/** Gives up the rights of root for good, in all threads of this process. */
export function becomeAccount({ uid, gid }: OsUser): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
