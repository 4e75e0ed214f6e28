import type { Registration, SessionUser } from '@drawbridge/contract/auth';
import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { hash } from './rules.ts';

/** Sessions end by the database's clock alone, because the clocks of several servers may differ. */
function sessionEnd(createdAt: Sql, sessionHours: number): Sql {
  return sql`least(now() + make_interval(hours => ${sessionHours}), ${createdAt} + interval '7 days')`;
}

export interface UserWithPassword extends SessionUser {
  passwordHash: string;
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
    select typed.folded, u.id, u.username, u.name, u.role, u.password_hash
    from (select lower(${username}::text) as folded) typed
    left join users u on lower(u.username) = typed.folded`);
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
  },
): Promise<Outcome<SessionUser & { createdAt: string }>> {
  // The unique index decides if two users choose the same name at once.
  const [created] = await db.query<SessionUser & { createdAt: string }>(sql`
    insert into users (username, password_hash, name, role)
    values (${user.username}, ${user.passwordHash}, ${user.name}, ${user.role})
    on conflict (lower(username)) do nothing
    returning id, username, name, role, created_at`);
  return created ? succeed(created) : fail('username-taken');
}

/** Creates the first administrator unless there is one already. Returns whether it did. */
export async function createFirstAdministrator(
  db: Db,
  { username, passwordHash }: { username: string; passwordHash: string },
): Promise<boolean> {
  const created = await db.execute(sql`
    insert into users (username, password_hash, role)
    select ${username}, ${passwordHash}, 'admin'
    where not exists (select from users where role = 'admin')
    on conflict (lower(username)) do nothing
    returning id`);
  return created > 0;
}

export async function hasAdministrator(db: Db): Promise<boolean> {
  return (await db.execute(sql`select from users where role = 'admin' limit 1`)) > 0;
}

/** Sets a new password and ends all sessions of the user. */
export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  // The order matters: the old password must no longer start sessions when the existing ones are deleted.
  await db.execute(sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
  await db.execute(sql`delete from sessions where user_id = ${userId}`);
}

/**
 * Starts a session for a user whose password has just been checked. Returns false if the user was
 * deleted or the password changed in the meantime.
 */
export async function createSession(
  db: Db,
  session: { token: string; user: UserWithPassword; sessionHours: number },
): Promise<boolean> {
  const created = await db.execute(sql`
    with expired as (
      delete from sessions where token_hash in (
        select token_hash from sessions where expires_at < now() for update skip locked)
    )
    insert into sessions (token_hash, user_id, expires_at)
    select ${hash(session.token)}, id, ${sessionEnd(sql`now()`, session.sessionHours)}
    from users
    where id = ${session.user.id} and password_hash = ${session.user.passwordHash}
    for share`);
  return created > 0;
}

/** The user of an active session. Using a session extends it. */
export async function findUserByToken(
  db: Db,
  token: string,
  sessionHours: number,
): Promise<SessionUser | undefined> {
  const tokenHash = hash(token);
  const [row] = await db.query<SessionUser & { unnoted: boolean }>(sql`
    select u.id, u.username, u.name, u.role,
           -- The last use is noted at most once a minute, so that most requests only read.
           s.last_used_at < now() - interval '1 minute' as unnoted
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > now()`);
  if (!row) return undefined;
  const { unnoted, ...user } = row;
  if (unnoted) {
    await db.execute(sql`
      update sessions set
        last_used_at = now(), expires_at = ${sessionEnd(sql`created_at`, sessionHours)}
      where token_hash = ${tokenHash}`);
  }
  return user;
}

/** Those of the tokens whose session has ended. Asking does not extend a session. */
export async function findEndedSessions(db: Db, tokens: readonly string[]): Promise<Set<string>> {
  const active = await db.query<{ tokenHash: Buffer }>(sql`
    select token_hash from sessions
    where token_hash = any(${tokens.map(hash)}::bytea[]) and expires_at > now()`);
  const hashes = new Set(active.map(({ tokenHash }) => tokenHash.toString('hex')));
  return new Set(tokens.filter((token) => !hashes.has(hash(token).toString('hex'))));
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.execute(sql`delete from sessions where token_hash = ${hash(token)}`);
}
