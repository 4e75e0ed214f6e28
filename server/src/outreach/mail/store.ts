import type { MailKind, MailStatus, WinnerMail } from '@drawbridge/contract/outreach/mail';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';

/** The lease of claimed mail, longer than an attempt takes. Mail without a result by then is sent again. */
const LEASE = sql`interval '2 minutes'`;
/** The limit on listed mails with problems. */
const TROUBLED = 20;

/** A mail claimed by this process, until its lease ends. */
export interface ClaimedMail {
  id: string;
  kind: MailKind;
  subjectId: string;
  language: string | null;
  attempts: number;
  /** True if it could not be sent for days, for example without a mail server. It is useless then. */
  late: boolean;
}

export async function queueMail(
  tx: Db,
  kind: Exclude<MailKind, 'receipt'>,
  subjectId: string,
  { language = null, minutes = 3 * 24 * 60 }: { language?: string | null; minutes?: number } = {},
): Promise<void> {
  await tx.execute(sql`
    insert into mails (kind, subject_id, language, retry_until)
    values (${kind}, ${subjectId}, ${language}, now() + make_interval(mins => ${minutes}))`);
}

/** Claims due mail, receipts last. */
export async function claimMails(db: Db, limit: number): Promise<ClaimedMail[]> {
  if (limit <= 0) return [];
  return db.query<ClaimedMail>(sql`
    with due as materialized (
      select id from mails where state = 'waiting' and due_at <= now()
      order by (kind = 'receipt'), due_at limit ${limit} for update skip locked
    )
    update mails m set due_at = now() + ${LEASE}, attempts = attempts + 1, tried_at = now()
    from due where m.id = due.id
    returning m.id, m.kind, m.subject_id, m.language, m.attempts,
              m.retry_until < now() - interval '1 hour' as late`);
}

export async function releaseMails(db: Db, mails: readonly ClaimedMail[]): Promise<void> {
  await db.execute(sql`
    update mails set due_at = now(), attempts = attempts - 1
    where id = any(${mails.map(({ id }) => id)}::uuid[]) and state = 'waiting'`);
}

/** The result of an attempt. The mail is `superfluous` if it has no recipient any more. */
export interface MailResult {
  id: string;
  outcome: 'sent' | 'bounced' | 'failed' | 'waiting' | 'superfluous';
  error: string | null;
  /** The reason for a retry, for the log, without the recipient's address. */
  because?: string;
  retryAfterSeconds: number;
}

export async function saveMailResults(db: Db, results: readonly MailResult[]): Promise<void> {
  await db.execute(sql`
    with r as (
      select * from json_to_recordset(${JSON.stringify(results)}) as r (
        id uuid, outcome text, error text, "retryAfterSeconds" float8)
    ),
    superfluous as (
      delete from mails where id in (select id from r where outcome = 'superfluous')
    )
    update mails m set
      state = case when r.outcome = 'waiting' and m.retry_until <= now() then 'failed' else r.outcome end,
      -- The last attempt is at retry_until.
      due_at = least(now() + make_interval(secs => r."retryAfterSeconds"), greatest(now(), m.retry_until)),
      error = r.error
    from r where m.id = r.id and m.state = 'waiting' and r.outcome <> 'superfluous'`);
}

/** The number of waiting mails, for the metrics, the status page and `doctor`. */
export async function countMails(db: Db): Promise<{ mails: number }> {
  return db.queryOne(sql`select count(*)::int as mails from mails where state = 'waiting'`);
}

/**
 * The number of mails that could not be sent within a day. Wrong addresses, which bounce, are not counted, because an
 * operator cannot fix them.
 */
export async function countTroubledMails(db: Db): Promise<number> {
  return db.execute(sql`
    select from mails
    where error is not null and state <> 'bounced' and created_at > now() - interval '4 days'
      and tried_at > now() - interval '1 day'`);
}

export async function listTroubledMails(db: Db): Promise<MailStatus['troubled']> {
  return db.query(sql`
    select m.id, m.kind, m.state, m.attempts, m.error, coalesce(m.tried_at, m.created_at) as at,
           coalesce(l.email, w.email, u.email) as to
    from mails m
    left join leads l on l.id = m.subject_id
    left join winners w on w.id = m.subject_id
    left join users u on u.id = m.subject_id
    where m.error is not null
    order by m.created_at desc limit ${TROUBLED}`);
}

/** The result of the last mail to each winner of an event. */
export async function listWinnerMails(db: Db, eventId: string): Promise<WinnerMail[]> {
  return db.query(sql`
    select distinct on (w.number, w.place) w.number, w.place, coalesce(m.state, 'unwanted') as state, m.error,
           coalesce(m.tried_at, m.created_at, a.unsubscribed_at) as at
    from winners w
    left join mail_addresses a on a.event_id = w.event_id and a.address_hash = mail_hash(w.email)
      and a.unsubscribed_at is not null
    left join mails m on m.subject_id = w.id and (m.state = 'sent' or a.id is null)
    where w.event_id = ${eventId} and (m.id is not null or a.id is not null)
    order by w.number, w.place, m.created_at desc`);
}

