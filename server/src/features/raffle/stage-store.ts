import type { EligiblePeople } from '@drawbridge/contract/draws';
import type { ProblemCode } from '@drawbridge/contract/errors';
import type { LiveData } from '@drawbridge/contract/live';
import type { StageChange, StageState } from '@drawbridge/contract/raffle';
import { shortName } from '@drawbridge/contract/stage';
import sql from 'sql-template-tag';
import type { Database, Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Outcome, succeed } from '../../errors.ts';

/** How many names the stage scrolls through while a winner is drawn. */
const NAMES_SHOWN = 60;
/** The same for tickets, which go to every open page. */
const TICKETS_SHOWN = 24;
/** How many new names drift over the wall at once. */
const JOINED_SHOWN = 5;
/** After this time a page that opens no longer shows the last winner: the presenter forgot to continue. */
const REVEAL_LASTS = '1 hour';

/** The stage of event `e`, in the form of `StageState`. */
export const stageJson = sql`
  json_build_object(
    'prizeId', e.stage_prize_id, 'blank', e.stage_blank, 'phrase', e.stage_phrase,
    'revealed', (select d.number from draws d
                 where d.event_id = e.id and d.number = e.stage_revealed
                   and d.ended_at > now() - ${REVEAL_LASTS}::interval))`;

/** The reason why a draw is not possible now, if any. Checked before a draw is announced. */
export async function findObstacle(
  db: Db,
  eventId: string,
  prizeId: string | null,
): Promise<ProblemCode | undefined> {
  const [now] = await db.query<{
    sealed: boolean;
    otherSealed: boolean;
    prize: boolean;
    drawn: boolean;
    anybody: boolean;
  }>(
    sql`
    select s.number is not null as sealed,
           s.number is not null and s.prize_id is distinct from ${prizeId}::uuid as other_sealed,
           ${prizeId}::uuid is null or exists (
             select from prizes where id = ${prizeId} and event_id = e.id) as prize,
           exists (select from draws d where d.prize_id = ${prizeId} and d.state = 'drawn'
                   and d.forfeited_by is null) as drawn,
           exists (select from eligible_leads(${eventId})) as anybody
    from events e left join draws s on s.event_id = e.id and s.state = 'open'
    where e.id = ${eventId}`,
    // One plan for all events would read the whole table for a small event.
    { replan: true },
  );
  if (!now) return 'event-not-found';
  if (now.otherSealed) return 'draw-sealed';
  if (!now.prize) return 'prize-not-found';
  if (now.drawn) return 'prize-already-drawn';
  return now.anybody || now.sealed ? undefined : 'nobody-eligible';
}

/**
 * The first digits of some tickets in the next draw, for the animation on public pages. They say no more
 * about anybody than the roster does, which is published with the draw.
 */
export async function sampleTickets(db: Db, eventId: string): Promise<string[]> {
  const rows = await db.query<{ ticket: string }>(sql`
    with sealed as (
      select encode(substring(tickets for ${TICKETS_SHOWN * 32}::int), 'hex') as hex
      from draws where event_id = ${eventId} and state = 'open'
    )
    select substring(hex from 64 * n + 1 for 8) as ticket
    from sealed, generate_series(0, length(hex) / 64 - 1) n
    union all
    (select encode(substring(ticket for 4), 'hex') from eligible_leads(${eventId})
     where not exists (select from sealed) limit ${TICKETS_SHOWN})`);
  return rows.map(({ ticket }) => ticket);
}

/** How many people are in the next draw, and the tickets of those who have been verified since a time. */
export async function countPeople(
  db: Db,
  eventId: string,
  since: string | undefined,
): Promise<LiveData<'eligible'> & { latest: string }> {
  const [counted] = await db.query<LiveData<'eligible'> & { latest: string }>(
    sql`
    with eligible as materialized (
      select phone_key, ticket, verified_at from eligible_leads(${eventId})
    )
    select count(distinct phone_key)::int as people,
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

/** Puts something else on the stage, and tells every page. */
export async function changeStage(
  db: Database,
  eventId: string,
  { prizeId, continued, blank, phrase }: StageChange,
): Promise<Outcome<StageState>> {
  return inTransaction(db, async (tx) => {
    if (prizeId) {
      const prizes = await tx.execute(sql`
        select from prizes where id = ${prizeId} and event_id = ${eventId}`);
      if (prizes === 0) return fail('prize-not-found');
    }
    const [row] = await tx.query<{ stage: StageState }>(sql`
      with changed as (
        update events e set
          stage_prize_id = ${prizeId === undefined ? sql`e.stage_prize_id` : prizeId},
          -- Continuing after one winner must not hide the next one.
          stage_revealed = nullif(e.stage_revealed, ${continued ?? null}::int),
          stage_blank = coalesce(${blank ?? null}::boolean, e.stage_blank),
          stage_phrase = coalesce(${phrase ?? null}::text, e.stage_phrase)
        where id = ${eventId}
        returning *
      )
      select ${stageJson} as stage from changed e`);
    if (!row) return fail('event-not-found');
    await tx.execute(sql`select tell_live(${eventId}, 'stage', null)`);
    return succeed(row.stage);
  });
}

/** The people who could win now, for the presenter. Count and names come from one read of the leads. */
export async function countEligible(db: Db, eventId: string): Promise<EligiblePeople> {
  const { names, ...counts } = await db.queryOne<EligiblePeople>(sql`
    with eligible as materialized (
      select phone_key, name, ticket from eligible_leads(${eventId})
    )
    select count(*)::int as leads,
           count(*) filter (where status = 'pending')::int as pending,
           count(*) filter (where status = 'promoted')::int as promoted,
           (select count(distinct phone_key)::int from eligible) as people,
           -- Tickets are hashes, so their order is as good as random.
           array(select name from eligible order by ticket limit ${NAMES_SHOWN}) as names
    from leads where event_id = ${eventId}`);
  return { ...counts, names: names.map(shortName) };
}
