import { type Analytics, TOP_LIST_SIZE } from '@drawbridge/contract/analytics';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';
import { inEvents, type OnlyEvents } from '../access.ts';

/** Computes the dashboard in one statement, from the counts that the database keeps. */
export async function computeAnalytics(
  db: Db,
  timeZone: string,
  only?: OnlyEvents,
): Promise<Analytics> {
  const events = sql`(select * from events where ${inEvents(only, sql`id`)})`;
  return db.queryOne<Analytics>(sql`
    with tally as (
      select event_id, status, source, imported, sum(n)::int as n
      from lead_counts where kind = 'event' and ${inEvents(only)}
      group by event_id, status, source, imported having sum(n) <> 0
    ),
    by_event as (
      select event_id, sum(n)::int as lead_count,
             coalesce(sum(n) filter (where status = 'verified'), 0)::int as verified_count
      from tally group by event_id
    ),
    by_volunteer as (
      select u.id, u.name, u.username, sum(n)::int as lead_count,
             coalesce(sum(n) filter (where c.status = 'verified'), 0)::int as verified_count
      from lead_counts c join users u on u.id = c.submitted_by
      where c.kind = 'submitter' and u.role = 'volunteer' and ${inEvents(only, sql`c.event_id`)}
      group by u.id having sum(n) <> 0
    ),
    -- Few quarters of an hour are converted to the time zone, instead of many leads.
    by_quarter as (
      select quarter, sum(n) as n
      from lead_counts where kind = 'quarter' and ${inEvents(only)} group by quarter having sum(n) <> 0
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
        order by day), '[]') from by_day) as leads_by_day`);
}
