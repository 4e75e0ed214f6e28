import {
  type Analytics,
  type AnalyticsQuery,
  analytics,
  type EventFigures,
  LATEST_SIZE,
  TOP_LIST_SIZE,
} from '@drawbridge/contract/collecting/analytics';
import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import sql, { join, type Sql } from 'sql-template-tag';
import { inEvents, type OnlyEvents } from '../../core/access.ts';
import type { Db } from '../../db/client.ts';
import { inPeriod } from '../../db/period.ts';

/**
 * The stored counts, or counts computed for a period. A stored count has either the time of its leads, or their
 * status and submitter, so it cannot be limited to a period.
 */
function countsIn(events: OnlyEvents, period: Sql[]): Sql {
  if (period.length === 0) return sql`select * from lead_counts where ${inEvents(events)}`;
  return sql`
    select case when grouping(quarter) = 0 then 'quarter' when grouping(submitted_by) = 0 then 'submitter' else 'event' end
             as kind,
           event_id, status, source, imported, submitted_by, quarter, count(*) as n
    from (
      select event_id, status, source, submitted_by, channel = 'import' and source = 'volunteer' as imported,
             date_bin('15 minutes', submitted_at, 'epoch') as quarter
      from leads where ${join([inEvents(events), ...period], ' and ')}
    ) l
    group by grouping sets ((event_id, status, source, imported), (submitted_by, event_id, status), (event_id, quarter))`;
}

/** Computes the dashboard in one statement. */
export async function computeAnalytics(
  db: Db,
  { timeZone, eventId, from, to }: AnalyticsQuery,
  only?: OnlyEvents,
): Promise<Analytics> {
  const onlyEvents = eventId ? [eventId] : only;
  const events = sql`(select * from events where ${inEvents(onlyEvents, sql`id`)})`;
  return db.queryOne(
    sql`
    with counts as (${countsIn(onlyEvents, inPeriod(sql`submitted_at`, { eventId, from, to }))}),
    tally as (
      select event_id, status, source, imported, sum(n)::int as n
      from counts where kind = 'event' group by event_id, status, source, imported having sum(n) <> 0
    ),
    by_event as (
      select event_id, sum(n)::int as lead_count,
             coalesce(sum(n) filter (where status = 'verified'), 0)::int as verified_count
      from tally group by event_id
    ),
    by_volunteer as (
      select u.id, u.name, u.username, sum(n)::int as lead_count,
             coalesce(sum(n) filter (where c.status = 'verified'), 0)::int as verified_count
      from counts c join users u on u.id = c.submitted_by
      where c.kind = 'submitter' and u.role = 'volunteer'
      group by u.id having sum(n) <> 0
    ),
    -- Converts a few quarters of an hour to the time zone instead of many leads.
    by_quarter as (
      select quarter, sum(n) as n from counts where kind = 'quarter' group by quarter having sum(n) <> 0
    ),
    by_day as (
      select (quarter at time zone ${timeZone})::date as day, sum(n)::int as lead_count
      from by_quarter group by 1
    )
    select
      (select count(*)::int from ${events} e) as total_events,
      (select coalesce(sum(n), 0)::int from tally) as total_leads,
      (select coalesce(
          json_agg(json_build_object('currency', currency, 'amount', amount::text)
                   order by events desc, currency),
          '[{"currency": "USD", "amount": "0.00"}]')
       from (select currency, count(*) as events, sum(total_amount_collected)::numeric(20, 2) as amount
             from ${events} e where total_amount_collected > 0 group by currency) collected) as total_revenue,
      (select coalesce(avg(roa), 0)::numeric(20, 2)::text from ${events} e) as average_roa,
      (select json_build_object(
        'pending', coalesce(sum(n) filter (where status = 'pending'), 0),
        'verified', coalesce(sum(n) filter (where status = 'verified'), 0),
        'promoted', coalesce(sum(n) filter (where status = 'promoted'), 0)) from tally)
        as lead_status,
      (select json_build_object(
        'qr', coalesce(sum(n) filter (where source = 'qr'), 0),
        'volunteer', coalesce(sum(n) filter (where source = 'volunteer'), 0)) from tally)
        as lead_source,
      (select coalesce(sum(n) filter (where imported), 0)::int from tally) as imported_leads,
      (select json_build_object(
        'upcoming', count(*) filter (where status = 'upcoming'),
        'active', count(*) filter (where status = 'active'),
        'ended', count(*) filter (where status = 'ended')) from ${events} e) as event_status,
      (select coalesce(json_agg(top), '[]') from (
        select e.id, e.name, e.date, e.location,
               b.lead_count as "leadCount", b.verified_count as "verifiedCount"
        from by_event b join events e on e.id = b.event_id
        order by b.lead_count desc, e.date desc, e.id limit ${TOP_LIST_SIZE}) top) as top_events,
      (select coalesce(json_agg(top), '[]') from (
        select id, name, username, lead_count as "leadCount", verified_count as "verifiedCount"
        from by_volunteer
        order by lead_count desc, lower(coalesce(name, username)), id
        limit ${TOP_LIST_SIZE}) top) as top_volunteers,
      (select coalesce(json_agg(json_build_object('day', day, 'leadCount', lead_count)
        order by day), '[]') from by_day) as leads_by_day`,
    { row: analytics },
  );
}

