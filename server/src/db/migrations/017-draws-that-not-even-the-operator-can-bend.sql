-- Version 3 of the fair draw (docs/fair-draw.md). Events that exist keep version 2; the server creates new ones with
-- version 3.
alter table events
  add column draw_version smallint not null default 2 check (draw_version in (2, 3)),
  -- The number of the last record. Whoever enters reads it under a shared lock, which gives the newest row.
  add column last_record integer not null default 0,
  -- Why the event's record was set back, until a record says so: while a draw is sealed none can.
  add column restored_because text check (char_length(restored_because) between 1 and 200),
  add unique (id, draw_version);
update events e set last_record = (select coalesce(max(number), 0) from draws where event_id = e.id);

alter table prizes add column quantity integer not null default 1 check (quantity between 1 and 1000);
update removed set contents = contents || '{"quantity": 1}' where kind = 'prizes';

-- Tickets of leads that have left an event, and the ids of those leads. A ticket that somebody holds is never given to
-- somebody else. The code itself goes with the lead.
create table removed_tickets (
  event_id uuid not null references events on delete cascade,
  ticket bytea not null check (octet_length(ticket) = 32),
  -- Not known of those that left before this table was made.
  lead_id uuid,
  primary key (event_id, ticket)
);
create function ticket_of(event uuid, code bytea) returns bytea language sql immutable parallel safe
  return sha256('drawbridge/2/ticket\000'::bytea || uuid_send(event) || code);
insert into removed_tickets (event_id, ticket) select event_id, ticket_of(event_id, entry_code) from used_codes;
drop table used_codes;

create or replace function used_up(ids uuid[], event_ids uuid[], codes text[])
returns table (place bigint, id_used boolean, code_used boolean)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select incoming.place,
      (select true from deleted_leads gone where gone.id = incoming.id),
      (select true from removed_tickets gone
       where gone.event_id = incoming.event_id
         and gone.ticket = ticket_of(incoming.event_id, decode(incoming.code, 'hex')))
    from unnest(ids, event_ids, codes) with ordinality incoming (id, event_id, code, place);
end
$$;
create or replace function keep_deleted_ids_used() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  if exists (
    select from added
    where (select true from deleted_leads gone where gone.id = added.id)
       or (select true from removed_tickets gone
           where gone.event_id = added.event_id and gone.ticket = added.ticket)
  ) then
    raise exception 'A lead with this id or entry code has been deleted'
      using errcode = 'unique_violation', constraint = 'leads_deleted';
  end if;
  return null;
end
$$;
create or replace function keep_codes_used() returns trigger language plpgsql as $$
begin
  insert into removed_tickets (event_id, ticket, lead_id)
  -- Nothing is kept of an event that is being deleted.
  select old.event_id, old.ticket, old.id from events where id = old.event_id
  on conflict do nothing;
  -- A lead may come back with its own ticket, and with nobody else's.
  if tg_op = 'UPDATE' and exists (
    select from removed_tickets gone
    where gone.event_id = new.event_id and gone.ticket = new.ticket and gone.lead_id <> new.id)
  then
    raise exception 'A lead with this entry code has been deleted'
      using errcode = 'unique_violation', constraint = 'leads_ticket_key';
  end if;
  return null;
end
$$;

-- A draw with several winners has a row for each of them. The row at place 0 also has the draw's roster and register.
do $$
declare
  old record;
begin
  for old in
    select conname from pg_constraint where conrelid = 'draws'::regclass and (
      conname in ('draws_state_check', 'draws_roster_size_check', 'draws_drawn_check')
      or contype = 'f' and pg_get_constraintdef(oid) like '%(event_id, forfeits)%'
      or contype = 'c' and pg_get_constraintdef(oid) ~ '(state = ''open''.*seed IS NULL|roster_hash IS NULL|reason IS NOT NULL)')
  loop
    execute format('alter table draws drop constraint %I', old.conname);
  end loop;
end
$$;
drop index draws_prize_key, draws_forfeits_key;
alter table draws
  add column place smallint not null default 0 check (place >= 0),
  add column version smallint not null default 2,
  -- What is fixed since version 3, beside the roster: how many winners of how many, when, and what decides.
  add column quantity integer,
  add column winners integer check (winners > 0),
  add column fixed_at timestamptz(3),
  add column source text check (source in ('none', 'phrase', 'beacon')),
  add column beacon_chain bytea check (octet_length(beacon_chain) = 32),
  add column beacon_round bigint check (beacon_round > 0),
  add column beacon_signature bytea check (octet_length(beacon_signature) = 48),
  add column seal_hash bytea check (octet_length(seal_hash) = 32),
  -- Whom each line of the roster names.
  add column names bytea check (octet_length(names) = 32 * roster_size),
  -- Every ticket that the event has or had, bucket after bucket, and where each of the 256 buckets ends; how many
  -- tickets of each status there are; and the hashes of the buckets and of it all.
  add column register bytea,
  add column bucket_ends bytea check (octet_length(bucket_ends) = 1024),
  add column bucket_hashes bytea check (octet_length(bucket_hashes) = 8192),
  add column register_counts integer[],
  add column register_hash bytea check (octet_length(register_hash) = 32),
  -- The ticket that the winner's name belongs to, and which of the prizes of that kind it is.
  add column winner_ticket bytea check (octet_length(winner_ticket) = 32),
  add column slot integer not null default 1 check (slot between 1 and coalesce(nullif(quantity, 0), 1000)),
  add column forfeits_place smallint,
  drop constraint draws_pkey,
  add primary key (event_id, number, place),
  -- A server of an earlier version cannot draw in an event of a later one.
  add foreign key (event_id, version) references events (id, draw_version) on delete cascade,
  add constraint draws_state_check check (state in ('open', 'drawn', 'void', 'forfeit', 'restored')),
  add constraint draws_roster_size_check check (roster_size > 0 or state = 'restored'),
  add constraint draws_ended_check check ((state = 'open') = (record is null and ended_at is null)),
  add constraint draws_known_seed_check check ((state = 'open' and source is distinct from 'beacon') = (seed is null)),
  add constraint draws_why_check check ((state in ('void', 'forfeit', 'restored')) = (reason is not null)),
  add constraint draws_roster_check check (
    state in ('forfeit', 'restored') or place > 0
    or (roster_hash is not null and tickets is not null and line_ends is not null)),
  add constraint draws_sealing_check check (
    version = 2 or state in ('forfeit', 'restored') or place > 0
    or (quantity is not null and winners is not null and fixed_at is not null and source is not null
        and names is not null and register is not null and bucket_ends is not null and bucket_hashes is not null
        and register_counts is not null and register_hash is not null)),
  add constraint draws_drawn_check check ((state = 'drawn') = (winner_index is not null
    and winner_tickets is not null and coalesce(winner_hash, winner_ticket) is not null
    and conducted_by is not null)),
  alter column names set storage external,
  alter column register set storage external;
