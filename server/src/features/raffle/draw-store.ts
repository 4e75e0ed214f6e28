import { randomBytes } from 'node:crypto';
import type { SealedDraw } from '@drawbridge/contract/draws';
import {
  commitmentOf,
  inputOf,
  personOf,
  personPrefix,
  recordOf,
  rosterPrefix,
  SALT_BYTES,
  seedOf,
  winnerHashOf,
  winnerIndexOf,
} from '@drawbridge/contract/fair-draw/arithmetic';
import type { DrawnResult, RaffleResult } from '@drawbridge/contract/raffle';
import { REVEAL_AFTER_MS } from '@drawbridge/contract/scene';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';
import { drawNumbered, tellWebhooks } from '../webhook-queue.ts';
import { findOpen, nextNumber, type OpenDraw, underLock } from './chain-store.ts';
import { publishResult, publishWinner, type StoredResult } from './rules.ts';
import { hexTickets, readLines, resultJson, sealedJson } from './store.ts';

/** How many other names of the winner's leads the presenter is shown. */
const OTHER_NAMES_MAX = 20;

export interface DrawRequest {
  eventId: string;
  prizeId: string | null;
  phrase: string;
  conductedBy: string;
}

/** Completes the sealed draw if there is one, and otherwise makes a new draw. */
export async function drawWinner(
  db: Database | Db,
  request: DrawRequest,
): Promise<Outcome<DrawnResult>> {
  return underLock(db, request.eventId, (tx, secret) => drawUnderLock(tx, secret, request));
}

/** Fixes the number and the roster of the next draw, and returns them. */
export async function sealDraw(
  db: Database | Db,
  { eventId, prizeId }: Pick<DrawRequest, 'eventId' | 'prizeId'>,
): Promise<Outcome<SealedDraw>> {
  return underLock(db, eventId, async (tx, secret) => {
    if (await findOpen(tx, eventId)) return fail('draw-sealed');
    const opened = await openDraw(tx, secret, eventId, prizeId, 'sealed');
    if (!opened.ok) return opened;
    const row = await tx.queryOne<{ sealed: SealedDraw }>(sql`
      select ${sealedJson} as sealed from draws d
      where d.event_id = ${eventId} and d.number = ${opened.value.number}`);
    return succeed(row.sealed);
  });
}

/** Makes the draw. The caller must hold the event's lock. */
export async function drawUnderLock(
  tx: Db,
  secret: Uint8Array,
  request: DrawRequest,
): Promise<Outcome<DrawnResult>> {
  const { eventId, prizeId } = request;
  const sealed = await findOpen(tx, eventId);
  if (sealed && sealed.prizeId !== prizeId) return fail('draw-sealed');
  if (sealed) return succeed(await conclude(tx, secret, request, sealed));
  const opened = await openDraw(tx, secret, eventId, prizeId, 'not sealed');
  return opened.ok ? succeed(await conclude(tx, secret, request, opened.value)) : opened;
}

/** Numbers the next draw and fixes its roster. */
async function openDraw(
  tx: Db,
  secret: Uint8Array,
  eventId: string,
  prizeId: string | null,
  seal: 'sealed' | 'not sealed',
): Promise<Outcome<OpenDraw>> {
  let prizeName: string | null = null;
  if (prizeId) {
    const prize = await findPrize(tx, eventId, prizeId);
    if (!prize) return fail('prize-not-found');
    if (prize.drawn) return fail('prize-already-drawn');
    prizeName = prize.name;
  }
  const { number, previousRecord } = await nextNumber(tx, eventId);
  const commitment = commitmentOf(eventId, number, seedOf(secret, eventId, number));
  // One phone number is one chance. A person is a group of leads, which PostgreSQL hashes in the same way
  // as `personOf` and `rosterHasher` in the contract.
  const [draw] = await tx.query<OpenDraw>(sql`
    with line as (
      select string_agg(ticket, '' order by ticket) as tickets, count(*)::int as size
      from eligible_leads(${eventId}) group by phone_key
    ),
    person as (
      select tickets, size,
             sha256(${Buffer.from(personPrefix(eventId))} || int4send(size) || tickets) as hash
      from line
    ),
    roster as (
      select string_agg(tickets, '' order by hash) as tickets,
             string_agg(int4send(line_end::int), '' order by hash) as line_ends,
             count(*)::int as size,
             sha256(${Buffer.from(rosterPrefix(eventId))} || int4send(count(*)::int)
                    || string_agg(hash, '' order by hash)) as hash
      from (select *, sum(size) over (order by hash rows unbounded preceding) as line_end
            from person) sorted
    )
    insert into draws (event_id, number, state, prize_id, prize_name, commitment, previous_record,
                       tickets, line_ends, roster_size, roster_hash, sealed_at)
    select ${eventId}, ${number}, 'open', ${prizeId}, ${prizeName}, ${Buffer.from(commitment)},
           ${previousRecord}, tickets, line_ends, size, hash,
           ${seal === 'sealed' ? sql`clock_timestamp()` : null}
    from roster where size > 0
    returning number, prize_id, previous_record, roster_hash, roster_size,
              sealed_at is not null as sealed`);
  return draw ? succeed(draw) : fail('nobody-eligible');
}

