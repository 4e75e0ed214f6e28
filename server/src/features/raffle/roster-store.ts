import { People } from '@drawbridge/contract/fair-draw/people';
import { buildRoster } from '@drawbridge/contract/fair-draw/roster';
import type { Db } from '../../db/client.ts';
import { inTurns } from '../../turns.ts';

interface EntryRow {
  id: string;
  phone: string;
  email: string | null;
  /** Only verified leads have one here: nobody else's is needed. */
  ticket: Buffer | null;
  won: boolean;
}

/** Everyone who can win, in the order of the roster. */
export interface SealedRoster {
  hashes: Uint8Array;
  hash: Uint8Array;
  /** The verified leads of each person, earliest first. */
  members: { id: string; ticket: Buffer }[][];
}

/** The people who can win in an event, by their verified leads, and how many leads there are at all. */
export async function readEligible(tx: Db, eventId: string) {
  const people = new People();
  const leads: { id: string; ticket: Buffer }[] = [];
  const none = Buffer.alloc(0);
  // Row by row as they come, which leaves the process free between two pieces of the answer.
  await tx<EntryRow[]>`
    select l.id, l.phone, l.email, case when l.status = 'verified' then l.ticket end as ticket,
           r.id is not null as won
    from leads l left join raffles r on r.event_id = l.event_id and r.winner_id = l.id
    where l.event_id = ${eventId}
    order by l.submitted_at, l.id`.forEach(({ id, phone, email, ticket, won }) => {
    people.add({ phone, email, verified: ticket !== null, won });
    leads.push({ id, ticket: ticket ?? none });
  });
  const eligible = await inTurns(people.eligible());
  return { leads, eligible };
}

export async function readRoster(tx: Db, eventId: string): Promise<SealedRoster> {
  const { leads, eligible } = await readEligible(tx, eventId);
  const memberAt = (place: number) => leads[place] as (typeof leads)[number];
  const { hashes, hash, order } = await inTurns(
    buildRoster(eventId, eligible, (person) => person.map((place) => memberAt(place).ticket)),
  );
  const members = order.map((index) => (eligible[index] as number[]).map(memberAt));
  return { hashes, hash, members };
}
