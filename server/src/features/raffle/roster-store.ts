import {
  bucketPrefix,
  type Chain,
  commitmentOf,
  personPrefix,
  registerPrefix,
  restoredRecordOf,
  rosterPrefix,
  saltPrefix,
  seedOf,
  whoPrefix,
} from '@drawbridge/contract/fair-draw/arithmetic';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { type EventChain, nextNumber } from './chain-store.ts';

const bytes = (value: Uint8Array) => Buffer.from(value);

/**
 * Everybody in the event's next draw and, since version 3, everybody who is not, as a statement's `roster` and
 * `register`. PostgreSQL hashes as the contract's functions do. It is one statement, so that both are of one moment.
 */
export function withRoster(chain: Chain, number: number): Sql {
  const { eventId } = chain;
  const named = chain.version > 2;
  return sql`
    -- One phone number is one chance. The earliest of its leads says whom a win would name.
    entry as materialized (
      select id, ticket, phone_key, ${composed(sql`name`)} as name,
             ${composed(sql`coalesce(email, '')`)} as email, entry_code,
             row_number() over (partition by phone_key order by submitted_at, id) = 1 as first
      from eligible_leads(${eventId})
    ),
    line as materialized (
      select phone_key, string_agg(ticket, '' order by ticket) as tickets, count(*)::int as size,
             ${named ? sql`string_agg(${who(chain, number)}, '') filter (where first)` : sql`''::bytea`} as who
      from entry group by phone_key
    ),
    person as (
      select tickets, size, who,
             sha256(${bytes(personPrefix(chain))} || int4send(size) || tickets || who) as hash
      from line
    ),
    roster as (
      select string_agg(tickets, '' order by hash) as tickets,
             string_agg(int4send(line_end::int), '' order by hash) as line_ends,
             string_agg(who, '' order by hash) as name_hashes,
             count(*)::int as size,
             sha256(${bytes(rosterPrefix(chain))} || int4send(count(*)::int)
                    || string_agg(hash, '' order by hash)) as hash
      from (select *, sum(size) over (order by hash rows unbounded preceding) as line_end
            from person) sorted
    )
    ${named ? sql`, ${register(chain)}` : empty}`;
}

/** Whom the line of an `entry` names. The salt depends on the code, so that nobody can guess names. */
const who = (chain: Chain, number: number) => sql`sha256(
  ${bytes(whoPrefix(chain))} || ticket
  || substring(sha256(${bytes(saltPrefix(chain))} || int4send(${number}::int) || entry_code) for 16)
  || int4send(octet_length(name)) || convert_to(name, 'UTF8')
  || int4send(octet_length(email)) || convert_to(email, 'UTF8'))`;

/** A text in the form in which it is hashed. Plain ASCII, which most names are, has no other. */
const composed = (text: Sql) => sql`
  case when octet_length(${text}) = char_length(${text}) then ${text} else normalize(${text}) end`;

/**
 * The status of every ticket. A pending one says nothing about its number. Leads are not joined with lines: for an event
 * that is too new for statistics, PostgreSQL would compare each with each.
 */
const register = (chain: Chain) => sql`
    registered as (
      select ticket, status, set_byte('\\x00', 0, status) || rest as rest from (
        select substring(tickets from 32 * place + 1 for 32) as ticket, 0 as status,
               int4send(size) || who as rest
        from line cross join generate_series(0, size - 1) place
        union all
        select ticket, case when won then 4 when status = 'pending' then 2 when status = 'promoted' then 3
                            else 4 end, ''
        from leads where event_id = ${chain.eventId} and (id in (select id from entry)) is not true
        union all
        select gone.ticket, 1, '' from removed_tickets gone
        where gone.event_id = ${chain.eventId} and not exists (select from leads where ticket = gone.ticket)
      ) everybody
    ),
    bucket as (
      select byte, entries, hash, sum(octet_length(entries)) over (order by byte) as bytes from (
        select byte, coalesce(entries, '') as entries,
               sha256(${bytes(bucketPrefix(chain))} || set_byte('\\x00', 0, byte)
                      || int4send(coalesce(count, 0)) || coalesce(entries, '')) as hash
        from generate_series(0, 255) byte
        left join (select get_byte(ticket, 0) as byte, count(*)::int as count,
                          string_agg(ticket || rest, '' order by ticket) as entries
                   from registered group by 1) filled using (byte)
      ) buckets
    ),
    counts as (
      select array[count(*) filter (where status = 0), count(*) filter (where status = 1),
                   count(*) filter (where status = 2), count(*) filter (where status = 3),
                   count(*) filter (where status = 4)]::int[] as counts,
             count(*)::int as size
      from registered
    ),
    register as (
      select string_agg(entries, '' order by byte) as entries,
             string_agg(int4send(bytes::int), '' order by byte) as ends,
             string_agg(hash, '' order by byte) as hashes,
             (select counts from counts) as counts,
             sha256(${bytes(registerPrefix(chain))} || int4send((select size from counts))
                    || string_agg(hash, '' order by byte)) as hash
      from bucket
    )`;

/** The columns of a draw that `withRoster` gives the values of. */
export const rosterColumns = (chain: Chain): { names: Sql; values: Sql; from: Sql } =>
  chain.version === 2
    ? {
        names: sql`tickets, line_ends, roster_size, roster_hash`,
        values: sql`roster.tickets, line_ends, roster.size, roster.hash`,
        from: sql`roster`,
      }
    : {
        names: sql`tickets, line_ends, roster_size, roster_hash, name_hashes, register, bucket_ends, bucket_hashes,
                   register_counts, register_hash`,
        values: sql`roster.tickets, line_ends, roster.size, roster.hash, roster.name_hashes, register.entries,
                    register.ends, register.hashes, register.counts, register.hash`,
        from: sql`roster, register`,
      };

/** Says in the event's record that it was set back, unless a sealed draw has to end first. */
export async function recordRestored(tx: Db, chain: EventChain): Promise<void> {
  const { eventId } = chain;
  const [event] = await tx.query<{ reason: string }>(sql`
    update events set restored_because = null
    where id = ${eventId} and restored_because is not null
      and not exists (select from draws where event_id = ${eventId} and state = 'open')
    returning (select restored_because from events where id = ${eventId}) as reason`);
  if (!event) return;
  const { number, previousRecord } = await nextNumber(tx, eventId);
  const seed = seedOf(chain.secret, chain, number);
  const { names, values, from } = rosterColumns(chain);
  const { registerHash } = await tx.queryOne<{ registerHash: Buffer }>(sql`
    with ${withRoster(chain, number)}
    insert into draws (event_id, number, version, state, commitment, previous_record, seed, record, ended_at,
                       reason, ${names})
    select ${eventId}, ${number}, ${chain.version}, 'restored', ${bytes(commitmentOf(chain, number, seed))},
           ${previousRecord}, ${bytes(seed)}, ${previousRecord}, clock_timestamp(), ${event.reason}, ${values}
    from ${from} returning register_hash`);
  const record = restoredRecordOf(chain, {
    number,
    registerHash,
    reason: event.reason,
    previousRecord,
  });
  await tx.execute(sql`
    update draws set record = ${bytes(record)} where event_id = ${eventId} and number = ${number}`);
}
