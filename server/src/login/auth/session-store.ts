import { scopeNames } from '@drawbridge/contract/core/scopes';
import type { Language } from '@drawbridge/contract/languages/languages';
import { type SessionUser, sessionUser } from '@drawbridge/contract/login/auth';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { signOnNeeded } from '../../core/access.ts';
import { recordAudit } from '../../core/change/audit-log.ts';
import { publish } from '../../core/change/publish.ts';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CurrentUser } from '../../http/session.ts';
import type { SignedChallenge } from '../passkeys/rules.ts';
import { findPasskeyUser, usePasskey } from '../passkeys/store.ts';
import { secondFactorOn, useCode } from '../second-factor/store.ts';
import { createToken, hash } from './secrets.ts';

/** The end of a session. Only the database's clock counts, because the clocks of several servers may differ. */
function sessionEnd(createdAt: Sql, sessionHours: number): Sql {
  return sql`least(now() + make_interval(hours => ${sessionHours}), ${createdAt} + interval '7 days')`;
}

export interface NewSession {
  token: string;
  user: SessionUser;
  sessionHours: number;
  device: string;
  address: string;
  /** The language of the browser, which the account keeps if it has none. */
  language?: Language | undefined;
  /** True if the user has logged in through the provider of single sign-on. */
  viaSso?: boolean;
}

export async function createSession(db: Db, session: NewSession): Promise<void> {
  await db.execute(sql`
    with first_language as (
      update users set language = ${session.language ?? null}
      where id = ${session.user.id} and language is null and ${session.language ?? null}::text is not null
    ),
    expired as (
      -- Expired tokens of programs stay in their list.
      delete from sessions where token_hash in (
        select token_hash from sessions s join users u on u.id = s.user_id
        where s.expires_at < now() and u.role <> 'program' for update of s skip locked)
    )
    insert into sessions (token_hash, user_id, device, address, via_sso, expires_at)
    values (${hash(session.token)}, ${session.user.id}, ${session.device}, ${session.address},
            ${session.viaSso ?? false}, ${sessionEnd(sql`now()`, session.sessionHours)})`);
}

/** The proof of a second factor at login. */
interface SecondProof {
  code?: string | undefined;
  passkey?: SignedChallenge | undefined;
}

/** Consumes the code or passkey if the account needs one, starts the session and records it, in one transaction. */
export async function startSession(
  db: Database,
  session: NewSession & { user: { passwordHash: string; secondFactor: boolean } },
  { code = '', passkey }: SecondProof = {},
): Promise<'started' | 'wrong code' | 'account changed'> {
  const { user, device, address } = session;
  return inTransaction(db, async (tx) => {
    // Locked, so that neither the password nor the second factor changes before the session exists.
    const unchanged = await tx.execute(sql`
      select from users u
      where id = ${user.id} and password_hash = ${user.passwordHash} and disabled_at is null
        and ${secondFactorOn} = ${user.secondFactor}
      for no key update`);
    if (unchanged === 0) return 'account changed';
    const prove = async () => {
      if (!passkey) return useCode(tx, user.id, code);
      const proven = await usePasskey(tx, passkey, user.id);
      return proven ? 'password and passkey' : undefined;
    };
    const by = user.secondFactor ? await prove() : 'password';
    if (!by) return 'wrong code';
    await createSession(tx, session);
    await recordAudit(tx, user, { kind: 'login', details: { by, device, address } });
    return 'started';
  });
}

/** Makes a one-time code for a mail, which revokes the previous one. Only its hash is stored. */
export async function makeMailedCode(tx: Db, userId: string, minutes: number): Promise<string> {
  const code = createToken();
  await tx.execute(sql`
    delete from login_codes where user_id = ${userId} and invited_by is null or expires_at < now()`);
  await tx.execute(sql`
    insert into login_codes (code_hash, user_id, mailed, expires_at)
    values (${hash(code)}, ${userId}, true, now() + make_interval(secs => ${minutes * 60}))`);
  return code;
}

/** Marks the account's address as confirmed, because its user has followed a mailed link. */
export async function confirmEmail(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`
    update users set email_confirmed = true where id = ${userId} and email is not null`);
}

/** Revokes the codes of a user, including those queued for mail. */
export async function revokeLoginLinks(db: Db, userId: string): Promise<void> {
  await db.execute(sql`delete from login_codes where user_id = ${userId}`);
  await db.execute(sql`
    delete from mails where subject_id = ${userId} and kind <> 'test' and state = 'waiting'`);
}