update draws set forfeits_place = 0 where forfeits is not null;
alter table draws add foreign key (event_id, forfeits, forfeits_place) references draws (event_id, number, place);

-- As many standing winners of a prize as there are of it, each with a slot of its own; one forfeit per win.
create unique index draws_prize_key on draws (prize_id, slot)
  where state = 'drawn' and forfeited_by is null and prize_id is not null;
create unique index draws_forfeits_key on draws (event_id, forfeits, forfeits_place) where forfeits is not null;
-- Servers look every second for draws whose round has come.
create index draws_without_beacon on draws (event_id) where source = 'beacon' and beacon_signature is null;

create function keep_last_record() returns trigger language plpgsql as $$
begin
  update events set last_record = new.number where id = new.event_id;
  return null;
end
$$;
create trigger keep_last_record after insert on draws
  for each row when (new.place = 0) execute function keep_last_record();

-- What pages are told of one of a draw's winners names the place.
alter table live_messages add column place smallint not null default 0;
drop function tell_live;
create function tell_live(event uuid, kind text, number integer, place smallint default 0)
returns void language plpgsql as $$
declare
  next bigint;
begin
  update events set live_version = live_version + 1 where id = event
  returning live_version into next;
  -- An event that is being deleted has nothing more to tell.
  if not found then return; end if;
  insert into live_messages (event_id, version, kind, number, place) values (event, next, kind, number, place);
  -- Whoever missed more than these starts again from everything.
  delete from live_messages where event_id = event and version <= next - 100;
  perform pg_notify('drawbridge_live', json_build_object('eventId', event)::text);
end
$$;
create or replace function tell_live_of_handover() returns trigger language plpgsql as $$
begin
  perform tell_live(new.event_id, 'handed-over', new.number, new.place);
  return null;
end
$$;
create or replace function tell_live_of_draw() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then
    update events e set
      stage_phrase = '',
      stage_revealed = case new.state
        when 'drawn' then new.number
        when 'forfeit' then nullif(e.stage_revealed, new.forfeits)
        else e.stage_revealed end,
      stage_prize_id = case new.state
        when 'forfeit' then (
          select prize_id from draws
          where event_id = new.event_id and number = new.forfeits and place = new.forfeits_place)
        else new.prize_id end
    where e.id = new.event_id;
  end if;
  perform tell_live(
    new.event_id,
    case new.state
      when 'open' then 'sealed' when 'drawn' then 'drawn' when 'void' then 'voided' else 'forfeited'
    end,
    new.number
  );
  return null;
end
$$;
drop trigger tell_live on draws;
create trigger tell_live after insert or update of state on draws
  for each row when (
    new.place = 0 and new.state <> 'restored' and (new.state <> 'open' or new.sealed_at is not null))
  execute function tell_live_of_draw();

-- Since version 3 only the leads of a sealed roster have to stay as they are, and their status too.
create or replace function keep_drawn_leads() returns trigger language plpgsql as $$
begin
  -- Waits for a draw that is under way, and finds nothing when the event itself is being deleted.
  perform from events where id = old.event_id for share;
  if not found then return coalesce(new, old); end if;
  if (select won from leads where id = old.id) then
    raise exception 'The lead has won'
      using errcode = 'restrict_violation', constraint = 'leads_won';
  end if;
  if (tg_op = 'DELETE' or new.event_id <> old.event_id or old.status <> 'pending') and exists (
    select from draws
    where event_id = old.event_id and state = 'open' and (version = 2 or position(old.ticket in tickets) > 0))
  then
    raise exception 'The event has a sealed draw'
      using errcode = 'restrict_violation', constraint = 'leads_sealed';
  end if;
  return coalesce(new, old);
end
$$;
create function keep_sealed_leads() returns trigger language plpgsql as $$
begin
  -- Whoever changes a status holds the event's lock, so no draw is being sealed meanwhile.
  if exists (
    select from draws
    where event_id = old.event_id and state = 'open' and version > 2 and position(old.ticket in tickets) > 0)
  then
    raise exception 'The lead is in a sealed draw'
      using errcode = 'restrict_violation', constraint = 'leads_sealed';
  end if;
  return new;
end
$$;
create trigger keep_sealed_leads before update of status on leads
  for each row when (old.status = 'verified' and new.status <> old.status) execute function keep_sealed_leads();

-- How many winners a draw gives that has begun; all that are left of the prize unless fewer were asked for.
alter table staged_draws add column winners integer;
