import { chown } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../../db/embedded/atomic-directory.ts';
import { chooseOsUser, findUnreadable } from '../../db/embedded/os-user.ts';
import type { OsUser } from '../../db/embedded/process.ts';
import { UnusableDatabase } from '../../db/errors.ts';
import type { Settings } from '../../settings.ts';

/** The first port that does not require root. */
const FIRST_FREE_PORT = 1024;

interface Situation {
  root: boolean;
  /** The account that runs the database, or would run it. */
  account: OsUser | undefined;
  /** A file of the program that the account cannot read. */
  unreadable: string | undefined;
  ports: number[];
}

type PrivilegePlan =
  | { drop: 'never'; warning?: string }
  | { drop: 'before listening' | 'after listening'; account: OsUser };

/** Decides when a server started by root gives up its rights. */
export function planPrivileges({ root, account, unreadable, ports }: Situation): PrivilegePlan {
  if (!root) return { drop: 'never' };
  if (!account) return stayRoot('no account could be made for it', 'start it as another user');
  if (unreadable) {
    const name = `its account (user ${account.uid})`;
    // npx stores its packages in the home directory of root.
    const remedy = unreadable.includes('/_npx/')
      ? 'instead of npx, install the package by npm install --global'
      : 'make it readable for that account';
    return stayRoot(`${name} cannot read ${unreadable}`, remedy);
  }
  const needsRoot = ports.some((port) => port > 0 && port < FIRST_FREE_PORT);
  const drop = needsRoot ? 'after listening' : 'before listening';
  return { drop, account };
}

const stayRoot = (reason: string, remedy: string): PrivilegePlan => ({
  drop: 'never',
  warning: `the server keeps the rights of root, because ${reason}: ${remedy}`,
});

/** The plan for this process. `files` are those that the server reads while it runs. */
export async function readPrivilegePlan(
  settings: Pick<Settings, 'port' | 'metricsPort'>,
  databaseAccount: OsUser | undefined,
  files: string[],
): Promise<PrivilegePlan> {
  const root = process.getuid?.() === 0;
  if (!root) return { drop: 'never' };
  const account = databaseAccount ?? (await chooseOsUser().catch(ignoreMissingAccount));
  const unreadable = account && (await findUnreadable(account, files));
  return planPrivileges({
    root,
    account,
    unreadable,
    ports: [settings.port, settings.metricsPort ?? 0],
  });
}

function ignoreMissingAccount(error: unknown): undefined {
  if (!(error instanceof UnusableDatabase)) throw error;
}

/** Creates a directory that the account will write to, while this process still has the rights. */
export async function makeDirectoryFor({ uid, gid }: OsUser, directory: string): Promise<void> {
  const created = await makeDirectory(directory, 0o700);
  if (created === undefined) return;
  // Parents that were created with it are closed to other users as well, so the account must own them.
  for (let path = directory; path.length >= created.length; path = dirname(path)) {
    await chown(path, uid, gid);
  }
}

/** Gives up the rights of root for good, in all threads of this process. */
export function becomeAccount({ uid, gid }: OsUser): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
