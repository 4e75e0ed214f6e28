import type { Deleted } from '@drawbridge/contract/core/ids';
import {
  type Prize,
  type PrizeChange,
  type PrizeInput,
  type PrizeNote,
  type PrizeOrder,
  type PrizesLeft,
  prize,
  prizeNote,
  prizesLeft,
} from '@drawbridge/contract/raffle/prizes';
import sql, { type Sql } from 'sql-template-tag';
import { inEvents, type OnlyEvents } from '../../core/access.ts';
import { restoreDeleted, storeDeleted } from '../../core/change/restorable.ts';
import type { Database, Db } from '../../db/client.ts';
import { changesOf, rowOf, valuesOf } from '../../db/columns.ts';
import { violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';

const asPrize = rowOf(prize);

/** A list of prizes as a JSON array in one line, in their order. */
export const prizesJson = (which: Sql) => sql`
  (select '[' || coalesce(string_agg(to_json(prize)::text, ',' order by
            prize."eventId", prize.position, prize."createdAt", prize.id), '') || ']'
   from (select ${asPrize.columns} from prizes where ${which}) prize)`;

/** The prizes of an event, or of all events that the user may access, as JSON. */
export async function listPrizes(
  db: Db,
  { eventId, only }: { eventId?: string; only?: OnlyEvents },
): Promise<string> {
  const which = eventId ? sql`event_id = ${eventId}` : inEvents(only);
  const { json } = await db.queryOne<{ json: string }>(sql`select ${prizesJson(which)} as json`);
  return json;
}

export function listNotes(db: Db, eventId: string): Promise<PrizeNote[]> {
  return db.query(
    sql`select id as prize_id, note from prizes where event_id = ${eventId} and note is not null`,
    { row: prizeNote },
  );
}

/** The number of prizes that the lead form names. */
const FIRST_SHOWN = 3;

/** The prizes that can still be won. */
export async function findPrizesLeft(db: Db, eventId: string): Promise<PrizesLeft> {
  return db.queryOne(
    sql`
    with standing as (
      select prize_id from winners where event_id = ${eventId} and forfeited_by is null
    ),
    undrawn as (
      select ${asPrize.columns} from prizes p
      where event_id = ${eventId} and quantity > (select count(*) from standing where prize_id = p.id)
    )
    select (select coalesce(json_agg(prize), '[]') from (
              select * from undrawn order by position, "createdAt", id limit ${FIRST_SHOWN}
            ) prize) as first,
           (select count(*)::int from undrawn) as left,
           (select count(*)::int from prizes where event_id = ${eventId}) as prizes,
           (select count(*)::int from standing) as winners`,
    { row: prizesLeft },
  );
}

export async function findPrize(db: Db, id: string): Promise<Prize | undefined> {
  const [prize] = await db.query(
    sql`select ${asPrize.columns} from prizes where id = ${id}`,
    asPrize,
  );
  return prize;
}

export async function createPrize(db: Db, input: PrizeInput): Promise<Outcome<Prize>> {
  const { id: _, ...fields } = input;
  try {
    const created = await db.queryOne(
      sql`insert into prizes ${valuesOf(fields)} returning ${asPrize.columns}`,
      asPrize,
    );
    return succeed(created);
  } catch (error) {
    if (violates(error, 'prizes_sponsor')) return fail('sponsor-not-found');
    if (violates(error, 'prizes_event_id_fkey')) return fail('event-not-found');
    throw error;
  }
}

type DeletedPrize = Deleted & { name: string; eventId: string };

export async function deletePrize(db: Database | Db, id: string): Promise<Outcome<DeletedPrize>> {
  return inTransaction(db, async (tx) => {
    // Locks the event, as a draw does, so that the prize cannot be drawn while it is being deleted.
    await tx.execute(sql`
      select from events e join prizes p on p.event_id = e.id
      where p.id = ${id} for no key update of e`);
    const { sealed, winners } = await drawsOf(tx, id);
    if (sealed) return fail('prize-sealed');
    if (winners > 0) return fail('prize-not-deletable');
    const [deleted] = await tx.query<DeletedPrize>(sql`
      with deleted as (delete from prizes where id = ${id} returning *), ${storeDeleted('prizes')}
      select id, name, event_id from deleted`);
    return deleted ? succeed(deleted) : fail('prize-not-found');
  });
}

/** Restores a deleted prize. Possible for a day. */
export async function restorePrize(db: Db, id: string): Promise<Outcome<Prize>> {
  const [restored] = await db.query(
    sql`${restoreDeleted('prizes', id)} returning ${asPrize.columns}`,
    asPrize,
  );
  return restored ? succeed(restored) : fail('prize-not-found');
}

/** The fields of a prize with winners that can still change: the quantity, but not below their number. */
const CHANGEABLE = ['quantity', 'drawSource'];

/** Changes a prize, as far as its draws allow it. */
export async function changePrize(
  db: Database | Db,
  id: string,
  change: PrizeChange,
): Promise<Outcome<Prize>> {
  const { sponsorId } = change;
  return inTransaction(db, async (tx) => {
    if (sponsorId && !(await lockGiver(tx, id, sponsorId))) return fail('sponsor-not-found');
    // Locks the event first, as a draw does, so that a prize cannot change while it is drawn.
    const locked = await tx.execute(sql`
      select from events e join prizes p on p.event_id = e.id
      where p.id = ${id} for no key update of e`);
    if (locked === 0) return fail('prize-not-found');
    const { sealed, winners, drawn } = await drawsOf(tx, id);
    const others = Object.keys(change).some((field) => !CHANGEABLE.includes(field));
    if (sealed) return fail('prize-sealed');
    if (winners > 0 && others) return fail('prize-fixed');
    if (drawn && change.name !== undefined) return fail('prize-fixed');
    if (winners > (change.quantity ?? winners)) return fail('quantity-too-small');
    const changed = await tx.queryOne(
      sql`update prizes set ${changesOf(change)} where id = ${id} returning ${asPrize.columns}`,
      asPrize,
    );
    return succeed(changed);
  });
}

/**
 * Locks the sponsor before the event, as changes of sponsors do. Returns false unless the sponsor exists and
 * belongs to the prize's event.
 */
async function lockGiver(tx: Db, prizeId: string, sponsorId: string): Promise<boolean> {
  const locked = await tx.execute(sql`
    select from sponsors s where id = ${sponsorId} and not exists (
      select from prizes where id = ${prizeId} and event_id <> s.event_id) for key share`);
  return locked > 0;
}

/** Reorders all prizes of an event. Prizes with a sealed draw or a standing winner must keep their positions. */
export async function orderPrizes(
  db: Database | Db,
  { eventId, prizeIds }: PrizeOrder,
): Promise<Outcome<Prize[]>> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select from events where id = ${eventId} for no key update`);
    const list = async (): Promise<Prize[]> => JSON.parse(await listPrizes(tx, { eventId }));
    const before = await list();
    const known = new Set(before.map(({ id }) => id));
    const complete = prizeIds.length === known.size && prizeIds.every((id) => known.delete(id));
    if (!complete) return fail('prizes-changed');
    const drawnPrizes = await tx.query<{ prizeId: string }>(sql`
      select held_prize_id as prize_id from winners
      where event_id = ${eventId} and held_prize_id is not null
      union
      select held_prize_id from records where event_id = ${eventId} and held_prize_id is not null`);
    const placeBefore = new Map(before.map(({ id }, index) => [id, index]));
    const moved = drawnPrizes.some(
      ({ prizeId }) => prizeIds.indexOf(prizeId) !== placeBefore.get(prizeId),
    );
    if (moved) return fail('prize-fixed');
    await tx.execute(sql`
      update prizes p set position = wanted.place - 1
      from unnest(${prizeIds}::uuid[]) with ordinality wanted (id, place)
      where p.id = wanted.id and p.event_id = ${eventId} and p.position <> wanted.place - 1`);
    return succeed(await list());
  });
}

/** Whether a draw of the prize is sealed, how many standing winners it has, and whether it was ever drawn. */
async function drawsOf(db: Db, id: string) {
  return db.queryOne<{ sealed: boolean; winners: number; drawn: boolean }>(sql`
    select exists (select from records where prize_id = ${id} and kind = 'sealed') as sealed,
           exists (select from records where prize_id = ${id} and kind = 'draw') as drawn,
           (select count(*)::int from winners where prize_id = ${id} and forfeited_by is null) as winners`);
}
