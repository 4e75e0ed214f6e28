import { randomInt } from 'node:crypto';
import { type SessionUser, sessionUser, USERNAME_MAX } from '@drawbridge/contract/login/auth';
import sql from 'sql-template-tag';
import { labelOf, PRODUCT, recordAudit } from '../../core/change/audit-log.ts';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  createSession,
  type NewSession,
  revokeLoginLinks,
} from '../../login/auth/session-store.ts';
import { revokeCredentials } from '../../login/auth/store.ts';
import {
  accountNames,
  type Claims,
  keepsRole,
  roleOf,
  verifiedEmail,
} from '../../login/sign-on/rules.ts';
import type { SignOnSettings } from '../../settings.ts';
import { revokeAccess } from '../accounts/store.ts';

interface Account extends SessionUser {
  disabled: boolean;
}

/** The reasons why a person known to the provider cannot log in here. */
type Refusal = 'no account' | 'account disabled' | 'role lost' | 'address of somebody else';

/** Finds or creates the account of a person, starts a session and records it, in one transaction. */
export async function startSessionBySignOn(
  db: Database,
  claims: Claims,
  settings: SignOnSettings,
  session: Omit<NewSession, 'user'>,
): Promise<{ user: SessionUser } | { refused: Refusal; user: Account | undefined }> {
  return inTransaction(db, async (tx) => {
    // One at a time, so that a person's first two concurrent logins do not create two accounts.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('single sign-on'))`);
    const known = await findIdentity(tx, claims);
    const account = known ?? (await findByEmail(tx, claims)) ?? (await make(tx, claims, settings));
    if (!account) return { refused: 'no account', user: undefined };
    const { disabled, ...user } = account;
    if (disabled) return { refused: 'account disabled', user: account };
    if (known?.createdAccount && !keepsRole(user.role, claims, settings)) {
      await revokeCredentials(tx, user.id);
      for (const ended of await revokeAccess(tx, user.id, user, { events: [] })) {
        await recordAudit(tx, user, ended);
      }
      return { refused: 'role lost', user: account };
    }
    const isNew = 'made' in account;
    if (!known && !(await link(tx, claims, user, isNew))) {
      return { refused: 'address of somebody else', user: account };
    }
    await tx.execute(sql`
      update identities set sso_at = now()
      where issuer = ${claims.iss} and subject = ${claims.sub}`);
    await createSession(tx, { ...session, user, viaSso: true });
    const { device, address } = session;
    const details = { by: 'single sign-on', device, address };
    await recordAudit(tx, user, { kind: 'login', details });
    const { id, username, name, role, events, language } = user;
    return { user: { id, username, name, role, events, language } };
  });
}

const columns = sql`
  u.id, u.username, u.name, u.role, u.only_events as events, u.language,
  u.disabled_at is not null as disabled`;

async function findIdentity(tx: Db, { iss, sub }: Claims) {
  const [found] = await tx.query<Account & { createdAccount: boolean }>(sql`
    select ${columns}, i.created_account from identities i join users u on u.id = i.user_id
    where i.issuer = ${iss} and i.subject = ${sub} for no key update of u`);
  return found;
}

async function findByEmail(tx: Db, claims: Claims): Promise<Account | undefined> {
  const email = verifiedEmail(claims);
  if (!email) return undefined;
  const [found] = await tx.query<Account>(sql`
    select ${columns} from users u
    where lower(u.email) = lower(${email}) and u.email_confirmed and u.role <> 'program'
    for no key update`);
  return found;
}

/**
 * Links the account to the provider's id. Revokes all other credentials, so that an earlier user of the account is
 * locked out. Returns false if the account is already linked to another person at the provider.
 */
async function link(tx: Db, { iss, sub }: Claims, user: SessionUser, isNew: boolean) {
  const linked = await tx.execute(sql`
    insert into identities (issuer, subject, user_id, created_account)
    values (${iss}, ${sub}, ${user.id}, ${isNew}) on conflict do nothing`);
  if (linked === 0) return false;
  const ended = isNew ? {} : await revokeCredentials(tx, user.id);
  await recordAudit(tx, user, { kind: 'sign-on-linked', details: { provider: iss, ...ended } });
  return true;
}

const TRIES = 20;

async function make(tx: Db, claims: Claims, settings: SignOnSettings) {
  const role = roleOf(claims, settings);
  if (!role) return undefined;
  const { username: wanted, name } = accountNames(claims);
  const email = verifiedEmail(claims) ?? null;
  if (email) await takeUnconfirmed(tx, email);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    // The user name may already belong to another person.
    const suffix = attempt === 1 ? '' : `-${attempt < TRIES ? attempt : randomInt(1e9)}`;
    const username = wanted.slice(0, USERNAME_MAX - suffix.length) + suffix;
    const [user] = await tx.query(
      sql`
      insert into users (username, password_hash, name, role, email, email_confirmed)
      values (${username}, '', ${name}, ${role}, ${email}, ${email !== null})
      on conflict (lower(username)) do nothing
      returning id, username, name, role, only_events as events, language`,
      { row: sessionUser },
    );
    if (!user) continue;
    const kind = role === 'admin' ? 'account-created' : 'volunteer-created';
    await recordAudit(tx, user, { kind, subject: { id: user.id, name: labelOf(user) } });
    return { ...user, disabled: false, made: true };
  }
  return undefined;
}

/**
 * Removes an unconfirmed address from the account that has it, because the provider has verified it for another person.
 */
async function takeUnconfirmed(tx: Db, email: string): Promise<void> {
  const [loser] = await tx.query<{ id: string; username: string }>(sql`
    update users set email = null
    where lower(email) = lower(${email}) and not email_confirmed
    returning id, username`);
  if (!loser) return;
  await revokeLoginLinks(tx, loser.id);
  const subject = { id: loser.id, name: loser.username };
  await recordAudit(tx, PRODUCT, { kind: 'email-removed', subject });
}
