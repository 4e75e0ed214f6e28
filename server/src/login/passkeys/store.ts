import { type SessionUser, sessionUser } from '@drawbridge/contract/login/auth';
import {
  PASSKEYS_MAX,
  type Passkey,
  type PasskeyAdded,
  passkey,
} from '@drawbridge/contract/login/passkeys';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { signOnNeeded } from '../../core/access.ts';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { consumeOneTimeToken } from '../auth/secrets.ts';
import {
  deleteUnusedRecoveryCodes,
  replaceRecoveryCodes,
  secondFactorOn,
} from '../second-factor/store.ts';
import { type Credential, challengeIn, readAssertion, type SignedChallenge } from './rules.ts';

/** The account of a passkey, with its row locked; undefined if the account is disabled. */
export async function findPasskeyUser(
  tx: Db,
  { id }: SignedChallenge,
): Promise<(SessionUser & { signOnNeeded: boolean }) | undefined> {
  const [user] = await tx.query(
    sql`
    select u.id, u.username, u.name, u.role, u.only_events as events, u.language,
           ${signOnNeeded(sql`u.id`)} as sign_on_needed
    from passkeys p join users u on u.id = p.user_id
    where p.credential_id = ${Buffer.from(id, 'base64url')} and u.disabled_at is null
    for no key update of u`,
    { row: sessionUser.extend({ signOnNeeded: z.boolean() }) },
  );
  return user;
}

/** Consumes the challenge in any case. Returns true if the passkey is the user's, was unlocked, and has signed it. */
export async function usePasskey(
  tx: Db,
  signed: SignedChallenge,
  userId: string | undefined,
): Promise<boolean> {
  const challenge = challengeIn(signed.response.clientDataJSON);
  if (!(await consumeOneTimeToken(tx, 'passkey', challenge)) || !userId) return false;
  // Locked, so that of two logins with the same counter one succeeds.
  const [passkey] = await tx.query<Credential & { id: string }>(sql`
    select id, credential_id, public_key, counter::float8 as counter from passkeys
    where credential_id = ${Buffer.from(signed.id, 'base64url')} and user_id = ${userId}
    for update`);
  const counter = passkey && (await readAssertion(signed, passkey));
  if (counter === undefined) return false;
  await tx.execute(sql`
    update passkeys set counter = ${counter}, last_used_at = now() where id = ${passkey?.id}`);
  return true;
}

export function confirmByPasskey(db: Database, signed: SignedChallenge, userId: string) {
  return inTransaction(db, (tx) => usePasskey(tx, signed, userId));
}

export async function listCredentials(db: Db, userId: string): Promise<string[]> {
  const rows = await db.query<{ credentialId: Buffer }>(sql`
    select credential_id from passkeys where user_id = ${userId}`);
  return rows.map(({ credentialId }) => credentialId.toString('base64url'));
}

const columns = sql`id, name, created_at, last_used_at`;

/** Adds a passkey, and tells whether it is the account's first second factor. */
export async function addPasskey(
  tx: Db,
  user: SessionUser,
  name: string,
  { credentialId, publicKey, counter }: Credential,
): Promise<Outcome<PasskeyAdded & { first: boolean }>> {
  // Locked, so that two concurrent requests do not both count as the first.
  const { before, on } = await tx.queryOne<{ before: number; on: boolean }>(sql`
    select (select count(*)::int from passkeys where user_id = u.id) as before,
           ${secondFactorOn} as "on"
    from users u where id = ${user.id} for no key update`);
  if (before >= PASSKEYS_MAX) return fail('passkeys-full');
  const [added] = await tx.query(
    sql`
    insert into passkeys (user_id, credential_id, public_key, counter, name)
    values (${user.id}, ${credentialId}, ${publicKey}, ${counter}, ${name})
    on conflict (credential_id) do nothing returning ${columns}`,
    { row: passkey },
  );
  if (!added) return fail('passkey-refused');
  // Volunteers need no recovery codes: after losing the phone, they get a login code from an administrator.
  const codes = !on && user.role === 'admin' ? await replaceRecoveryCodes(tx, user.id) : undefined;
  return succeed({ ...added, recoveryCodes: codes?.ok ? codes.value : null, first: !on });
}

export async function renamePasskey(
  tx: Db,
  userId: string,
  id: string,
  name: string,
): Promise<Outcome<Passkey>> {
  const [renamed] = await tx.query(
    sql`
    update passkeys set name = ${name} where id = ${id} and user_id = ${userId}
    returning ${columns}`,
    { row: passkey },
  );
  return renamed ? succeed(renamed) : fail('passkey-not-found');
}

export async function removePasskey(
  tx: Db,
  userId: string,
  id: string,
): Promise<Outcome<{ id: string; name: string }>> {
  await tx.execute(sql`select from users where id = ${userId} for no key update`);
  const [removed] = await tx.query<{ id: string; name: string }>(sql`
    delete from passkeys where id = ${id} and user_id = ${userId} returning id, name`);
  await deleteUnusedRecoveryCodes(tx, userId);
  return removed ? succeed(removed) : fail('passkey-not-found');
}

/** The minutes after a single sign-on in which its session needs no other confirmation. */
const FRESH_MINUTES = 15;

/** True if the session is of an account without a password and has just been started by single sign-on. */
export async function isFreshSignOn(db: Db, sessionId: string): Promise<boolean> {
  const fresh = await db.execute(sql`
    select from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.via_sso and u.password_hash = ''
      and s.created_at > now() - make_interval(mins => ${FRESH_MINUTES})`);
  return fresh > 0;
}
