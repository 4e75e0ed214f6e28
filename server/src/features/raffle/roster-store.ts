import { createHash, hash } from 'node:crypto';
import { HASH_BYTES, personHasher, startOfSingle } from '@drawbridge/contract/fair-draw/arithmetic';
import { People } from '@drawbridge/contract/fair-draw/people';
import { buildRoster } from '@drawbridge/contract/fair-draw/roster';
import type { Db } from '../../db/client.ts';
import { inTurns } from '../../turns.ts';
import { ID_BYTES } from './rules.ts';

/** So many leads come in one piece: reading them takes the process a few milliseconds. */
const PIECE = 4096;

/** Many leads in a few values, each a column of all of them: rows would cost the driver a second. */
interface Piece {
  /** A letter for each: w has won, v is verified, p is neither. */
  standings: string;
  phones: string;
  emails: string;
  ids: Buffer;
  tickets: Buffer;
  /** The person that each lead would be by itself; most are. PostgreSQL hashes while we have time. */
  singles: Buffer;
}

/** The people who can win, by the places of their verified leads among all leads, earliest first. */
export interface Eligible {
  people: number[][];
  leads: number;
  /** Those that are verified, or have won because they were. */
  verified: number;
  /** The 16 bytes of a lead's id. */
  idAt(place: number): Buffer;
  ticketAt(place: number): Buffer;
  /** The hash of a person who has only this lead. */
  singleAt(place: number): Buffer;
}

export async function readEligible(tx: Db, eventId: string): Promise<Eligible> {
  const people = new People();
  const pieces: Piece[] = [];
  let verified = 0;
  // No contact has a line end in it.
  await tx<Piece[]>`
    select string_agg(standing, '' order by place) as standings,
           string_agg(phone, E'\n' order by place) as phones,
           string_agg(coalesce(email, ''), E'\n' order by place) as emails,
           string_agg(uuid_send(id), '' order by place) as ids,
           string_agg(ticket, '' order by place) as tickets,
           string_agg(sha256(${Buffer.from(startOfSingle(eventId))} || ticket), '' order by place)
             as singles
    from (
      select *, (place - 1) / ${PIECE}::int as piece from (
        select row_number() over (order by l.submitted_at, l.id) as place, l.id, l.phone, l.email,
               l.ticket, case
                 -- Looked up in a hash of the winners; a join went through all of them for each lead.
                 when l.id in (select winner_id from raffles where event_id = ${eventId}) then 'w'
                 else left(l.status, 1) end as standing
        from leads l where l.event_id = ${eventId}
      ) numbered
    ) entry
    group by piece order by piece`.forEach((piece) => {
    const [phones, emails] = [piece.phones.split('\n'), piece.emails.split('\n')];
    for (let index = 0; index < phones.length; index += 1) {
      const standing = piece.standings[index];
      if (standing !== 'p') verified += 1;
      people.add({
        phone: phones[index] as string,
        email: emails[index] || null,
        verified: standing === 'v',
        won: standing === 'w',
      });
    }
    pieces.push({ ...piece, standings: '', phones: '', emails: '' });
  });

  const part = (column: 'ids' | 'tickets' | 'singles', place: number, bytes: number) => {
    const start = (place % PIECE) * bytes;
    return (pieces[Math.floor(place / PIECE)] as Piece)[column].subarray(start, start + bytes);
  };
  return {
    people: await inTurns(people.eligible()),
    leads: people.entries,
    verified,
    idAt: (place) => part('ids', place, ID_BYTES),
    ticketAt: (place) => part('tickets', place, HASH_BYTES),
    singleAt: (place) => part('singles', place, HASH_BYTES),
  };
}

/** Everyone who can win, in the order of the roster. */
export interface ReadRoster {
  hashes: Uint8Array;
  hash: Uint8Array;
  size: number;
  /** The verified leads of the person at a place in the roster, earliest first. */
  leadsOf(index: number): { id: Buffer; ticket: Buffer }[];
}

export async function readRoster(tx: Db, eventId: string): Promise<ReadRoster> {
  const { people, idAt, ticketAt, singleAt } = await readEligible(tx, eventId);
  const personOf = personHasher(eventId, (message) => hash('sha256', message, 'buffer'));
  const {
    hashes,
    hash: rosterHash,
    order,
  } = await inTurns(
    buildRoster(
      eventId,
      people,
      ([place = 0, ...others]) =>
        others.length === 0 ? singleAt(place) : personOf([place, ...others].map(ticketAt)),
      createHash('sha256'),
    ),
  );
  return {
    hashes,
    hash: rosterHash,
    size: people.length,
    leadsOf: (index) =>
      (people[order[index] ?? -1] ?? []).map((place) => ({
        id: idAt(place),
        ticket: ticketAt(place),
      })),
  };
}