/**
 * Queues mail to a winner at the address that the organiser has seen, unless it was sent already or the winner has
 * unsubscribed.
 */
export async function queueWinnerMail(
  tx: Db,
  {
    eventId,
    number,
    place = 0,
    email,
  }: { eventId: string; number: number; place?: number | undefined; email: string },
): Promise<Outcome<{ to: string }>> {
  // The second of two concurrent requests waits and then fails.
  await tx.execute(sql`
    select from winners where event_id = ${eventId} and number = ${number} and place = ${place}
    for no key update`);
  const [draw] = await tx.query<{
    id: string;
    leadId: string | null;
    email: string | null;
    forfeited: boolean;
    unsubscribed: boolean;
    sent: boolean;
  }>(sql`
    select w.id, w.lead_id, w.email, w.forfeited_by is not null as forfeited,
           exists (select from mail_addresses a where a.event_id = w.event_id
                   and a.address_hash = mail_hash(w.email) and a.unsubscribed_at is not null) as unsubscribed,
           exists (select from mails m where m.subject_id = w.id and m.state in ('waiting', 'sent')) as sent
    from winners w
    where w.event_id = ${eventId} and w.number = ${number} and w.place = ${place}`);
  if (!draw) return fail('draw-not-found');
  if (draw.forfeited) return fail('already-forfeited');
  if (!draw.email) return fail('email-missing');
  if (draw.email !== email) return fail('email-changed');
  if (draw.unsubscribed) return fail('mail-unsubscribed');
  if (draw.sent) return fail('mail-sent-already');
  await tx.execute(sql`
    insert into mail_addresses (event_id, address_hash, lead_id)
    values (${eventId}, mail_hash(${email}), ${draw.leadId})
    on conflict (event_id, address_hash) do nothing`);
  await queueMail(tx, 'won', draw.id);
  return succeed({ to: email });
}

/** Queues a login link for a volunteer, in the language of the event that they were last assigned to. */
export async function queueLogInLink(
  tx: Db,
  id: string,
): Promise<Outcome<{ id: string; name: string | null; username: string; to: string }>> {
  const [volunteer] = await tx.query<{
    id: string;
    name: string | null;
    username: string;
    email: string | null;
    language: string | null;
  }>(sql`
    select u.id, u.name, u.username, u.email, (
             select e.language from volunteer_assignments a join events e on e.id = a.event_id
             where a.volunteer_id = u.id and not a.access_revoked order by a.assigned_at desc limit 1
           ) as language
    from users u where u.id = ${id} and u.role = 'volunteer' for no key update`);
  if (!volunteer) return fail('volunteer-not-found');
  const { email: to, language, ...account } = volunteer;
  if (!to) return fail('email-missing');
  // A new link revokes the previous one.
  await tx.execute(sql`
    delete from mails where subject_id = ${id} and kind = 'login' and state = 'waiting'`);
  await queueMail(tx, 'login', id, { language });
  return succeed({ ...account, to });
}

export async function queueTest(tx: Db, userId: string): Promise<Outcome<{ to: string }>> {
  const [user] = await tx.query<{ email: string | null }>(sql`
    select email from users where id = ${userId}`);
  if (!user?.email) return fail('email-missing');
  await queueMail(tx, 'test', userId);
  return succeed({ to: user.email });
}

interface Subscription {
  eventId: string;
  eventName: string;
  /** The language of the event's unsubscribe page. */
  language: string;
  unsubscribed: boolean;
}

/** Finds the subscription of an address; undefined if the id is unknown. */
export async function findSubscription(db: Db, id: string): Promise<Subscription | undefined> {
  const [found] = await db.query<Subscription>(sql`
    select coalesce(l.language, e.language) as language, a.unsubscribed_at is not null as unsubscribed, a.event_id,
           coalesce(e.translations->coalesce(l.language, e.language)->>'name', e.name) as event_name
    from mail_addresses a
    join events e on e.id = a.event_id
    left join leads l on l.id = a.lead_id
    where a.id = ${id}`);
  return found;
}

export async function unsubscribe(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    update mail_addresses set unsubscribed_at = now() where id = ${id} and unsubscribed_at is null`);
}

/** Deletes the results of mail after a month, and the data for limiting receipts after an hour and a day. */
export async function deleteExpiredMails(db: Db): Promise<void> {
  await db.execute(sql`
    update mail_addresses set sender_hash = null
    where sender_hash is not null and receipt_at < now() - interval '1 hour'`);
  await db.execute(sql`
    update mail_addresses set mailbox_hash = null
    where mailbox_hash is not null and receipt_at < now() - interval '1 day'`);
  await db.execute(sql`
    delete from mails
    where created_at < now() - interval '30 days' and (state <> 'waiting' or retry_until < now())`);
}
