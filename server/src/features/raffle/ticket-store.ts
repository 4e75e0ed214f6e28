import type { TicketStatus } from '@drawbridge/contract/tickets';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/** A pending ticket is only received: what it would be worth could tell a stranger whose number has won. */
export async function findTicket(
  db: Db,
  eventId: string,
  ticket: string,
): Promise<TicketStatus | undefined> {
  const [status] = await db.query<TicketStatus>(sql`
    select encode(l.ticket, 'hex') as ticket,
           case when w.handed_over_at is not null then 'handed-over'
                when w.forfeited_by is not null then 'released'
                when w.number is not null then 'won'
                when e.status = 'ended' and not exists (
                  select from prizes p where p.event_id = e.id and p.quantity > (
                    select count(*) from draws d where d.event_id = e.id and d.prize_id = p.id
                      and d.state = 'drawn' and d.forfeited_by is null))
                  and not exists (
                    select from draws d where d.event_id = e.id and d.state = 'open') then 'over'
                when position(l.ticket in s.tickets) > 0 then 'in-draw'
                when l.status = 'pending' then 'received'
                when exists (select from eligible_leads(e.id) x where x.id = l.id)
                  then case when s.number is null then 'in-draw' else 'late' end
                else 'out' end as state,
           missed.draws_without_win, missed.last_draw,
           (select coalesce(max(case when state = 'open' then number else number + 1 end), 1)
            from draws where event_id = e.id) as next_number,
           case when w.number is not null then jsonb_build_object(
             'number', w.number, 'place', w.place, 'prizeName', w.prize_name, 'shown', w.winner_id = l.id,
             'handedOverAt', w.handed_over_at,
             'releasedBecause', (select f.reason from draws f
                                 where f.event_id = e.id and f.number = w.forfeited_by)
           ) end as win,
           clock_timestamp()::timestamptz(3) as now
    from leads l
    join events e on e.id = l.event_id
    left join draws s on s.event_id = e.id and s.state = 'open'
    -- Tickets are hashes, so one is found nowhere but where it begins.
    left join draws w on l.won and w.event_id = e.id and w.state = 'drawn'
      and position(l.ticket in w.winner_tickets) > 0
    cross join lateral (
      select count(*)::int as draws_without_win, max(d.number) as last_draw from draws d
      where d.event_id = e.id and d.state = 'drawn' and d.place = 0
        and coalesce(d.sealed_at, d.ended_at) > l.verified_at
        and (w.number is null or d.number < w.number)) missed
    where l.ticket = decode(${ticket}, 'hex') and l.event_id = ${eventId}`);
  return status;
}
