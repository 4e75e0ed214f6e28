import { type TicketStatus, ticketStatus } from '@drawbridge/contract/raffle/tickets';
import sql from 'sql-template-tag';
import type { Db } from '../../db/client.ts';

/**
 * Finds the status of a ticket. A pending ticket is always 'received': any other status could reveal to a stranger
 * whose number has won.
 */
export async function findTicket(
  db: Db,
  eventId: string,
  ticket: string,
): Promise<TicketStatus | undefined> {
  const [status] = await db.query(
    sql`
    select ${ticket.toLowerCase()}::text as ticket,
           case when w.handed_over_at is not null then 'handed-over'
                when w.forfeited_by is not null then 'released'
                when w.number is not null then 'won'
                when e.status = 'ended' and not exists (
                  select from prizes p where p.event_id = e.id and p.quantity > (
                    select count(*) from winners w
                    where w.event_id = e.id and w.prize_id = p.id and w.forfeited_by is null))
                  and s.number is null then 'over'
                when is_in_roster(e.id, s.number, l.ticket) then 'in-draw'
                when l.status = 'pending' then 'received'
                when exists (select from eligible_leads(e.id) x where x.id = l.id)
                  then case when s.number is null then 'in-draw'
                            when s.roll_call not in (0, l.here) then 'not-here'
                            else 'late' end
                else 'out' end as state,
           case when e.max_chances > 1 then (
             select least(max(x.chances), e.max_chances) from eligible_leads(e.id) x
             where x.phone_key = l.phone_key and (s.number is null or x.verified_at <= s.sealed_at)
             -- Another entry under this number says nothing about one that is not in the draw.
             having bool_or(x.id = l.id and (s.number is null or is_in_roster(e.id, s.number, l.ticket)))) end as chances,
           l.here::float8 as roll_call,
           missed.draws_without_win, missed.last_draw,
           coalesce(s.number, e.last_record + 1) as next_number,
           case when w.number is not null then jsonb_build_object(
             'number', w.number, 'place', w.place, 'prizeName', d.prize_name, 'shown', w.lead_id = l.id,
             'handedOverAt', w.handed_over_at,
             'releasedBecause', (select f.reason from records f
                                 where f.event_id = e.id and f.number = w.forfeited_by)
           ) end as win,
           clock_timestamp()::timestamptz(3) as now
    from leads l
    join events e on e.id = l.event_id
    left join records s on s.event_id = e.id and s.kind = 'sealed'
    -- Tickets are hashes, so a match can only begin at the beginning of a ticket.
    left join winners w on l.won and w.event_id = e.id and position(l.ticket in w.tickets) > 0
    left join records d on d.event_id = e.id and d.number = w.number
    cross join lateral (
      select count(*)::int as draws_without_win, max(d.number) as last_draw from records d
      where d.event_id = e.id and d.kind = 'draw' and d.sealed_at > l.verified_at
        and (d.roll_call = 0 or is_in_roster(e.id, d.number, l.ticket))
        and (w.number is null or d.number < w.number)) missed
    where l.id = lead_of_ticket(${eventId}, decode(${ticket}, 'hex'))`,
    { row: ticketStatus },
  );
  return status;
}
