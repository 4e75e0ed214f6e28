import { type ReadHandover, readHandover } from '@drawbridge/contract/raffle/handover';
import { ERASED_NAME } from '@drawbridge/contract/raffle/stage';
import {
  type Handover,
  type ReachedWinner,
  type Winner,
  winner,
} from '@drawbridge/contract/raffle/winners';
import sql from 'sql-template-tag';
import { mayCollect } from '../../core/access.ts';
import { publish } from '../../core/change/publish.ts';
import { erasePayloads, winnersOfDraw } from '../../core/queue/webhook-queue.ts';
import type { Db } from '../../db/client.ts';
import { fail, type Outcome, Problem, succeed } from '../../errors.ts';
import type { CurrentUser } from '../../http/session.ts';
import { withEventLock } from '../draws/chain-store.ts';
import { publishResult, publishWinner, type StoredResult } from '../draws/rules.ts';
import { liveResultJson } from '../draws/store.ts';
import { matchHandoverCode, type WinningLead } from './rules.ts';

/**
 * The number of leads of each winner with which typed digits are compared. Each more makes a successful guess more
 * likely. A QR code contains its ticket, so it is compared only with that lead.
 */
const LEADS_COMPARED = 50;

/** The number of a draw. `place` says which of its winners. */
interface Win {
  number: number;
  place?: number | undefined;
}

interface HandOver {
  eventId: string;
  /** The user who hands the prize over. */
  user: CurrentUser;
}

/**
 * Runs the work under the event's lock if the user may collect at the event. The lock comes first, because the
 * assignment may be revoked while the call waits for it.
 */
async function lockAndCheckAccess(
  db: Db,
  { eventId, user }: HandOver,
  work: (tx: Db) => Promise<Outcome<Handover>>,
): Promise<Outcome<Handover>> {
  return withEventLock(db, eventId, async (tx) =>
    (await mayCollect(tx, user, eventId)) ? work(tx) : fail('not-assigned'),
  );
}

/** Hands over the prize of the winner whose phone showed this code. */
export async function handOverByCode(
  db: Db,
  { code, ...stage }: HandOver & { code: string },
): Promise<Outcome<Handover>> {
  const { eventId, user } = stage;
  const read = readHandover(code);
  if (!read) return fail('handover-code-wrong');
  return lockAndCheckAccess(db, stage, async (tx) => {
    const leads = await listWinningLeads(tx, eventId, read);
    // The database's time, which the phones follow.
    const { now } = await tx.queryOne<{ now: number }>(sql`
      select extract(epoch from clock_timestamp())::float8 * 1000 as now`);
    const verdict = matchHandoverCode(eventId, read, leads, now);
    if ('problem' in verdict) throw new Problem(verdict.problem, verdict);
    const { lead } = verdict;
    const { number, place } = lead;
    const change = { eventId, by: user.id, number, place, note: null };
    return succeed(await setHandover(tx, change, lead.shown ? undefined : lead));
  });
}

/** Hands over a prize to a winner who was identified without a phone, as the note says. */
export async function handOverByHand(
  db: Db,
  { number, place = 0, note, ...stage }: HandOver & Win & { note: string },
): Promise<Outcome<Handover>> {
  const { eventId, user } = stage;
  return lockAndCheckAccess(db, stage, async (tx) => {
    const win = await findWin(tx, eventId, number, place);
    if (!win) return fail('draw-not-found');
    if (win.forfeited) return fail('already-forfeited');
    if (win.handedOver) return fail('already-handed-over');
    return succeed(await setHandover(tx, { eventId, number, place, by: user.id, note }));
  });
}

/** Undoes a handover. Volunteers can undo only their own, administrators all. */
export async function undoHandover(
  db: Db,
  { number, place = 0, ...stage }: HandOver & Win,
): Promise<Outcome<Handover>> {
  const { eventId, user } = stage;
  return lockAndCheckAccess(db, stage, async (tx) => {
    const win = await findWin(tx, eventId, number, place);
    if (!win) return fail('draw-not-found');
    if (!win.handedOver) return fail('not-handed-over');
    if (user.role !== 'admin' && win.by !== user.id) return fail('handover-not-yours');
    const undone = await setHandover(tx, { eventId, number, place, by: null, note: null });
    // The note may contain a name, so webhook payloads with it are erased.
    if (win.noted) await tx.execute(erasePayloads([win.id]));
    return succeed(undone);
  });
}

async function findWin(tx: Db, eventId: string, number: number, index: number) {
  const [win] = await tx.query<{
    id: string;
    forfeited: boolean;
    handedOver: boolean;
    noted: boolean;
    by: string | null;
  }>(sql`
    select id, forfeited_by is not null as forfeited, handed_over_at is not null as handed_over,
           handover_note is not null as noted, handed_over_by as by
    from winners where event_id = ${eventId} and number = ${number} and place = ${index}`);
  return win;
}

