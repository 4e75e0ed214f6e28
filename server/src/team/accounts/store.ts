import {
  type Account,
  account,
  type OwnAccount,
  ownAccount,
  type Session,
  session,
} from '@drawbridge/contract/team/accounts';
import sql, { empty } from 'sql-template-tag';
import type { Actor, AuditRecord } from '../../core/change/audit-log.ts';
import { publish } from '../../core/change/publish.ts';
import type { Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { hash } from '../../login/auth/secrets.ts';
import { endSessions } from '../../login/auth/session-store.ts';
import {
  givePassword,
  renameUser,
  revokeOutOfScopeCredentials,
  setEmail,
} from '../../login/auth/store.ts';
import { removeAllFactors, secondFactorOn } from '../../login/second-factor/store.ts';
import { revokeLinksCreatedBy } from '../../outreach/sponsor-pages/sharing-store.ts';
import { hostOf } from '../../outreach/webhooks/delivery-store.ts';
import { deleteWebhook } from '../../outreach/webhooks/store.ts';
import { revokeToken } from '../tokens/store.ts';

export async function findOwnAccount(db: Db, id: string): Promise<OwnAccount | undefined> {
  const [own] = await db.query(
    sql`
    select id, username, name, role, email, password_hash <> '' as has_password,
           (select coalesce(json_agg(json_build_object(
              'id', p.id, 'name', p.name, 'createdAt', p.created_at, 'lastUsedAt', p.last_used_at)
              order by p.created_at, p.id), '[]')
            from passkeys p where p.user_id = u.id) as passkeys,
           case when ${secondFactorOn} then json_build_object(
             'enabledAt', totp_enabled_at,
             'recoveryCodesLeft', (select count(*) from recovery_codes where user_id = u.id)
           ) end as second_factor
    from users u where id = ${id}`,
    { row: ownAccount },
  );
  return own;
}

/** The sessions of one user, last used first. */
export async function listSessions(db: Db, userId: string, token: string): Promise<Session[]> {
  return db.query(
    sql`
    select id, device, address, created_at, last_used_at, token_hash = ${hash(token)} as current
    from sessions where user_id = ${userId} and expires_at > now()
    order by last_used_at desc, id`,
    { row: session },
  );
}

export async function endOwnSession(
  db: Db,
  userId: string,
  id: string,
): Promise<Outcome<{ id: string; device: string }>> {
  const [ended] = await db.query<{ id: string; device: string }>(sql`
    delete from sessions where id = ${id} and user_id = ${userId} returning id, device`);
  if (!ended) return fail('session-not-found');
  await publish(db, 'sessions');
  return succeed(ended);
}

type Administrator = Actor & { id: string };

/** All administrators, disabled ones included. */
export async function listAccounts(db: Db, onlyId?: string): Promise<Account[]> {
  return db.query(
    sql`
    select id, username, name, email, created_at, disabled_at,
           ${secondFactorOn} as second_factor, only_events as events,
           array(select event_id from sponsor_pages
                 where link_created_by = u.id and link_hash is not null) as sponsor_links,
           (select coalesce(json_agg(array(
              select event_id from volunteer_assignments
              where volunteer_id = v.id and not access_revoked)), '[]')
            from users v where u.id = any(v.credentials_issued_by)) as credentials_issued_for
    from users u where role = 'admin' ${onlyId ? sql`and id = ${onlyId}` : empty}
    order by disabled_at is not null, lower(coalesce(name, username)), id`,
    { row: account },
  );
}

export async function changeAccount(
  tx: Db,
  id: string,
  change: {
    name?: string | undefined;
    username?: string | undefined;
    email?: string | null | undefined;
    disabled?: boolean | undefined;
    events?: string[] | null | undefined;
    takeOver?: string[] | undefined;
  },
  by: CurrentUser,
): Promise<Outcome<{ before: Account; after: Account; eventNames: string; ended: AuditRecord[] }>> {
  const [before] = await listAccounts(tx, id);
  if (!before) return fail('account-not-found');
  if ((await renameUser(tx, id, 'admin', change)) === 'taken') return fail('username-taken');
  const named = await nameEvents(tx, change.events);
  if (!named.ok) return named;
  if (
    change.email !== undefined &&
    (await setEmail(tx, id, 'admin', change.email, by)) === 'taken'
  ) {
    return fail('email-taken');
  }
  if (change.disabled || change.events) {
    if (!(await othersRemain(tx, id))) return fail('last-administrator');
  }
  if (change.disabled === true) await disable(tx, id);
  if (change.disabled === false) {
    await tx.execute(sql`update users set disabled_at = null where id = ${id}`);
  }
  if (change.events !== undefined) {
    await tx.execute(sql`
      update users set only_events = ${change.events}::uuid[] where id = ${id}`);
    // Ending the sessions cancels running requests in lost events, and makes pages drop the data of these events.
    const { events } = change;
    const lost = events && (before.events?.some((eventId) => !events.includes(eventId)) ?? true);
    if (lost) await endSessions(tx, id);
  }
  const ended =
    change.disabled || change.events
      ? await revokeAccess(tx, id, by, {
          events: (!change.disabled && change.events) || [],
          takeOver: change.takeOver,
        })
      : [];
  const [after] = await listAccounts(tx, id);
  return after
    ? succeed({ before, after, eventNames: named.value, ended })
    : fail('account-not-found');
}

/** A token, which has a name, or a webhook, which has a URL. */
interface Owned {
  id: string;
  name: string | null;
  url: string | null;
  eventId: string | null;
}

/**
 * Revokes everything this administrator issued for events they may no longer access: volunteer credentials,
 * invitations, sponsor links, tokens and webhooks.
 */
export async function revokeAccess(
  tx: Db,
  id: string,
  by: Administrator,
  { events, takeOver }: { events: string[]; takeOver?: string[] | undefined },
): Promise<AuditRecord[]> {
  await revokeOutOfScopeCredentials(tx, by, events.length === 0 ? id : undefined);
  // Otherwise they would work again once the account is enabled, or no longer limited.
  await tx.execute(sql`
    delete from login_codes c using users u
    where c.invited_by = ${id} and u.id = c.user_id and (${events.length === 0} or u.role = 'admin')`);
  const links = await revokeLinksCreatedBy(tx, id, events);
  return [
    ...(await revokeOrTransferPrograms(tx, id, by, takeOver)),
    ...links.map(
      ({ eventId, ...subject }): AuditRecord => ({
        kind: 'sponsor-link-revoked',
        eventId,
        subject,
      }),
    ),
  ];
}

/**
 * Revokes the owner's tokens and webhooks, except those transferred to the current administrator. Call it after the
 * owner's sessions have ended, so that they cannot create new ones meanwhile.
 */
async function revokeOrTransferPrograms(
  tx: Db,
  ownerId: string,
  by: Administrator,
  takeOver: readonly string[] = [],
): Promise<AuditRecord[]> {
  // An administrator who limits their own account cannot keep its tokens and webhooks.
  const transferred = by.id === ownerId ? [] : takeOver;
  const owned = await tx.query<Owned>(sql`
    select id, name, null as url, only_events[1] as event_id from users where owner_id = ${ownerId}
    union all
    select id, null, url, event_id from webhooks where owner_id = ${ownerId} order by id`);
  const records: AuditRecord[] = [];
  for (const { id, name, url, eventId } of owned) {
    const isTaken = transferred.includes(id);
    if (isTaken) {
      await tx.execute(sql`
        update ${url ? sql`webhooks` : sql`users`} set owner_id = ${by.id} where id = ${id}`);
    } else if (url) await deleteWebhook(tx, id);
    else await revokeToken(tx, id, by.id);
    const [ended, kept] = url
      ? (['webhook-deleted', 'webhook-taken-over'] as const)
      : (['token-revoked', 'token-taken-over'] as const);
    const subject = { id, name: url ? hostOf(url) : name };
    records.push({ kind: isTaken ? kept : ended, eventId, subject });
  }
  return records;
}

/** The names of the chosen events, for the audit trail; fails unless all of them exist. */
export async function nameEvents(
  db: Db,
  ids: readonly string[] | null | undefined,
): Promise<Outcome<string>> {
  if (!ids) return succeed('all');
  const events = await db.query<{ name: string }>(sql`
    select name from events where id = any(${ids}::uuid[]) order by date desc, id`);
  return events.length === new Set(ids).size
    ? succeed(events.map(({ name }) => name).join(', '))
    : fail('event-not-found');
}

/** True if another administrator with access to all events remains, who can manage this account. */
async function othersRemain(tx: Db, id: string): Promise<boolean> {
  // Locks all of them in one order: of two administrators who disable each other at once, one succeeds.
  const enabled = await tx.query<{ id: string; limited: boolean }>(sql`
    select id, only_events is not null as limited from users
    where role = 'admin' and disabled_at is null
    order by id for no key update`);
  return enabled.some((other) => other.id !== id && !other.limited);
}

async function disable(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`
    update users set disabled_at = now() where id = ${id} and disabled_at is null`);
  await endSessions(tx, id);
}

export async function resetPassword(
  tx: Db,
  id: string,
  passwordHash: string,
): Promise<Outcome<Account>> {
  const [account] = await listAccounts(tx, id);
  if (!account) return fail('account-not-found');
  await givePassword(tx, id, passwordHash);
  return succeed(account);
}

export async function resetSecondFactor(tx: Db, id: string): Promise<Outcome<Account>> {
  const [account] = await listAccounts(tx, id);
  if (!account) return fail('account-not-found');
  if (!(await removeAllFactors(tx, id))) return fail('second-factor-off');
  return succeed({ ...account, secondFactor: false });
}
