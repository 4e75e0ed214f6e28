import { type EligiblePeople, eligiblePeople } from '@drawbridge/contract/raffle/drawing';
import type { LiveData } from '@drawbridge/contract/raffle/live';
import type { OpenRollCall } from '@drawbridge/contract/raffle/roll-calls';
import { shortName } from '@drawbridge/contract/raffle/stage';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** The number of names that the wall scrolls through during the animation. */
const NAMES_SHOWN = 60;
/** The number of tickets in the animation, which every open page gets. */
const TICKETS_SHOWN = 24;
/** The number of animals of which the wall says how many there are. */
const ANIMALS_SHOWN = 3;
/** The number of new names that drift over the wall at once. */
const JOINED_SHOWN = 5;

/**
 * The first digits of some tickets in the next draw, for the animation on public pages. They reveal no more about a
 * person than the roster, which is published with the draw.
 */
export async function sampleTickets(db: Db, eventId: string): Promise<string[]> {
  const rows = await db.query<{ ticket: string }>(sql`
    with sealed as (
      select encode(substring(tickets for ${TICKETS_SHOWN * 32}::int), 'hex') as hex
      from records join rosters using (event_id, number) where event_id = ${eventId} and kind = 'sealed'
    )
    select substring(hex from 64 * n + 1 for 8) as ticket
    from sealed, generate_series(0, length(hex) / 64 - 1) n
    union all
    (select encode(substring(ticket for 4), 'hex') from eligible_leads(${eventId})
     where not exists (select from sealed) limit ${TICKETS_SHOWN})`);
  return rows.map(({ ticket }) => ticket);
}

interface Counted extends LiveData<'eligible'> {
  latest: string;
  rollCall: OpenRollCall | null;
}

/**
 * Counts the people in the next draw and those who have answered the open roll call, and lists the tickets verified
 * since a time.
 */
export async function countPeople(
  db: Db,
  eventId: string,
  since: string | undefined,
): Promise<Counted> {
  const [counted] = await db.query<Counted>(
    sql`
    with eligible as materialized (
      select phone_key, ticket, verified_at, here, chances from eligible_leads(${eventId})
    ),
    -- Groups are hashed; counting distinct numbers would sort all of them.
    person as (select max(chances) as chances from eligible group by phone_key),
    animal as materialized (
      select get_byte(ticket, 0) as byte, count(*)::int as tickets from eligible group by 1
    ),
    shown_animal as (
      (select byte, tickets from animal order by tickets desc, byte limit ${ANIMALS_SHOWN - 1})
      union
      (select byte, tickets from animal order by tickets, byte desc limit 1)
    )
    select (select count(*)::int from person) as people,
           (select case when e.max_chances > 1 then (
              select coalesce(sum(least(chances, e.max_chances)), 0)::int from person) end
            from events e where id = ${eventId}) as chances,
           array(select json_build_object('byte', byte, 'tickets', tickets)
                 from shown_animal order by tickets desc, byte) as animals,
           (select json_build_object('rollCall', number, 'here', (
              select count(distinct phone_key) from eligible where here = number))
            from roll_calls where event_id = ${eventId} and closed_at is null) as roll_call,
           array(select encode(substring(ticket for 4), 'hex') from eligible
                 where verified_at > ${since ?? null}::timestamptz order by verified_at desc limit ${JOINED_SHOWN}) as joined,
           coalesce(greatest(max(verified_at), ${since ?? null}::timestamptz), now())::text as latest
    from eligible`,
    // One plan for all events would read the whole table for a small event.
    { replan: true },
  );
  if (!counted) throw new Error('Counting gave no row');
  return counted;
}

/** The people who could win now, for the presenter. Count and names come from one read of the leads. */
export async function countEligible(db: Db, eventId: string): Promise<EligiblePeople> {
  const { names, ...counts } = await db.queryOne(
    sql`
    with eligible as materialized (
      select phone_key, name, ticket, chances, here from eligible_leads(${eventId})
    ),
    last as (
      select number, closed_at is null as open from roll_calls
      where event_id = ${eventId} order by number desc limit 1
    ),
    person as (
      select least(max(chances), (select max_chances from events where id = ${eventId})) as chances,
             bool_or(here = (select number from last)) as here
      from eligible group by phone_key
    )
    select count(*)::int as leads,
           count(*) filter (where status = 'pending')::int as pending,
           count(*) filter (where status = 'promoted')::int as promoted,
           (select count(*)::int from person) as people,
           (select coalesce(sum(chances), 0)::int from person) as chances,
           (select coalesce(max(chances), 0) from person) as most_chances,
           (select json_build_object(
              'rollCall', number, 'open', open,
              'people', (select count(*) from person where here),
              'chances', (select coalesce(sum(chances), 0) from person where here)) from last) as here,
           -- Tickets are hashes, so this order is effectively random.
           array(select name from eligible order by ticket limit ${NAMES_SHOWN}) as names
    from leads where event_id = ${eventId}`,
    { row: eligiblePeople },
  );
  return { ...counts, names: names.map(shortName) };
}
