import { timestamp } from '@drawbridge/contract/core/inputs/times';
import type { Language } from '@drawbridge/contract/languages/languages';
import {
  type Registration,
  type Role,
  type SessionUser,
  sessionUser,
} from '@drawbridge/contract/login/auth';
import sql from 'sql-template-tag';
import { signOnNeeded } from '../../core/access.ts';
import { type Actor, labelOf, recordAudit } from '../../core/change/audit-log.ts';
import type { Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { secondFactorOn } from '../second-factor/store.ts';
import { endSessions, revokeLoginLinks } from './session-store.ts';

interface UserWithPassword extends SessionUser {
  passwordHash: string;
  disabled: boolean;
  /** True if a login also needs a code or a passkey. */
  secondFactor: boolean;
  /** True if the user can log in only by single sign-on. */
  signOnNeeded: boolean;
}

export async function findUserByUsername(
  db: Db,
  username: string,
): Promise<UserWithPassword | undefined> {
  return (await findAccount(db, username)).user;
}

/**
 * The account of a username, and the key under which its login attempts are counted. For an unknown name, the key is
 * the name as the database folds its case, because only the database knows which spellings are the same account.
 */
export async function findAccount(
  db: Db,
  username: string,
): Promise<{ key: string; user: UserWithPassword | undefined }> {
  const [row] = await db.query<{ folded: string } & Partial<UserWithPassword>>(sql`
    select typed.folded, u.id, u.username, u.name, u.role, u.only_events as events, u.language, u.password_hash,
           u.disabled_at is not null as disabled, ${secondFactorOn} as second_factor,
           ${signOnNeeded(sql`u.id`)} as sign_on_needed
    from (select lower(${username}::text) as folded) typed
    left join users u on lower(u.username) = typed.folded and u.role <> 'program'`);
  const { folded, ...user } = row as { folded: string } & UserWithPassword;
  return user.id === null ? { key: `name ${folded}`, user: undefined } : { key: user.id, user };
}

/**
 * Creates a user. Clients cannot choose `role`: the routes create volunteers, and the command line creates
 * administrators.
 */
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
  const [created] = await db.query(
    sql`
    insert into users (username, password_hash, name, role, only_events)
    values (${user.username}, ${user.passwordHash}, ${user.name}, ${user.role},
            ${user.events ?? null}::uuid[])
    on conflict (lower(username)) do nothing
    returning id, username, name, role, only_events as events, language, created_at`,
    { row: sessionUser.extend({ createdAt: timestamp }) },
  );
  return created ? succeed(created) : fail('username-taken');
}

/** Creates the first administrator unless there is one already, and returns its id. */
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

/** Sets a new password and ends the other sessions of the user; returns their number. */
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

/**
 * Sets a password by a link in a mail. Identities that were matched by e-mail address are unlinked, and linked again at
 * the next single sign-on.
 */
export async function recoverPassword(
  db: Db,
  userId: string,
  passwordHash: string,
): Promise<number> {
  await unlinkIdentities(db, userId);
  return setPassword(db, userId, passwordHash);
}

/** Sets a password as an administrator or operator, after which the account no longer depends on single sign-on. */
export async function givePassword(db: Db, userId: string, passwordHash: string): Promise<number> {
  const sessionsEnded = await recoverPassword(db, userId, passwordHash);
  await db.execute(sql`update identities set created_account = false where user_id = ${userId}`);
  return sessionsEnded;
}

/** Sets the password of a user who has entered the old one, unless it has been changed meanwhile. */
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

/**
 * Revokes every credential of the account except single sign-on, and returns what was revoked. Administrators can issue
 * new ones.
 */
export async function revokeCredentials(db: Db, userId: string) {
  const passkeysEnded = await db.execute(sql`delete from passkeys where user_id = ${userId}`);
  const passwordsEnded = await db.execute(sql`
    update users set password_hash = '' where id = ${userId} and password_hash <> ''`);
  await db.execute(
    sql`update users set credentials_issued_by = '{}' where id = ${userId} and credentials_issued_by <> '{}'`,
  );
  const sessionsEnded = await endSessions(db, userId);
  return { passwordsEnded, passkeysEnded, sessionsEnded };
}

/**
 * Revokes all credentials of volunteers who are assigned to an event that the administrator who issued the credentials
 * may not access, or whose issuer has been disabled. Otherwise the issuer could still log in as the volunteer.
 */
export async function revokeOutOfScopeCredentials(
  tx: Db,
  by: Actor,
  deletedId?: string,
): Promise<void> {
  const volunteers = await tx.query<{ id: string; name: string | null; username: string }>(sql`
    select id, name, username from users u
    where credentials_issued_by <> '{}' and exists (
      select from users o
      where o.id = any(u.credentials_issued_by) and (o.disabled_at is not null or o.id = ${deletedId ?? null} or exists (
        select from volunteer_assignments a
        where a.event_id <> all(o.only_events) and a.volunteer_id = u.id and not a.access_revoked)))
    order by id for no key update of u`);
  for (const { id, ...account } of volunteers) {
    await revokeCredentials(tx, id);
    const subject = { id, name: labelOf(account) };
    await recordAudit(tx, by, { kind: 'volunteer-login-revoked', subject });
  }
}

/** Changes a user's name, also in the leads that they have added. */
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

/**
 * Sets the e-mail address of a user. Links that were sent to another address are revoked. Single sign-on trusts the
 * address only if an administrator with access to all events has set it, because a user can enter another person's
 * address. Setting the same address again, as a form does, confirms nothing.
 */
export async function setEmail(
  db: Db,
  id: string,
  role: Role,
  email: string | null,
  by: Pick<CurrentUser, 'role' | 'events' | 'scopes'>,
): Promise<'set' | 'taken' | 'missing'> {
  try {
    const [user] = await db.query<{ before: string | null }>(sql`
      select email as before from users where id = ${id} and role = ${role} for no key update`);
    if (!user) return 'missing';
    if (user.before === email) return 'set';
    const confirmed = email !== null && by.role === 'admin' && !by.events && !by.scopes;
    await db.execute(sql`
      update users set email = ${email}, email_confirmed = ${confirmed} where id = ${id}`);
    await revokeLoginLinks(db, id);
    await unlinkIdentities(db, id);
    return 'set';
  } catch (error) {
    if (violates(error, 'users_email_key')) return 'taken';
    throw error;
  }
}

export async function setLanguage(db: Db, id: string, language: Language): Promise<void> {
  await db.execute(sql`update users set language = ${language} where id = ${id}`);
}

/**
 * Unlinks identities that were matched by e-mail address, because the address may have belonged to someone else. The
 * identity an account was created for stays linked.
 */
async function unlinkIdentities(db: Db, userId: string): Promise<void> {
  await db.execute(sql`delete from identities where user_id = ${userId} and not created_account`);
}

/**
 * Records who issued the volunteers' credentials. Call it before issuing them: a concurrent assignment to another event
 * then waits for these row locks.
 */
export async function recordCredentialIssuer(
  tx: Db,
  ids: readonly string[],
  by: CurrentUser,
): Promise<void> {
  await tx.execute(sql`
    update users set credentials_issued_by = array_append(array_remove(credentials_issued_by, ${by.id}), ${by.id})
    where id = any(${ids}::uuid[]) and role = 'volunteer'`);
}