/** Stores the handover, or undoes it if `by` is null. */
async function setHandover(
  tx: Db,
  {
    eventId,
    number,
    place,
    by,
    note,
  }: {
    eventId: string;
    number: number;
    place: number;
    by: string | null;
    note: string | null;
  },
  /** The lead whose phone showed the code, if its name is not the published one. */
  other?: WinningLead,
): Promise<Handover> {
  const { prizeName, result } = await tx.queryOne<{
    prizeName: string | null;
    result: StoredResult;
  }>(sql`
    update winners w set
      handed_over_at = case when ${by}::uuid is not null then clock_timestamp() end,
      handed_over_by = ${by},
      -- A note may name the person, so it is not stored for an erased winner.
      handover_note = case when w.erased_at is not null and ${note}::text is not null
                           then ${ERASED_NAME} else ${note} end
    from events e, records d
    where e.id = w.event_id and d.event_id = w.event_id and d.number = w.number
      and w.event_id = ${eventId} and w.number = ${number} and w.place = ${place}
    returning d.prize_name, ${liveResultJson} as result`);
  const win = { eventIds: [eventId], number, place };
  if (by)
    await publish(tx, 'prize handed over', {
      ...win,
      winners: winnersOfDraw(eventId, number, place),
    });
  else await publish(tx, 'handover undone', win);
  const { ticket, handedOverAt, winner } = publishResult(result);
  const enteredAs = other && {
    name: publishWinner({ name: other.name, email: null, display: result.display }).name,
    ticket: other.ticket,
  };
  return {
    number,
    place,
    prizeName,
    name: winner.name,
    ticket,
    handedOverAt,
    enteredAs: enteredAs ?? null,
  };
}

/** The winners' leads with which the code is compared. */
async function listWinningLeads(
  tx: Db,
  eventId: string,
  code: NonNullable<ReadHandover>,
): Promise<WinningLead[]> {
  const prefix = 'ticket' in code ? Buffer.from(code.ticket, 'hex') : Buffer.alloc(0);
  return tx.query<WinningLead>(
    sql`
      select w.number, w.place, l.entry_code, l.name, encode(l.ticket, 'hex') as ticket,
             l.id is not distinct from w.lead_id as shown,
             w.forfeited_by is not null as forfeited,
             to_json(w.handed_over_at) #>> '{}' as handed_over_at
      from winners w
      cross join lateral (
        select substring(w.tickets from n for 32) as ticket
        from generate_series(1, octet_length(w.tickets), 32) n
        where substring(w.tickets from n for ${prefix.length}::int) = ${prefix}
        -- The winning ticket comes first, so that leads added later under the same number cannot displace it.
        order by substring(w.tickets from n for 32) = w.ticket desc, n
        limit ${LEADS_COMPARED}
      ) won
      join leads l on l.ticket = won.ticket
      where w.event_id = ${eventId}
      union all
      -- The owner of a merged ticket has won with the lead that was kept.
      select w.number, w.place, m.entry_code, l.name, encode(m.ticket, 'hex'),
             l.id is not distinct from w.lead_id, w.forfeited_by is not null, to_json(w.handed_over_at) #>> '{}'
      from merged_leads m
      join leads l on l.id = m.lead_id and l.won
      join winners w on w.event_id = m.event_id and position(l.ticket in w.tickets) > 0
      where m.event_id = ${eventId} and substring(m.ticket for ${prefix.length}::int) = ${prefix}`,
    { replan: true },
  );
}

/** Notes that a winner has been reached, or undoes it if `by` is null. */
export async function setReached(
  tx: Db,
  { eventId, number, place = 0, by }: Win & { eventId: string; by: string | null },
): Promise<Outcome<ReachedWinner>> {
  const [winner] = await tx.query<ReachedWinner & { forfeited: boolean }>(sql`
    update winners set
      reached_at = case when ${by}::uuid is not null then coalesce(reached_at, clock_timestamp()) end,
      reached_by = case when ${by}::uuid is not null then coalesce(reached_by, ${by}) end
    where event_id = ${eventId} and number = ${number} and place = ${place}
    returning number, place, coalesce(name, ${ERASED_NAME}) as name, reached_at,
              forfeited_by is not null as forfeited`);
  if (!winner) return fail('draw-not-found');
  const { forfeited, ...reached } = winner;
  return forfeited && by ? fail('already-forfeited') : succeed(reached);
}

/** All winners of an event with their contacts, including those who have forfeited. */
export async function listWinners(db: Db, eventId: string): Promise<Winner[]> {
  return db.query(
    sql`
    ${selectWinners} where w.event_id = ${eventId} order by w.number, w.place`,
    { row: winner },
  );
}

/** Finds winners by id, except erased ones. */
export async function findWinners(
  db: Db,
  ids: readonly string[],
): Promise<(Winner & { id: string; eventId: string })[]> {
  return db.query(sql`${selectWinners} where w.id = any(${ids}::uuid[]) and w.name is not null`);
}

const selectWinners = sql`
    select w.id, w.event_id, w.number, w.place, w.prize_id, d.prize_name, coalesce(w.name, ${ERASED_NAME}) as name,
           l.phone, case when l.phone_valid then l.phone_key end as "phoneE164",
           w.email, encode(w.ticket, 'hex') as ticket,
           d.at as drawn_at, coalesce(c.name, c.username) as drawn_by, coalesce(d.phrase, '') as phrase,
           w.chances, r.total_chances::int as total_chances, r.size as people, d.roll_call::float8 as roll_call,
           coalesce(l.here > 0 and l.here = (
             select max(number) from roll_calls where event_id = w.event_id), false) as here,
           case when w.reached_at is not null then json_build_object(
             'at', w.reached_at, 'by', coalesce(u.name, u.username)) end as reached,
           case when w.handed_over_at is not null then json_build_object(
             'at', w.handed_over_at, 'by', coalesce(h.name, h.username),
             'note', w.handover_note) end as handover,
           case when f.number is not null then json_build_object(
             'at', f.at, 'reason', f.reason) end as forfeited
    from winners w
    join records d using (event_id, number)
    join rosters r using (event_id, number)
    join users c on c.id = d.conducted_by
    left join leads l on l.id = w.lead_id
    left join users h on h.id = w.handed_over_by
    left join users u on u.id = w.reached_by
    left join records f on f.event_id = w.event_id and f.number = w.forfeited_by`;
