import type { Deleted } from '@drawbridge/contract/deleted';
import type { Prize, PrizeInput } from '@drawbridge/contract/prizes';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';

/** The columns of a prize that the server returns, under the contract's names. */
const columns = sql`
  id, event_id as "eventId", name, description, value, position, created_at as "createdAt"`;

/** The prizes of event `e` as JSON, in order; null if there are none. */
export const prizesJson = sql`
  (select json_agg(prize order by prize.position, prize."createdAt", prize.id)
   from (select ${columns} from prizes where event_id = e.id) prize)`;

export async function listPrizes(
  db: Db,
  { eventId, limit = null }: { eventId?: string; limit?: number | null | undefined } = {},
): Promise<Prize[]> {
  return eventId
    ? db.query<Prize>(sql`
        select ${columns} from prizes where event_id = ${eventId}
        order by position, created_at, id limit ${limit}`)
    : db.query<Prize>(sql`
        select ${columns} from prizes order by event_id, position, created_at, id limit ${limit}`);
}

export async function createPrize(db: Db, input: PrizeInput): Promise<Outcome<Prize>> {
  try {
    const prize = await db.queryOne<Prize>(sql`
      insert into prizes (event_id, name, description, value, position)
      values (${input.eventId}, ${input.name}, ${input.description}, ${input.value},
              ${input.position})
      returning ${columns}`);
    return succeed(prize);
  } catch (error) {
    if (violates(error, 'prizes_event_id_fkey')) return fail('event-not-found');
    throw error;
  }
}

export async function deletePrize(db: Db, id: string): Promise<Outcome<Deleted>> {
  try {
    // Locks the event first, as a draw does, to avoid a deadlock.
    const count = await db.execute(sql`
      with event as materialized (
        select e.id from events e join prizes p on p.event_id = e.id
        where p.id = ${id} for no key update of e
      )
      delete from prizes p using event where p.id = ${id} and p.event_id = event.id`);
    return count > 0 ? succeed({ id }) : fail('prize-not-found');
  } catch (error) {
    // The draw's foreign key decides, even against a draw at the same moment.
    if (!violates(error, 'draws_event_id_held_prize_id_fkey')) throw error;
    const sealed = await db.execute(
      sql`select from draws where held_prize_id = ${id} and state = 'open'`,
    );
    return fail(sealed > 0 ? 'prize-sealed' : 'prize-not-deletable');
  }
}
