import type { Deleted } from '@drawbridge/contract/deleted';
import type { Prize, PrizeInput } from '@drawbridge/contract/prizes';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';

/** The columns of a prize that the server returns, under the contract's names. */
const columns = sql`
  id, event_id as "eventId", name, description, value, position, created_at as "createdAt"`;

/** The prizes of event `e` as JSON, in order; null if there are none. */
export const prizesJson = sql`
  (select json_agg(prize order by prize.position, prize."createdAt", prize.id)
   from (select ${columns} from prizes where event_id = e.id) prize)`;

export async function listPrizes(db: Db, eventId?: string): Promise<Prize[]> {
  return eventId
    ? db.query<Prize>(sql`
        select ${columns} from prizes where event_id = ${eventId}
        order by position, created_at, id`)
    : db.query<Prize>(sql`
        select ${columns} from prizes order by event_id, position, created_at, id`);
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

type DeletedPrize = Deleted & { name: string; eventId: string };

export async function deletePrize(db: Database | Db, id: string): Promise<Outcome<DeletedPrize>> {
  return inTransaction(db, async (tx) => {
    // Locks the event, as a draw does: until the prize is gone, nobody can draw it.
    await tx.execute(sql`
      select from events e join prizes p on p.event_id = e.id
      where p.id = ${id} for no key update of e`);
    const [draw] = await tx.query<{ state: string }>(sql`
      select d.state from draws d join prizes p on p.event_id = d.event_id
      where p.id = ${id} and d.held_prize_id = p.id limit 1`);
    if (draw) return fail(draw.state === 'open' ? 'prize-sealed' : 'prize-not-deletable');
    const [deleted] = await tx.query<DeletedPrize>(sql`
      delete from prizes where id = ${id} returning id, name, event_id`);
    return deleted ? succeed(deleted) : fail('prize-not-found');
  });
}
