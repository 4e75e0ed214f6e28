import { lchown, lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chooseEndpoint } from './endpoint.ts';
import { canEnterDirectory, chooseOsUser, findSharedAccounts, runsAsRoot } from './os-user.ts';
import { findPostmaster } from './postmaster.ts';
import type { OsUser } from './process.ts';

/**
 * The user for an existing database is its owner, so that root never takes it away from them. One that
 * belongs to an account that other programs use too is handed over to our own account.
 */
export async function ownerOf(pgdata: string): Promise<OsUser | undefined> {
  if (!runsAsRoot()) return undefined;
  const { uid, gid } = await stat(pgdata);
  const shared = await findSharedAccounts();
  if (uid !== 0 && !shared.some((account) => account.uid === uid)) return { uid, gid };
  const account = await chooseOsUser();
  const current = uid === 0 ? account : { uid, gid };
  if (account.uid === uid || (await findPostmaster(pgdata))) return current;
  if (!(await canEnterDirectory(account, dirname(pgdata)))) return current;
  await handOver(pgdata, uid, account);
  const { host } = await chooseEndpoint(pgdata);
  if (host !== pgdata) await changeOwner(host, uid, account).catch(() => {});
  return account;
}

/** The directory itself comes last: if this is interrupted, the next start begins again. */
async function handOver(directory: string, from: number, to: OsUser): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await handOver(path, from, to);
    else await changeOwner(path, from, to);
  }
  await changeOwner(directory, from, to);
}

async function changeOwner(path: string, from: number, to: OsUser): Promise<void> {
  if ((await lstat(path)).uid === from) await lchown(path, to.uid, to.gid);
}