/** Reads the figures of an event in one statement, which scans its leads once. */
export async function readEventFigures(
  db: Db,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<EventFigures> {
  const { latest, ...figures } = await db.queryOne<EventFigures>(sql`
    with counted as materialized (
      select to_char(date_trunc('hour', submitted_at at time zone ${timeZone}), 'YYYY-MM-DD HH24:MI') as hour,
             source, channel, status, submitted_by, won, count(*)::int as n, max(submitted_at) as last_at,
             count(*) filter (where submitted_at > now() - interval '1 hour')::int as recent
      from leads where event_id = ${id} group by 1, 2, 3, 4, 5, 6
    ),
    by_hour as (
      select hour, coalesce(sum(n) filter (where source = 'qr'), 0)::int as qr,
             coalesce(sum(n) filter (where source = 'volunteer'), 0)::int as volunteer
      from counted group by hour
    ),
    by_channel as (select channel, sum(n)::int as leads from counted group by channel),
    by_person as (
      select u.id, coalesce(u.name, u.username) as name, sum(hours.n)::int as leads, max(hours.last_at) as "lastAt",
             json_agg(json_build_object('hour', hours.hour, 'leads', hours.n) order by hours.hour) as hours
      from (select submitted_by, hour, sum(n)::int as n, max(last_at) as last_at
            from counted group by submitted_by, hour) hours
      join users u on u.id = hours.submitted_by and u.role = 'volunteer'
      group by u.id
    ),
    totals as (
      select coalesce(sum(n), 0)::int as entered, coalesce(sum(recent), 0)::int as recent,
             coalesce(sum(n) filter (where status = 'pending'), 0)::int as pending,
             coalesce(sum(n) filter (where status <> 'pending'), 0)::int as verified_or_promoted
      from counted
    ),
    standing as (
      select prize_id from winners where event_id = ${id} and forfeited_by is null
    )
    select entered as entries, recent as last_hour, pending,
           (select count(distinct phone_key)::int from eligible_leads(${id})) as people,
           (select count(*)::int from prizes where event_id = ${id}) as prizes,
           (select count(*)::int from prizes p where event_id = ${id}
            and quantity <= (select count(*) from standing where prize_id = p.id)) as drawn,
           json_build_object('entered', entered, 'verifiedOrPromoted', verified_or_promoted,
                             'won', (select count(*) from standing)) as funnel,
           (select coalesce(json_agg(c order by leads desc), '[]') from by_channel c) as channels,
           (select coalesce(json_agg(h order by hour), '[]') from by_hour h) as hours,
           (select coalesce(json_agg(p order by leads desc, lower(name), id), '[]') from by_person p) as team,
           (select coalesce(json_agg(l), '[]') from (
              select submitted_at as at, encode(ticket, 'hex') as ticket, submitter_name as by
              from leads where event_id = ${id}
              order by submitted_at desc, id desc limit ${LATEST_SIZE}) l) as latest
    from totals`);
  return {
    ...figures,
    latest: latest.map(({ ticket, ...entry }) => ({ ...entry, ticket: ticketName(ticket) })),
  };
}