/** Consumes a one-time code of a volunteer, starts a session and records it; undefined if the code is not valid. */
export async function startSessionByCode(
  db: Database,
  code: string,
  session: Omit<NewSession, 'user'>,
): Promise<SessionUser | undefined> {
  const { device, address } = session;
  return inTransaction(db, async (tx) => {
    // The account is locked before the code, in the same order as by a new password.
    const [found] = await tx.query(
      sql`
      select u.id, u.username, u.name, u.role, u.only_events as events, u.language, c.mailed
      from login_codes c join users u on u.id = c.user_id
      where c.code_hash = ${hash(code)} and c.expires_at > now() and u.role = 'volunteer'
        and c.invited_by is null
      for no key update of u`,
      { row: sessionUser.extend({ mailed: z.boolean() }) },
    );
    // The second of two concurrent requests finds the code deleted.
    const used =
      found && (await tx.execute(sql`delete from login_codes where code_hash = ${hash(code)}`));
    if (!found || !used) return undefined;
    const { mailed, ...user } = found;
    if (mailed) await confirmEmail(tx, user.id);
    await createSession(tx, { ...session, user });
    await recordAudit(tx, user, { kind: 'login', details: { by: 'QR code', device, address } });
    return user;
  });
}

/** Starts a session for the user of an unlocked passkey, and records it; undefined if the passkey is not valid. */
export async function startSessionByPasskey(
  db: Database,
  passkey: SignedChallenge,
  session: Omit<NewSession, 'user'>,
): Promise<{ started: boolean; user: (SessionUser & { signOnNeeded: boolean }) | undefined }> {
  const { device, address } = session;
  return inTransaction(db, async (tx) => {
    // The account is locked before the passkey, in the same order as by other changes.
    const user = await findPasskeyUser(tx, passkey);
    const passkeyUser = await usePasskey(tx, passkey, user?.id);
    if (!user || !passkeyUser || user.signOnNeeded) return { started: false, user };
    await createSession(tx, { ...session, user });
    await recordAudit(tx, user, { kind: 'login', details: { by: 'passkey', device, address } });
    return { started: true, user };
  });
}

const currentUserRow = sessionUser.extend({
  sessionId: z.string(),
  scopes: z.array(z.enum(scopeNames)).nullable(),
  unrecorded: z.boolean(),
});

/** The user of an active session. Using a session extends it. A token is not valid while its owner may not log in. */
export async function findUserByToken(
  db: Db,
  token: string,
  sessionHours: number,
): Promise<CurrentUser | undefined> {
  const tokenHash = hash(token);
  const [row] = await db.query(
    sql`
    -- A program acts as an administrator within its scopes.
    select u.id, u.username, u.name, replace(u.role, 'program', 'admin') as role, u.scopes,
           u.only_events as events, u.language, s.id as session_id,
           -- The first use is stored, and the last one at most once a minute, so that most requests only read.
           s.last_used_at < now() - interval '1 minute' or s.last_used_at = s.created_at as unrecorded
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > now() and s.confirmed
      and not ${signOnNeeded(sql`u.owner_id`)}`,
    { row: currentUserRow },
  );
  if (!row) return undefined;
  const { unrecorded, ...user } = row;
  if (unrecorded) {
    await db.execute(sql`
      update sessions set
        last_used_at = now(),
        expires_at = ${user.scopes ? sql`expires_at` : sessionEnd(sql`created_at`, sessionHours)}
      where token_hash = ${tokenHash}`);
  }
  return user;
}

/**
 * The only events that the user of each session may use, null for all, in the order of the tokens; undefined if the
 * session has ended. Unlike `findUserByToken`, it does not extend a session.
 */
export async function findLimits(
  db: Db,
  tokens: readonly string[],
): Promise<(string[] | null | undefined)[]> {
  const active = await db.query<{ tokenHash: Buffer; events: string[] | null }>(sql`
    select s.token_hash, u.only_events as events from sessions s join users u on u.id = s.user_id
    where s.token_hash = any(${tokens.map(hash)}::bytea[]) and s.expires_at > now() and s.confirmed
      and not ${signOnNeeded(sql`u.owner_id`)}`);
  const limits = new Map(
    active.map(({ tokenHash, events }) => [tokenHash.toString('hex'), events]),
  );
  return tokens.map((token) => limits.get(hash(token).toString('hex')));
}

/** Ends a session. Returns true if single sign-on had started it. */
export async function endSession(db: Db, token: string): Promise<boolean> {
  const [ended] = await db.query<{ viaSso: boolean }>(sql`
    delete from sessions where token_hash = ${hash(token)} returning via_sso`);
  await publish(db, 'sessions');
  return ended?.viaSso ?? false;
}

/** Ends all sessions of the user except that of `keptToken`, and returns their number. */
export async function endSessions(db: Db, userId: string, keptToken = ''): Promise<number> {
  await revokeLoginLinks(db, userId);
  const ended = await db.execute(sql`
    delete from sessions where user_id = ${userId} and token_hash <> ${hash(keptToken)}`);
  if (ended > 0) await publish(db, 'sessions');
  return ended;
}
