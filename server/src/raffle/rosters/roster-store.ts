import { restoredRecordOf } from '@drawbridge/contract/fair-draw/records';
import { bucketPrefix, registerPrefix } from '@drawbridge/contract/fair-draw/register';
import { personPrefix, rosterPrefix } from '@drawbridge/contract/fair-draw/roster';
import { nameHashPrefix, saltPrefix } from '@drawbridge/contract/fair-draw/tickets';
import sql, { type Sql } from 'sql-template-tag';
import { publish } from '../../core/change/publish.ts';
import type { Db } from '../../db/client.ts';
import { appendRecord, type EventChain, nextRecord } from '../draws/chain-store.ts';

const bytes = (value: Uint8Array) => Buffer.from(value);

/**
 * Stores the roster and the register of draw `number`, and returns the facts that its seal includes. The register
 * gives the reason why each other ticket is excluded.
 */
export async function storeRoster(
  tx: Db,
  chain: EventChain,
  { number, rollCall = 0 }: { number: number; rollCall?: number },
): Promise<{ size: number; rosterHash: Buffer; registerHash: Buffer }> {
  return tx.queryOne(sql`
    with ${withRoster(chain, number, rollCall)}
    insert into rosters (event_id, number, tickets, line_ends, name_hashes, chances, size, total_chances, most_chances,
                         with_most_chances, hash, register, bucket_ends, bucket_hashes, register_counts, register_hash)
    select ${chain.eventId}, ${number}, roster.*, register.* from roster, register
    returning size, hash as roster_hash, register_hash`);
}

/** The roster and the register of draw `number`, as the common table expressions `roster` and `register`. */
export const withRoster = (chain: EventChain, number: number, rollCall: number): Sql =>
  sql`${lines(chain, number, rollCall)}, ${register(chain)}`;

/**
 * The people in the draw, as the common table expression `roster`. PostgreSQL computes the same hashes as the
 * contract's functions. Roster and register are read in one statement, so that they are consistent.
 */
const lines = ({ eventId, maxChances }: EventChain, number: number, rollCall: number): Sql => sql`
    -- One phone number is one person. The person's earliest lead in the draw has the name that a win would publish.
    taking_part as materialized (
      select id, ticket, phone_key, chances, entered, case when place = 1 and entered then ${nameHash(eventId, number)} end as name_hash
      from (
        select id, ticket, phone_key, chances, ${composed(sql`name`)} as name,
               ${composed(sql`coalesce(email, '')`)} as email, entry_code, ${rollCall}::bigint in (0, here) as entered,
               row_number() over (partition by phone_key order by ${rollCall}::bigint in (0, here) desc, contact_at, id)
                 as place
        from eligible_leads(${eventId})
      ) placed
    ),
    line as materialized (
      select string_agg(ticket, '' order by ticket) filter (where entered) as tickets,
             (count(*) filter (where entered))::int as size, least(max(chances), ${maxChances}::int) as chances,
             string_agg(name_hash, '') as name_hash
      from taking_part group by phone_key having bool_or(entered)
    ),
    person as (
      select tickets, size, name_hash, chances,
             sha256(${bytes(personPrefix(eventId))} || int4send(size) || tickets || name_hash || int4send(chances)) as hash
      from line
    ),
    roster as (
      select coalesce(string_agg(tickets, '' order by hash), '') as tickets,
             coalesce(string_agg(int4send(line_end::int), '' order by hash), '') as line_ends,
             coalesce(string_agg(name_hash, '' order by hash), '') as name_hashes,
             coalesce(string_agg(int4send(chances), '' order by hash), '') as chances,
             count(*)::int as size,
             coalesce(sum(chances), 0)::bigint as total_chances,
             coalesce(max(chances), 0) as most_chances,
             (count(*) filter (where chances = (select max(chances) from line)))::int as with_most_chances,
             sha256(${bytes(rosterPrefix(eventId))} || int4send(count(*)::int)
                    || int8send(coalesce(sum(chances), 0)::bigint)
                    || coalesce(string_agg(hash, '' order by hash), '')) as hash
      from (select *, sum(size) over (order by hash rows unbounded preceding) as line_end from person) sorted
    )`;

