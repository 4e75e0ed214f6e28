import type { Registration, Role, SessionUser } from '@drawbridge/contract/auth';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { recordAudit } from '../audit/store.ts';
import { useCode } from '../second-factor/store.ts';
import { FORGET_FAILURES_AFTER_MINUTES, hash, sessionEnd } from './rules.ts';

// A session's last use is updated at most this often, so that most requests only read.
const TOUCH_AFTER_MS = 60_000;

export interface UserWithPassword extends SessionUser {
  passwordHash: string;
  disabled: boolean;
  /** Whether a log-in needs a code too. */
  secondFactor: boolean;
}

export async function findUserByUsername(
  db: Db,
  username: string,
): Promise<UserWithPassword | undefined> {
  const [user] = await db.query<UserWithPassword>(sql`
    select id, username, name, role, password_hash, disabled_at is not null as disabled,
           totp_enabled_at is not null as second_factor
    from users where lower(username) = lower(${username})`);
  return user;
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
    select password_hash from users where id = ${userId}`);
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
  return endSessions(db, userId, keptToken);
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
  user: UserWithPassword;
  sessionHours: number;
  device: string;
  address: string;
}

/**
 * Starts a session for a user whose password has just been checked. Returns false if the user was
 * deleted or disabled or the password changed in the meantime.
 */
async function createSession(db: Db, session: NewSession): Promise<boolean> {
  const now = Date.now();
  const created = await db.execute(sql`
    with expired as (
      delete from sessions where token_hash in (
        select token_hash from sessions where expires_at < now() for update skip locked)
    )
    insert into sessions (token_hash, user_id, device, address, expires_at)
    select ${hash(session.token)}, id, ${session.device}, ${session.address},
           ${sessionEnd(now, now, session.sessionHours).toISOString()}
    from users
    where id = ${session.user.id} and password_hash = ${session.user.passwordHash}
      and disabled_at is null
    for share`);
  return created > 0;
}

/** Uses up the code if the account needs one, starts the session and records it, or does none of it. */
export async function startSession(
  db: Database,
  session: NewSession,
  code = '',
): Promise<'started' | 'wrong code' | 'account changed'> {
  const { user, device, address } = session;
  return inTransaction(db, async (tx) => {
    const by = user.secondFactor ? await useCode(tx, user.id, code) : 'password';
    if (!by) return 'wrong code';
    if (!(await createSession(tx, session))) return 'account changed';
    await recordAudit(tx, user, { kind: 'log-in', details: { by, device, address } });
    return 'started';
  });
}

/** The user of an active session. Using a session extends it. */
export async function findUserByToken(
  db: Db,
  token: string,
  sessionHours: number,
): Promise<SessionUser | undefined> {
  const tokenHash = hash(token);
  const [row] = await db.query<
    SessionUser & { sessionCreatedAt: string; sessionLastUsedAt: string }
  >(sql`
    select u.id, u.username, u.name, u.role,
           s.created_at as session_created_at, s.last_used_at as session_last_used_at
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > now()`);
  if (!row) return undefined;
  const { sessionCreatedAt, sessionLastUsedAt, ...user } = row;
  const now = Date.now();
  if (now - Date.parse(sessionLastUsedAt) > TOUCH_AFTER_MS) {
    const end = sessionEnd(Date.parse(sessionCreatedAt), now, sessionHours);
    await db.execute(sql`
      update sessions set last_used_at = now(), expires_at = ${end.toISOString()}
      where token_hash = ${tokenHash}`);
  }
  return user;
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.execute(sql`delete from sessions where token_hash = ${hash(token)}`);
}

/** Ends all sessions of the user, except the one of `keptToken`. Returns how many there were. */
export async function endSessions(db: Db, userId: string, keptToken = ''): Promise<number> {
  return db.execute(sql`
    delete from sessions where user_id = ${userId} and token_hash <> ${hash(keptToken)}`);
}

/**
 * Counts a log-in attempt as failed until `forgetFailures` is called, so that concurrent attempts are
 * counted too. Returns how long to wait if the attempt comes too early.
 */
export async function countAttempt(
  db: Db,
  subject: string,
  patience: { free: number; longestSeconds: number },
): Promise<{ waitSeconds: number }> {
  const key = hash(subject);
  const forget = `${FORGET_FAILURES_AFTER_MINUTES} minutes`;
  // After the free attempts the wait doubles: 1 s, 2 s, 4 s …
  const counted = await db.execute(sql`
    with old as (
      -- Skips rows that another log-in has locked, to avoid a deadlock.
      delete from login_failures where subject in (
        select subject from login_failures
        where forgotten_at < now() and subject <> ${key} for update skip locked)
    )
    insert into login_failures as known (subject, failures, next_try_at, forgotten_at)
    values (${key}, 1, now(), now() + ${forget}::interval)
    on conflict (subject) do update set
      failures = case when known.forgotten_at < now() then 1 else known.failures + 1 end,
      next_try_at = case
        when known.forgotten_at < now() or known.failures + 1 < ${patience.free} then now()
        else now() + make_interval(secs => least(
          power(2, least(known.failures + 1 - ${patience.free}, 20)), ${patience.longestSeconds}))
      end,
      forgotten_at = now() + ${forget}::interval
    where known.failures < ${patience.free} or known.next_try_at <= now()
    returning subject`);
  if (counted > 0) return { waitSeconds: 0 };
  const [blocked] = await db.query<{ waitSeconds: number }>(sql`
    select greatest(1, ceil(extract(epoch from next_try_at - now())))::int as wait_seconds
    from login_failures where subject = ${key}`);
  return { waitSeconds: blocked?.waitSeconds ?? 1 };
}

export async function forgetFailures(db: Db, subject: string): Promise<void> {
  await db.execute(sql`delete from login_failures where subject = ${hash(subject)}`);
}

/** Takes back only one attempt: a valid account must not reset the count of an address that guesses. */
export async function forgiveAttempt(db: Db, subject: string): Promise<void> {
  await db.execute(sql`
    update login_failures set failures = greatest(failures - 1, 0)
    where subject = ${hash(subject)}`);
}
