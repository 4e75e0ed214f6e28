import {
  type NewToken,
  TOKEN_PREFIX,
  type Token,
  type TokenInput,
  token,
} from '@drawbridge/contract/team/tokens';
import sql, { empty } from 'sql-template-tag';
import { ownerOf } from '../../core/access.ts';
import { publish } from '../../core/change/publish.ts';
import type { Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { hash } from '../../login/auth/secrets.ts';
import { deleteWebhook } from '../../outreach/webhooks/store.ts';

// A token is an account of its own, with one session that lasts until it is revoked. Everything that is recorded for
// accounts, such as who added a lead, is therefore recorded for programs as well.

export async function listTokens(db: Db, onlyId?: string): Promise<Token[]> {
  return db.query(
    sql`
    select u.id, u.name, u.scopes, u.only_events[1] as event_id, u.created_at,
           ${ownerOf(sql`u.owner_id`)} as owner,
           case when isfinite(s.expires_at) then s.expires_at end as expires_at,
           nullif(s.last_used_at, s.created_at) as last_used_at, s.confirmed
    from users u join sessions s on s.user_id = u.id
    where u.role = 'program' ${onlyId ? sql`and u.id = ${onlyId}` : empty}
    order by lower(u.name), u.id`,
    { row: token },
  );
}

export async function createToken(
  tx: Db,
  { name, scopes, eventId, expiresAt }: TokenInput,
  { secret, ownerId }: { secret: string; ownerId: string },
): Promise<Outcome<NewToken>> {
  const [created] = await tx.query<{ id: string }>(sql`
    insert into users (username, name, password_hash, role, scopes, only_events, owner_id)
    values (${`token ${name}`}, ${name}, '', 'program', ${scopes},
            ${eventId ? [eventId] : null}::uuid[], ${ownerId})
    on conflict (lower(username)) do nothing
    returning id`);
  if (!created) return fail('token-name-taken');
  await tx.execute(sql`
    insert into sessions (token_hash, user_id, device, expires_at)
    values (${hash(secret)}, ${created.id}, 'Program', coalesce(${expiresAt ?? null}, 'infinity'::timestamptz))`);
  const [token] = await listTokens(tx, created.id);
  return token ? succeed({ ...token, secret: TOKEN_PREFIX + secret }) : fail('token-not-found');
}

export async function confirmToken(tx: Db, id: string): Promise<Outcome<Token>> {
  await tx.execute(sql`update sessions set confirmed = true where user_id = ${id}`);
  const [token] = await listTokens(tx, id);
  return token ? succeed(token) : fail('token-not-found');
}

/**
 * Revokes a token. Its leads stay, under its name. Its events are transferred to the administrator. Its webhooks are
 * deleted.
 */
export async function revokeToken(
  tx: Db,
  id: string,
  administratorId: string,
): Promise<Outcome<{ id: string; name: string }>> {
  // Locked first, so that it creates no further event meanwhile.
  await tx.execute(sql`select from users where id = ${id} and role = 'program' for update`);
  await tx.execute(sql`
    update events e set created_by = ${administratorId}
    from users u where u.id = ${id} and u.role = 'program' and e.created_by = u.id`);
  const webhooks = await tx.query<{ id: string }>(sql`
    select w.id from webhooks w join users u on u.id = w.owner_id
    where u.id = ${id} and u.role = 'program'`);
  for (const webhook of webhooks) await deleteWebhook(tx, webhook.id);
  const [revoked] = await tx.query<{ id: string; name: string }>(sql`
    delete from users where id = ${id} and role = 'program' returning id, name`);
  if (!revoked) return fail('token-not-found');
  await publish(tx, 'sessions');
  return succeed(revoked);
}
