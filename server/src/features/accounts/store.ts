import type { Account, OwnAccount, Session } from '@drawbridge/contract/accounts';
import sql, { empty } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { hash } from '../auth/rules.ts';
import { endSessions, renameUser, setEmail, setPassword } from '../auth/store.ts';
import { removeSecondFactor } from '../second-factor/store.ts';

export async function findOwnAccount(db: Db, id: string): Promise<OwnAccount | undefined> {
  const [own] = await db.query<OwnAccount>(sql`
    select id, username, name, role, email,
           case when totp_enabled_at is not null then json_build_object(
             'enabledAt', totp_enabled_at,
             'recoveryCodesLeft', (select count(*) from recovery_codes where user_id = users.id)
           ) end as second_factor
    from users where id = ${id}`);
  return own;
}

/** The sessions of one user, last used first. */
export async function listSessions(db: Db, userId: string, token: string): Promise<Session[]> {
  return db.query<Session>(sql`
    select id, device, address, created_at, last_used_at, token_hash = ${hash(token)} as current
    from sessions where user_id = ${userId} and expires_at > now()
    order by last_used_at desc, id`);
}

export async function endOwnSession(
  db: Db,
  userId: string,
  id: string,
): Promise<Outcome<{ id: string; device: string }>> {
  const [ended] = await db.query<{ id: string; device: string }>(sql`
    delete from sessions where id = ${id} and user_id = ${userId} returning id, device`);
  return ended ? succeed(ended) : fail('session-not-found');
}

/** All administrators, disabled ones included. */
export async function listAccounts(db: Db, onlyId?: string): Promise<Account[]> {
  return db.query<Account>(sql`
    select id, username, name, email, created_at, disabled_at,
           totp_enabled_at is not null as second_factor
    from users where role = 'admin' ${onlyId ? sql`and id = ${onlyId}` : empty}
    order by disabled_at is not null, lower(coalesce(name, username)), id`);
}

export async function changeAccount(
  tx: Db,
  id: string,
  change: {
    name?: string | undefined;
    username?: string | undefined;
    email?: string | null | undefined;
    disabled?: boolean | undefined;
  },
): Promise<Outcome<{ before: Account; after: Account }>> {
  const [before] = await listAccounts(tx, id);
  if (!before) return fail('account-not-found');
  if ((await renameUser(tx, id, 'admin', change)) === 'taken') return fail('username-taken');
  if (change.email !== undefined && (await setEmail(tx, id, 'admin', change.email)) === 'taken') {
    return fail('email-taken');
  }
  if (change.disabled === true && !(await disable(tx, id))) return fail('last-administrator');
  if (change.disabled === false) {
    await tx.execute(sql`update users set disabled_at = null where id = ${id}`);
  }
  const [after] = await listAccounts(tx, id);
  return after ? succeed({ before, after }) : fail('account-not-found');
}

/** Returns false for the last administrator. */
async function disable(tx: Db, id: string): Promise<boolean> {
  // Locks all of them, in one order: of two administrators who disable each other at once, one succeeds.
  const enabled = await tx.query<{ id: string }>(sql`
    select id from users where role = 'admin' and disabled_at is null
    order by id for no key update`);
  if (!enabled.some((other) => other.id !== id)) return false;
  await tx.execute(sql`
    update users set disabled_at = now() where id = ${id} and disabled_at is null`);
  await endSessions(tx, id);
  return true;
}

export async function resetPassword(
  tx: Db,
  id: string,
  passwordHash: string,
): Promise<Outcome<Account>> {
  const [account] = await listAccounts(tx, id);
  if (!account) return fail('account-not-found');
  await setPassword(tx, id, passwordHash);
  return succeed(account);
}

export async function resetSecondFactor(tx: Db, id: string): Promise<Outcome<Account>> {
  const [account] = await listAccounts(tx, id);
  if (!account) return fail('account-not-found');
  if (!(await removeSecondFactor(tx, id))) return fail('second-factor-off');
  return succeed({ ...account, secondFactor: false });
}
