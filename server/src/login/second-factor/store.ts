import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { createRecoveryCodes, hashNewCode, readCode, stepOf } from './rules.ts';

const KEY_BYTES = 20;

/** SQL condition: the user `u` needs a second factor, which is a code of the app, a passkey, or a recovery code. */
export const secondFactorOn = sql`
  (u.totp_enabled_at is not null or exists (select from passkeys p where p.user_id = u.id))`;

/** True if the user has an authenticator app, and not passkeys alone. */
export async function hasApp(db: Db, userId: string): Promise<boolean> {
  const users = await db.execute(sql`
    select from users where id = ${userId} and totp_enabled_at is not null`);
  return users > 0;
}

/** Sets a new key, which has no effect until `confirmSecondFactor`. */
export async function startSecondFactor(tx: Db, userId: string): Promise<Outcome<Buffer>> {
  const key = randomBytes(KEY_BYTES);
  const started = await tx.execute(sql`
    update users set totp_key = ${key}, totp_last_step = null
    where id = ${userId} and totp_enabled_at is null`);
  return started > 0 ? succeed(key) : fail('second-factor-on');
}

/** Turns the second factor on after a valid code of the app. Returns the recovery codes. */
export async function confirmSecondFactor(
  tx: Db,
  userId: string,
  code: string,
): Promise<Outcome<string[]>> {
  const [user] = await tx.query<{ key: Buffer | null; enabled: boolean }>(sql`
    select totp_key as key, totp_enabled_at is not null as enabled
    from users where id = ${userId} for no key update`);
  if (user?.enabled) return fail('second-factor-on');
  if (!user?.key) return fail('second-factor-not-started');
  if (!(await useAppCode(tx, userId, user.key, code))) return fail('second-factor-not-confirmed');
  await tx.execute(sql`update users set totp_enabled_at = now() where id = ${userId}`);
  return replaceRecoveryCodes(tx, userId);
}

export async function replaceRecoveryCodes(tx: Db, userId: string): Promise<Outcome<string[]>> {
  const enabled = await tx.execute(sql`
    select from users u where id = ${userId} and ${secondFactorOn} for no key update`);
  if (enabled === 0) return fail('second-factor-off');
  const codes = createRecoveryCodes();
  await tx.execute(sql`delete from recovery_codes where user_id = ${userId}`);
  await tx.execute(sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, decode(hash, 'hex')
    from unnest(${codes.map((code) => hashNewCode(code).toString('hex'))}::text[]) hash`);
  return succeed(codes);
}

/** Removes the app. Returns false if there was none. */
export async function removeSecondFactor(tx: Db, userId: string): Promise<boolean> {
  const removed = await tx.execute(sql`
    select from users where id = ${userId} and totp_enabled_at is not null for no key update`);
  // A key that was never confirmed is removed as well.
  await tx.execute(sql`
    update users set totp_key = null, totp_enabled_at = null, totp_last_step = null
    where id = ${userId}`);
  await deleteUnusedRecoveryCodes(tx, userId);
  return removed > 0;
}

/** Removes all second factors, after a lost phone. Returns false if there were none. */
export async function removeAllFactors(tx: Db, userId: string): Promise<boolean> {
  const passkeys = await tx.execute(sql`delete from passkeys where user_id = ${userId}`);
  return (await removeSecondFactor(tx, userId)) || passkeys > 0;
}

/** Deletes the recovery codes if neither an app nor a passkey is left, which they stand in for. */
export async function deleteUnusedRecoveryCodes(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from recovery_codes r using users u
    where r.user_id = ${userId} and u.id = r.user_id and not ${secondFactorOn}`);
}

/** Consumes a code of the app or a recovery code. Returns which kind it was, or undefined if it is not valid. */
export async function useCode(
  tx: Db,
  userId: string,
  typed: string,
): Promise<'app' | 'recovery code' | undefined> {
  const code = readCode(typed);
  if (!code) return undefined;
  if ('hash' in code) {
    const used = await tx.execute(sql`
      delete from recovery_codes where user_id = ${userId} and code_hash = ${code.hash}`);
    return used > 0 ? 'recovery code' : undefined;
  }
  const [user] = await tx.query<{ key: Buffer | null }>(sql`
    select totp_key as key from users where id = ${userId} and totp_enabled_at is not null`);
  return user?.key && (await useAppCode(tx, userId, user.key, code.digits)) ? 'app' : undefined;
}

async function useAppCode(tx: Db, userId: string, key: Buffer, code: string): Promise<boolean> {
  const step = stepOf(key, code, Date.now());
  if (step === undefined) return false;
  // The condition and the change are one statement, so that of two logins with the same code one succeeds.
  const used = await tx.execute(sql`
    update users set totp_last_step = ${step}
    where id = ${userId} and (totp_last_step is null or totp_last_step < ${step})`);
  return used > 0;
}
