import type { Registration, Role, SessionUser } from '@drawbridge/contract/accounts/auth';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import type { SignedInUser } from '../../plugins/session.ts';
import { recordAudit } from '../audit/store.ts';
import type { SignedChallenge } from '../passkeys/rules.ts';
import { findPasskeyUser, usePasskey } from '../passkeys/store.ts';
import { secondFactorOn, useCode } from '../second-factor/store.ts';
import { createToken, hash } from './rules.ts';

/** Sessions end by the database's clock alone, because the clocks of several servers may differ. */
function sessionEnd(createdAt: Sql, sessionHours: number): Sql {
  return sql`least(now() + make_interval(hours => ${sessionHours}), ${createdAt} + interval '7 days')`;
}

interface UserWithPassword extends SessionUser {
  passwordHash: string;
  disabled: boolean;
  /** Whether a log-in needs a code or a passkey too. */
  secondFactor: boolean;
}

export async function findUserByUsername(
  db: Db,
  username: string,
): Promise<UserWithPassword | undefined> {
  return (await findAccount(db, username)).user;
}

/**
 * The account of a username, and what its attempts to log in are counted under. For a name that nobody has,
 * that is the name as the database folds its case, because only the database knows which spellings are the
 * same account.
 */
export async function findAccount(
  db: Db,
  username: string,
): Promise<{ key: string; user: UserWithPassword | undefined }> {
  const [row] = await db.query<{ folded: string } & Partial<UserWithPassword>>(sql`
    select typed.folded, u.id, u.username, u.name, u.role, u.only_events as events, u.password_hash,
           u.disabled_at is not null as disabled, ${secondFactorOn} as second_factor
    from (select lower(${username}::text) as folded) typed
    left join users u on lower(u.username) = typed.folded and u.role <> 'program'`);
  const { folded, ...user } = row as { folded: string } & UserWithPassword;
  return user.id === null ? { key: `name ${folded}`, user: undefined } : { key: user.id, user };
}

/** Clients cannot choose `role`: the routes create volunteers, and the command line creates admins. */
export async function createUser(
  db: Db,
  user: Omit<Registration, 'password' | 'name'> & {
    name: string | null;
    passwordHash: string;
    role: SessionUser['role'];
    events?: string[] | null | undefined;
  },
): Promise<Outcome<SessionUser & { createdAt: string }>> {
  // The unique index decides if two users choose the same name at once.
  const [created] = await db.query<SessionUser & { createdAt: string }>(sql`
    insert into users (username, password_hash, name, role, only_events)
    values (${user.username}, ${user.passwordHash}, ${user.name}, ${user.role},
            ${user.events ?? null}::uuid[])
    on conflict (lower(username)) do nothing
    returning id, username, name, role, only_events as events, created_at`);
  return created ? succeed(created) : fail('username-taken');
}

/** Creates the first administrator unless there is one already. Returns the id if it did. */
export async function createFirstAdministrator(
  db: Db,
  { username, passwordHash }: { username: string; passwordHash: string },
): Promise<string | undefined> {
  const [created] = await db.query<{ id: string }>(sql`
    insert into users (username, password_hash, role)
    select ${username}, ${passwordHash}, 'admin'
    where not exists (select from users where role = 'admin')
    on conflict (lower(username)) do nothing
    returning id`);
  return created?.id;
}

export async function hasAdministrator(db: Db): Promise<boolean> {
  return (await db.execute(sql`select from users where role = 'admin' limit 1`)) > 0;
}

export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const [user] = await db.query<{ passwordHash: string }>(sql`
    select password_hash from users where id = ${userId} and disabled_at is null`);
  return user?.passwordHash;
}

