import { randomInt } from 'node:crypto';
import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import {
  type Here,
  type OpenedRollCall,
  type OpenRollCall,
  type OrganisersRollCall,
  organisersRollCall,
} from '@drawbridge/contract/raffle/roll-calls';
import { TICKET_DIGITS } from '@drawbridge/contract/raffle/ticket-names';
import sql, { raw } from 'sql-template-tag';
import { mayCollect } from '../../core/access.ts';
import { publish } from '../../core/change/publish.ts';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { withEventLock } from '../draws/chain-store.ts';

/** The number of wrong digits that a ticket may try in a roll call. */
const WRONG_TRIES = 10;

/**
 * The number of people in the next draw of event `e` who have answered roll call `r`. Its index has only leads that
 * have answered one.
 */
const peopleHere = sql`(
  select count(distinct phone_key)::int from eligible_leads(e.id) where here = r.number and here > 0)`;

/** The open roll call of event `e`, as every page sees it; null if there is none. */
export const rollCallJson = sql`(
  select json_build_object('rollCall', r.number, 'here', ${peopleHere})
  from roll_calls r where r.event_id = e.id and r.closed_at is null)`;

/** Opens a roll call and closes the previous one. */
export async function openRollCall(db: Db, eventId: string): Promise<Outcome<OpenedRollCall>> {
  return withEventLock(db, eventId, async (tx) => {
    const sealed = await tx.execute(sql`
      select from records where event_id = ${eventId} and kind = 'sealed'`);
    if (sealed > 0) return fail('draw-sealed');
    await closeRollCall(tx, eventId);
    const digits = String(randomInt(10_000)).padStart(4, '0');
    const { rollCall } = await tx.queryOne<{ rollCall: number }>(sql`
      insert into roll_calls (event_id, number, digits)
      select ${eventId}, greatest(floor(extract(epoch from clock_timestamp()))::bigint, max(number) + 1), ${digits}
      from roll_calls where event_id = ${eventId}
      returning number::float8 as roll_call`);
    await publish(tx, 'roll call', { eventIds: [eventId] });
    return succeed({ rollCall, digits, here: 0 });
  });
}

/** Closes the open roll call, if there is one. The caller must hold the event's lock. */
export async function closeRollCall(tx: Db, eventId: string): Promise<void> {
  const closed = await tx.execute(sql`
    update roll_calls set closed_at = clock_timestamp()
    where event_id = ${eventId} and closed_at is null`);
  if (closed > 0) await publish(tx, 'roll call', { eventIds: [eventId] });
}

/** Closes the open roll call for an organiser. Returns the number of people who have answered it. */
export async function endRollCall(db: Db, eventId: string): Promise<Outcome<OpenRollCall>> {
  return withEventLock(db, eventId, async (tx) => {
    const open = await findRollCall(tx, eventId);
    if (!open) return fail('roll-call-not-open');
    await closeRollCall(tx, eventId);
    return succeed({ rollCall: open.rollCall, here: open.here });
  });
}

/** The open roll call of an event, with the fields for organisers. */
export async function findRollCall(
  db: Db,
  eventId: string,
): Promise<OrganisersRollCall | undefined> {
  const [open] = await db.query(
    sql`
    select number::float8 as roll_call, ${peopleHere} as here, digits, by_code, by_volunteers, by_organisers
    from roll_calls r join events e on e.id = r.event_id
    where r.event_id = ${eventId} and r.closed_at is null`,
    { row: organisersRollCall },
  );
  return open;
}

/** The number of the latest roll call, open or closed. Undefined before the first. */
export async function findLastRollCall(db: Db, eventId: string): Promise<number | undefined> {
  const [last] = await db.query<{ number: number }>(sql`
    select number::float8 as number from roll_calls
    where event_id = ${eventId} order by number desc limit 1`);
  return last?.number;
}

