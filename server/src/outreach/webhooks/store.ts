import {
  WEBHOOKS_MAX,
  WEBHOOKS_PER_TOKEN,
  type Webhook,
  type WebhookChange,
  type WebhookInput,
  webhook,
} from '@drawbridge/contract/outreach/webhooks';
import sql, { join, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import { ownerOf } from '../../core/access.ts';
import type { Db } from '../../db/client.ts';
import { fail, type Outcome, Problem, succeed } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { refusalTo, writeSecret } from './rules.ts';

type Secretive = Webhook & { secret: string };
const webhookWithKey = webhook.extend({ key: z.instanceof(Buffer) });

const columns = sql`
  id, url, kinds, event_id, created_at, ${ownerOf(sql`webhooks.owner_id`)} as owner, failing_since, disabled_at, disabled_because,
  case when previous_secret_until > now() then previous_secret_until end as previous_secret_until`;

/** Limits access to a token's own webhooks; undefined for administrators, who manage all of them. */
export type OnlyOwner = string | undefined;

const isOwned = (owner: OnlyOwner) => (owner ? sql`owner_id = ${owner}` : sql`true`);

export async function listWebhooks(db: Db, only: OnlyOwner): Promise<Webhook[]> {
  return db.query(
    sql`
    select ${columns} from webhooks where ${isOwned(only)} order by created_at, id`,
    { row: webhook },
  );
}

/**
 * Returns the webhook, or a problem if it belongs to a token and would send data that the token may not read, whoever
 * has changed it.
 */
async function checkScope<T extends Webhook>(tx: Db, webhook: T): Promise<Outcome<T>> {
  const [token] = await tx.query<Parameters<typeof refusalTo>[0]>(sql`
    select scopes, only_events as events from users
    where id = ${webhook.owner?.id ?? null} and role = 'program'`);
  const refusal = token && refusalTo(token, webhook);
  return refusal ? fail(refusal) : succeed(webhook);
}

export async function createWebhook(
  tx: Db,
  { url, kinds, eventId }: WebhookInput,
  owner: Pick<CurrentUser, 'id' | 'scopes'>,
): Promise<Outcome<Secretive>> {
  // Two webhooks that are added concurrently are counted one after the other.
  await tx.execute(sql`lock table webhooks in share row exclusive mode`);
  const [created] = await tx.query(
    sql`
    insert into webhooks (url, kinds, event_id, owner_id)
    select ${url}, ${kinds}, ${eventId ?? null}, ${owner.id}
    where (select count(*) from webhooks) < ${WEBHOOKS_MAX}
      and (${!owner.scopes} or (
        select count(*) filter (where owner_id = ${owner.id}) < ${WEBHOOKS_PER_TOKEN}
           and count(*) < ${WEBHOOKS_MAX - WEBHOOKS_PER_TOKEN}
        from webhooks where owner_id in (select id from users where role = 'program')))
    returning ${columns}, secret as key`,
    { row: webhookWithKey },
  );
  return created ? checkScope(tx, withSecret(created)) : fail('webhooks-full');
}

export async function changeWebhook(
  tx: Db,
  id: string,
  { url, kinds, eventId, disabled }: WebhookChange,
  only: OnlyOwner,
): Promise<Outcome<Webhook>> {
  const set: Sql[] = [
    ...(url === undefined ? [] : [sql`url = ${url}`]),
    ...(kinds === undefined ? [] : [sql`kinds = ${kinds}`]),
    ...(eventId === undefined ? [] : [sql`event_id = ${eventId}`]),
    // The failures are reset, so that three days pass before it is disabled again.
    ...(disabled === false
      ? [sql`disabled_at = null, disabled_because = null, failing_since = null`]
      : []),
    ...(disabled
      ? [
          sql`disabled_at = coalesce(disabled_at, now()),
                        disabled_because = coalesce(disabled_because, 'person')`,
        ]
      : []),
  ];
  const [changed] = await tx.query(
    sql`
    update webhooks set ${join([...set, sql`created_at = created_at`])}
    where id = ${id} and ${isOwned(only)} returning ${columns}`,
    { row: webhook },
  );
  return changed ? checkScope(tx, changed) : fail('webhook-not-found');
}

export async function requireWebhook(db: Db, id: string): Promise<void> {
  const count = await db.execute(sql`select from webhooks where id = ${id}`);
  if (count === 0) throw new Problem('webhook-not-found');
}

/** Sets a new secret. The previous one is used as well for a day, so that the receiver can switch in its own time. */
export async function rotateSecret(tx: Db, id: string): Promise<Outcome<Secretive>> {
  const [changed] = await tx.query(
    sql`
    update webhooks set secret = random_bytes_16() || random_bytes_16(), previous_secret = secret,
           previous_secret_until = now() + interval '1 day'
    where id = ${id} returning ${columns}, secret as key`,
    { row: webhookWithKey },
  );
  return changed ? succeed(withSecret(changed)) : fail('webhook-not-found');
}

const withSecret = ({ key, ...webhook }: Webhook & { key: Buffer }): Secretive => ({
  ...webhook,
  secret: writeSecret(key),
});

export async function deleteWebhook(
  tx: Db,
  id: string,
  only?: OnlyOwner,
): Promise<Outcome<{ id: string; url: string; eventId: string | null }>> {
  const [deleted] = await tx.query<{ id: string; url: string; eventId: string | null }>(sql`
    delete from webhooks where id = ${id} and ${isOwned(only)} returning id, url, event_id`);
  if (!deleted) return fail('webhook-not-found');
  await tx.execute(sql`delete from webhook_queue where webhook_id = ${id}`);
  await tx.execute(sql`delete from deliveries where webhook_id = ${id}`);
  return succeed(deleted);
}