/** Sets a new password and ends the other sessions of the user; returns how many there were. */
export async function setPassword(
  db: Db,
  userId: string,
  passwordHash: string,
  keptToken?: string,
): Promise<number> {
  // The order matters: the old password must no longer start sessions when the existing ones are deleted.
  await db.execute(sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
  await forgetIdentities(db, userId);
  return endSessions(db, userId, keptToken);
}

/** The same for a user who has entered the old password, unless it has been changed meanwhile. */
export async function replacePassword(
  db: Db,
  userId: string,
  { from, to, keptToken }: { from: string; to: string; keptToken: string | undefined },
): Promise<Outcome<number>> {
  const locked = await db.execute(sql`
    select from users where id = ${userId} and password_hash = ${from} for update`);
  return locked > 0
    ? succeed(await setPassword(db, userId, to, keptToken))
    : fail('wrong-password');
}

/** Changes how a user is called, also in the leads that they have added. */
export async function renameUser(
  db: Db,
  id: string,
  role: Role,
  change: { name?: string | undefined; username?: string | undefined },
): Promise<'renamed' | 'taken' | 'missing'> {
  try {
    const renamed = await db.execute(sql`
      with changed as (
        update users set
          name = coalesce(${change.name ?? null}, name),
          username = coalesce(${change.username ?? null}, username)
        where id = ${id} and role = ${role}
        returning id, coalesce(name, username) as display_name
      ),
      renamed as (
        update leads set submitter_name = changed.display_name
        from changed
        where submitted_by = changed.id and submitter_name is distinct from changed.display_name
      )
      select id from changed`);
    return renamed > 0 ? 'renamed' : 'missing';
  } catch (error) {
    if (violates(error, 'users_username_key')) return 'taken';
    throw error;
  }
}

export interface NewSession {
  token: string;
  user: SessionUser;
  sessionHours: number;
  device: string;
  address: string;
  /** Whether the provider of single sign-on has brought the user. */
  signedOn?: boolean;
}

export async function createSession(db: Db, session: NewSession): Promise<void> {
  await db.execute(sql`
    with expired as (
      -- Those of programs stay in the list of tokens.
      delete from sessions where token_hash in (
        select token_hash from sessions s join users u on u.id = s.user_id
        where s.expires_at < now() and u.role <> 'program' for update of s skip locked)
    )
    insert into sessions (token_hash, user_id, device, address, signed_on, expires_at)
    values (${hash(session.token)}, ${session.user.id}, ${session.device}, ${session.address},
            ${session.signedOn ?? false}, ${sessionEnd(sql`now()`, session.sessionHours)})`);
}

/** What somebody shows besides the password. */
interface SecondProof {
  code?: string | undefined;
  passkey?: SignedChallenge | undefined;
}

/** Uses up the code or passkey if the account needs one, starts the session and records it, or does none of it. */
export async function startSession(
  db: Database,
  session: NewSession & { user: UserWithPassword },
  { code = '', passkey }: SecondProof = {},
): Promise<'started' | 'wrong code' | 'account changed'> {
  const { user, device, address } = session;
  return inTransaction(db, async (tx) => {
    // Locked, so that neither the password nor the second factor changes before the session is there.
    const unchanged = await tx.execute(sql`
      select from users u
      where id = ${user.id} and password_hash = ${user.passwordHash} and disabled_at is null
        and ${secondFactorOn} = ${user.secondFactor}
      for no key update`);
    if (unchanged === 0) return 'account changed';
    const prove = async () => {
      if (!passkey) return useCode(tx, user.id, code);
      const shown = await usePasskey(tx, passkey, user.id);
      return shown ? 'password and passkey' : undefined;
    };
    const by = user.secondFactor ? await prove() : 'password';
    if (!by) return 'wrong code';
    await createSession(tx, session);
    await recordAudit(tx, user, { kind: 'log-in', details: { by, device, address } });
    return 'started';
  });
}

/** Makes a one-time code, which ends the one before; only its hash is stored. */
export async function makeCode(tx: Db, userId: string, minutes: number): Promise<string> {
  const code = createToken();
  await tx.execute(sql`delete from login_codes where user_id = ${userId} or expires_at < now()`);
  await tx.execute(sql`
    insert into login_codes (code_hash, user_id, expires_at)
    values (${hash(code)}, ${userId}, now() + make_interval(secs => ${minutes * 60}))`);
  return code;
}

/** Sets where mail reaches a user. Links that were sent to another address end. */
export async function setEmail(
  db: Db,
  id: string,
  role: Role,
  email: string | null,
): Promise<'set' | 'taken' | 'missing'> {
  try {
    const [user] = await db.query<{ before: string | null }>(sql`
      select email as before from users where id = ${id} and role = ${role} for no key update`);
    if (!user) return 'missing';
    if (user.before === email) return 'set';
    await db.execute(sql`update users set email = ${email} where id = ${id}`);
    await endLinks(db, id);
    await forgetIdentities(db, id);
    return 'set';
  } catch (error) {
    if (violates(error, 'users_email_key')) return 'taken';
    throw error;
  }
}

/**
 * Whom single sign-on has let in by the user's address is looked up by it again: it may have been somebody else's. An
 * account that was made for a person stays theirs.
 */
async function forgetIdentities(db: Db, userId: string): Promise<void> {
  await db.execute(sql`delete from identities where user_id = ${userId} and not made_account`);
}

/** Ends the codes of a user, and those that wait to be sent by mail. */
async function endLinks(db: Db, userId: string): Promise<void> {
  await db.execute(sql`delete from login_codes where user_id = ${userId}`);
  await db.execute(sql`
    delete from mails where subject_id = ${userId} and kind <> 'test' and state = 'waiting'`);
}

/** Uses up a one-time code of a volunteer, starts a session and records it; undefined if the code is not valid. */
export async function startSessionByCode(
  db: Database,
  code: string,
  session: Omit<NewSession, 'user'>,
): Promise<SessionUser | undefined> {
  const { device, address } = session;
  return inTransaction(db, async (tx) => {
    // The account before the code, in the order in which a new password locks them.
    const [user] = await tx.query<SessionUser>(sql`
      select u.id, u.username, u.name, u.role, u.only_events as events
      from login_codes c join users u on u.id = c.user_id
      where c.code_hash = ${hash(code)} and c.expires_at > now() and u.role = 'volunteer'
      for no key update of u`);
    // Of two phones at once, the second finds it gone.
    const used = await tx.execute(sql`delete from login_codes where code_hash = ${hash(code)}`);
    if (!user || used === 0) return undefined;
    await createSession(tx, { ...session, user });
    await recordAudit(tx, user, { kind: 'log-in', details: { by: 'QR code', device, address } });
    return user;
  });
}

/** Starts a session for whoever has this passkey and unlocked it, and records it; undefined if it is not valid. */
export async function startSessionByPasskey(
  db: Database,
  passkey: SignedChallenge,
  session: Omit<NewSession, 'user'>,
): Promise<{ started: boolean; user: SessionUser | undefined }> {
  const { device, address } = session;
  return inTransaction(db, async (tx) => {
    // The account before the passkey, in the order in which other changes lock them.
    const user = await findPasskeyUser(tx, passkey);
    const shown = await usePasskey(tx, passkey, user?.id);
    if (!user || !shown) return { started: false, user };
    await createSession(tx, { ...session, user });
    await recordAudit(tx, user, { kind: 'log-in', details: { by: 'passkey', device, address } });
    return { started: true, user };
  });
}

/** The user of an active session. Using a session extends it. */
export async function findUserByToken(
  db: Db,
  token: string,
  sessionHours: number,
): Promise<SignedInUser | undefined> {
  const tokenHash = hash(token);
  const [row] = await db.query<SignedInUser & { unnoted: boolean }>(sql`
    -- A program acts as an administrator within its scopes.
    select u.id, u.username, u.name, replace(u.role, 'program', 'admin') as role, u.scopes,
           u.only_events as events, s.id as session_id,
           -- The first use is noted, and the last one at most once a minute, so that most requests only read.
           s.last_used_at < now() - interval '1 minute' or s.last_used_at = s.created_at as unnoted
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > now()`);
  if (!row) return undefined;
  const { unnoted, ...user } = row;
  if (unnoted) {
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
 * session has ended. Asking does not extend a session.
 */
export async function findLimits(
  db: Db,
  tokens: readonly string[],
): Promise<(string[] | null | undefined)[]> {
  const active = await db.query<{ tokenHash: Buffer; events: string[] | null }>(sql`
    select s.token_hash, u.only_events as events from sessions s join users u on u.id = s.user_id
    where s.token_hash = any(${tokens.map(hash)}::bytea[]) and s.expires_at > now()`);
  const limits = new Map(
    active.map(({ tokenHash, events }) => [tokenHash.toString('hex'), events]),
  );
  return tokens.map((token) => limits.get(hash(token).toString('hex')));
}

/** Returns whether single sign-on had started it. */
export async function endSession(db: Db, token: string): Promise<boolean> {
  const [ended] = await db.query<{ signedOn: boolean }>(sql`
    delete from sessions where token_hash = ${hash(token)} returning signed_on`);
  return ended?.signedOn ?? false;
}

/** Ends all sessions of the user, except the one of `keptToken`. Returns how many there were. */
export async function endSessions(db: Db, userId: string, keptToken = ''): Promise<number> {
  await endLinks(db, userId);
  return db.execute(sql`
    delete from sessions where user_id = ${userId} and token_hash <> ${hash(keptToken)}`);
}