/** Locks the prize, so that it cannot be deleted before the draw is stored. */
async function findPrize(tx: Db, eventId: string, prizeId: string) {
  const [prize] = await tx.query<{ name: string; drawn: boolean }>(sql`
    select name, exists (
      select from draws d
      where d.prize_id = p.id and d.state = 'drawn' and d.forfeited_by is null) as drawn
    from prizes p where p.id = ${prizeId} and p.event_id = ${eventId}
    for key share of p`);
  return prize;
}

/** Computes the winner, copies their details and stores the result. */
async function conclude(
  tx: Db,
  secret: Uint8Array,
  { eventId, phrase, conductedBy }: DrawRequest,
  draw: OpenDraw,
): Promise<DrawnResult> {
  const { number } = draw;
  const seed = seedOf(secret, eventId, number);
  const input = inputOf({ ...draw, eventId, phrase });
  const winnerIndex = winnerIndexOf(seed, input, draw.rosterSize);
  const [line] = await readLines(tx, eventId, number, winnerIndex, 1);
  if (!line) throw new Error('The roster has no line for its winner');
  // From here on a trigger prevents changes to these leads.
  const leads = await tx.query<{ id: string; name: string; email: string | null }>(sql`
    with won as (
      update leads set won = true
      where ticket in (select decode(ticket, 'hex') from unnest(${hexTickets(line)}::text[]) ticket)
      returning id, name, email, submitted_at
    )
    select id, name, email from won order by submitted_at, id`);
  const [winner, ...others] = leads;
  if (!winner) throw new Error('A person in the roster has no lead');
  const salt = randomBytes(SALT_BYTES);
  const { name, email } = winner;
  const winnerHash = winnerHashOf({ eventId, number, salt, name, email });
  const record = recordOf({
    input,
    seed,
    winnerIndex,
    person: personOf(eventId, line),
    winnerHash,
  });
  const row = await tx.queryOne<{ result: StoredResult }>(sql`
    update draws d set
      state = 'drawn', seed = ${Buffer.from(seed)}, record = ${Buffer.from(record)},
      ended_at = clock_timestamp(), phrase = ${phrase}, winner_index = ${winnerIndex},
      winner_tickets = ${line}, winner_id = ${winner.id}, winner_name = ${winner.name},
      winner_email = ${winner.email}, winner_salt = ${salt},
      winner_hash = ${Buffer.from(winnerHash)}, conducted_by = ${conductedBy}
    from events e
    where e.id = d.event_id and d.event_id = ${eventId} and d.number = ${number}
    returning ${resultJson} as result`);
  await tx.execute(tellWebhooks('winner.drawn', drawNumbered(eventId, number)));
  const { display } = row.result;
  const result = publishResult(row.result);
  await stageDraw(tx, result);
  const names = new Set(
    others.map(({ name }) => publishWinner({ name, email: null, display }).name),
  );
  names.delete(result.winner.name);
  return { ...result, otherNames: [...names].slice(0, OTHER_NAMES_MAX) };
}

/** When every screen shows the winner: soon if they have seen the draw begin, and otherwise after they have. */
async function stageDraw(tx: Db, { eventId, prizeId, phrase, conductedAt }: RaffleResult) {
  const at = sql`${conductedAt}::timestamptz`;
  const begun = await tx.execute(sql`
    update staged_draws set
      request_id = null, session_id = null,
      reveals_at = greatest(${at}, began_at + suspense * interval '1 second') + ${REVEAL_AFTER_MS} * interval '1 millisecond'
    where event_id = ${eventId} and prize_id is not distinct from ${prizeId}::uuid and reveals_at is null`);
  if (begun > 0) return;
  await tx.execute(sql`
    insert into staged_draws (event_id, prize_id, phrase, suspense, began_at, reveals_at)
    select id, ${prizeId}, ${phrase}, suspense, ${at}, ${at} + suspense * interval '1 second'
    from events where id = ${eventId}
    on conflict (event_id) do update set
      (prize_id, phrase, suspense, tickets, request_id, session_id, began_at, reveals_at) =
        (excluded.prize_id, excluded.phrase, excluded.suspense, '{}', null, null, excluded.began_at,
         excluded.reveals_at)`);
}