/**
 * Commits to the name that would be published if this line won. The salt depends on the entry code, so that names
 * cannot be guessed from the hash.
 */
const nameHash = (eventId: string, number: number) => sql`sha256(
  ${bytes(nameHashPrefix(eventId))} || ticket
  || substring(sha256(${bytes(saltPrefix(eventId))} || int4send(${number}::int) || entry_code) for 16)
  || int4send(octet_length(name)) || convert_to(name, 'UTF8')
  || int4send(octet_length(email)) || convert_to(email, 'UTF8'))`;

/**
 * A text in the normalised form in which it is hashed. Plain ASCII, which most names are, is already normalised.
 */
const composed = (text: Sql) => sql`
  case when octet_length(${text}) = char_length(${text}) then ${text} else normalize(${text}) end`;

/**
 * The status of every ticket that the event has or had. Leads are not joined with lines: for an event without
 * statistics, PostgreSQL would choose a nested loop over all pairs.
 */
const register = ({ eventId }: EventChain): Sql => sql`
    registered as (
      select ticket, status, set_byte('\\x00', 0, status) || rest as rest from (
        -- Most lines have one ticket, and need no series.
        select tickets as ticket, 0 as status, int4send(1) || name_hash || int4send(chances) as rest
        from line where size = 1
        union all
        select substring(tickets from 32 * ticket_index + 1 for 32), 0, int4send(size) || name_hash || int4send(chances)
        from line cross join generate_series(0, size - 1) ticket_index where size > 1
        union all
        select ticket, case when won then 2 when status = 'pending' then 3 when status = 'promoted' then 4
                            when id in (select id from taking_part) then 6 else 5 end, ''
        from leads where event_id = ${eventId} and (id in (select id from taking_part where entered)) is not true
        union all
        select former.ticket, 1, '' from removed_tickets former
        where former.event_id = ${eventId} and not exists (select from leads where ticket = former.ticket)
      ) tickets
    ),
    bucket as (
      select byte, stored, hash, sum(octet_length(stored)) over (order by byte) as bytes from (
        select byte, coalesce(stored, '') as stored,
               sha256(${bytes(bucketPrefix(eventId))} || set_byte('\\x00', 0, byte)
                      || int4send(coalesce(count, 0)) || coalesce(entries, '')) as hash
        from generate_series(0, 255) byte
        left join (select get_byte(ticket, 0) as byte, count(*)::int as count,
                          string_agg(ticket || rest, '' order by ticket) as entries,
                          string_agg(ticket || substring(rest for 1), '' order by ticket) as stored
                   from registered group by 1) filled using (byte)
      ) buckets
    ),
    register as (
      select string_agg(stored, '' order by byte) as entries,
             string_agg(int4send(bytes::int), '' order by byte) as ends,
             string_agg(hash, '' order by byte) as hashes,
             (select array_agg((select count(*)::int from registered where registered.status = each.status) order by each.status)
              from generate_series(0, 6) as each (status)) as counts,
             sha256(${bytes(registerPrefix(eventId))} || int4send((select count(*)::int from registered))
                    || string_agg(hash, '' order by byte)) as hash
      from bucket
    )`;

/** Appends the record of a restored backup. Does nothing while a draw is sealed: the record follows the draw. */
export async function appendRestoreRecord(tx: Db, chain: EventChain): Promise<void> {
  const { eventId } = chain;
  const [event] = await tx.query<{ reason: string }>(sql`
    update events set restored_because = null
    where id = ${eventId} and restored_because is not null
      and not exists (select from records where event_id = ${eventId} and kind = 'sealed')
    returning (select restored_because from events where id = ${eventId}) as reason`);
  if (!event) return;
  const { reason } = event;
  const next = await nextRecord(tx, chain);
  const { number, previousRecord } = next;
  await appendRecord(tx, chain, next, {
    kind: 'restored',
    seed: next.seed,
    record: previousRecord,
    at: sql`clock_timestamp()`,
    reason,
  });
  const { registerHash } = await storeRoster(tx, chain, { number });
  const record = restoredRecordOf(eventId, { number, registerHash, reason, previousRecord });
  await tx.execute(sql`
    update records set record = ${bytes(record)} where event_id = ${eventId} and number = ${number}`);
  await publish(tx, 'records', { eventIds: [eventId] });
}