/** Marks the lead of an entry code as here, if the digits match those on the wall. */
export async function answerRollCall(
  db: Database,
  eventId: string,
  { entryCode, digits }: { entryCode: string; digits: string },
): Promise<Outcome<Here>> {
  const code = readEntryCode(entryCode);
  const ticket = code && Buffer.from(ticketOf(eventId, code));
  if (!ticket) return fail('ticket-not-found');
  const [lead] = await db.query<{ id: string | null }>(sql`
    select lead_of_ticket(${eventId}, ${ticket}) as id`);
  const id = lead?.id;
  if (!id) return fail('ticket-not-found');
  const tried = await tryDigits(db, eventId, ticket, digits);
  if (!tried.ok) return tried;
  const marked = await inTransaction(db, (tx) => markHere(tx, { id, eventId, by: 'code', digits }));
  // The lead has another ticket if it is one into which the asked one was merged.
  return marked.ok ? succeed({ ...marked.value, ticket: ticket.toString('hex') }) : marked;
}

/**
 * Checks the digits and counts wrong ones. It is a statement of its own, so that a rollback does not undo the
 * count.
 */
async function tryDigits(
  db: Db,
  eventId: string,
  ticket: Buffer,
  digits: string,
): Promise<Outcome<true>> {
  const [open] = await db.query<{ digits: string; tries: number }>(sql`
    with open as (
      select event_id, number, digits from roll_calls where event_id = ${eventId} and closed_at is null
    ),
    tried as (
      insert into roll_call_tries as t (event_id, number, ticket)
      select event_id, number, ${ticket}::bytea from open where digits <> ${digits}
      on conflict (event_id, number, ticket) do update set tries = t.tries + 1
      returning tries
    )
    select digits, coalesce((select tries from tried), (
             select tries from roll_call_tries t join open using (event_id, number) where t.ticket = ${ticket}), 0) as tries
    from open`);
  if (!open) return fail('roll-call-not-open');
  if (open.digits === digits)
    return open.tries >= WRONG_TRIES ? fail('too-many-wrong-digits') : succeed(true);
  const tries = WRONG_TRIES - open.tries;
  return tries < 0 ? fail('too-many-wrong-digits') : fail('digits-wrong', { values: { tries } });
}

/** Marks a lead as here on behalf of the person. Volunteers can do so only for leads that they have added. */
export async function markLeadHere(
  tx: Db,
  id: string,
  user: CurrentUser,
): Promise<Outcome<Here & { eventId: string }>> {
  const [lead] = await tx.query<{ eventId: string; submittedBy: string | null }>(sql`
    select event_id, submitted_by from leads where id = ${id}`);
  if (!lead) return fail('lead-not-found');
  const { eventId, submittedBy } = lead;
  if (user.role === 'admin') return markHere(tx, { id, eventId, by: 'organisers' });
  const isOwn = submittedBy === user.id && (await mayCollect(tx, user, eventId));
  return isOwn ? markHere(tx, { id, eventId, by: 'volunteers' }) : fail('lead-not-found');
}

/**
 * Marks a lead as here. It takes the event's lock in shared mode, as every change of a lead does: an answer counts
 * before a seal or not at all, and many people can answer at the same time.
 */
async function markHere(
  tx: Db,
  {
    id,
    eventId,
    by,
    digits,
  }: { id: string; eventId: string; by: 'code' | 'volunteers' | 'organisers'; digits?: string },
): Promise<Outcome<Here & { eventId: string }>> {
  await tx.execute(sql`select from events where id = ${eventId} for share`);
  const [open] = await tx.query<{ number: string; digits: string }>(sql`
    select number, digits from roll_calls where event_id = ${eventId} and closed_at is null`);
  if (!open) return fail('roll-call-not-open');
  // The roll call may have been closed and another one opened since the digits were checked.
  if (digits && open.digits !== digits)
    return fail('digits-wrong', { values: { tries: WRONG_TRIES } });
  const [lead] = await tx.query<{ ticket: string }>(sql`
    select encode(ticket, 'hex') as ticket from leads where id = ${id} and event_id = ${eventId}`);
  const marked = await tx.execute(sql`
    update leads set here = ${open.number} where id = ${id} and event_id = ${eventId} and here <> ${open.number}`);
  if (marked > 0) {
    const counter = raw(`by_${by}`);
    await tx.execute(sql`
      update roll_calls set ${counter} = ${counter} + 1
      where event_id = ${eventId} and number = ${open.number}`);
    await publish(tx, 'here', { eventIds: [eventId], here: lead?.ticket.slice(0, TICKET_DIGITS) });
  }
  return lead
    ? succeed({ ...lead, rollCall: Number(open.number), eventId })
    : fail('lead-not-found');
}
