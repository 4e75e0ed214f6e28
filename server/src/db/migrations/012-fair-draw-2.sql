-- Version 2 of the fair draw replaces version 1 (docs/fair-draw.md). Draws and winners of version 1 cannot
-- be checked by its rules, so they are dropped; the operator is told how many there were.
do $$
declare
  dropped integer;
begin
  select count(*) into dropped from draws;
  if dropped > 0 then
    raise warning 'Dropped % draws that were held by version 1 of the fair draw, with their winners: '
      'their prizes can be drawn again. See CHANGELOG.md.', dropped;
  end if;
end
$$;
drop table draws, raffles, large_value_pieces;
drop trigger keep_sealed_leads on leads;
drop trigger keep_sealed_leads_in_place on leads;
drop function keep_sealed_leads;
drop function earlier_entries;
delete from live_messages where number is not null;

-- Where phone numbers without a country code belong. Existing events get the setting COUNTRY when the
-- server starts, which also derives the keys of their leads' phone numbers.
alter table events
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column winner_display text not null default 'full' check (winner_display in ('full', 'short'));

alter table leads rename column entry to entry_code;
alter table leads
  drop column ticket,
  add column ticket bytea not null generated always as (
    sha256('drawbridge/2/ticket\000'::bytea || uuid_send(event_id) || entry_code)
  ) stored,
  drop constraint leads_phone_check,
  -- Some countries have numbers of four digits.
  add constraint leads_phone_check check (phone ~ '^[0-9]{4,20}$'),
  -- As it was typed, where that tells more than the digits do: a plus sign names the country.
  add column phone_typed text,
  -- What phone numbers are compared by: E.164, or the digits where the number is not valid.
  add column phone_key text,
  -- A number that is not valid as written may still be recognised, and has the key of the valid one.
  add column phone_valid boolean not null default false,
  -- Whether the entrant's device made the code; then nobody but that device is ever told it.
  add column device_code boolean not null default false,
  -- Set for all leads of a winner; they can no longer be changed.
  add column won boolean not null default false;
update leads set phone_key = phone;
alter table leads alter column phone_key set not null;
drop index leads_by_phone;
create index leads_by_phone_key on leads (phone_key, event_id);
-- The ticket is a hash of event and code, so this also makes the code unique in its event.
create unique index leads_ticket_key on leads (ticket);

-- Codes of leads that have left an event. A code that somebody holds is never given to somebody else.
create table used_codes (
  event_id uuid not null references events on delete cascade,
  entry_code bytea not null,
  primary key (event_id, entry_code)
);
create function keep_codes_used() returns trigger language plpgsql as $$
begin
  insert into used_codes (event_id, entry_code)
  -- Nothing is kept of an event that is being deleted.
  select old.event_id, old.entry_code from events where id = old.event_id
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_codes_used after delete on leads
  for each row execute function keep_codes_used();
create trigger keep_codes_used_after_move after update of event_id on leads
  for each row when (old.event_id <> new.event_id) execute function keep_codes_used();

create table draws (
  id uuid not null default gen_random_uuid() unique,
  event_id uuid not null references events on delete cascade,
  number integer not null check (number > 0),
  -- An open draw has its roster but no winner yet. Outside a transaction, an open draw is a sealed one.
  state text not null check (state in ('open', 'drawn', 'void', 'forfeit')),
  commitment bytea not null check (octet_length(commitment) = 32),
  previous_record bytea not null check (octet_length(previous_record) = 32),
  seed bytea check (octet_length(seed) = 32),
  record bytea check (octet_length(record) = 32),
  ended_at timestamptz(3),
  prize_id uuid,
  prize_name text,
  -- Everyone in the draw: their tickets, line after line, and where each line ends, counted in tickets.
  tickets bytea check (octet_length(tickets) % 32 = 0),
  line_ends bytea check (octet_length(line_ends) = 4 * roster_size),
  roster_size integer check (roster_size > 0),
  roster_hash bytea check (octet_length(roster_hash) = 32),
  sealed_at timestamptz(3),
  phrase text not null default '' check (octet_length(phrase) <= 200),
  winner_index integer check (winner_index between 0 and roster_size - 1),
  winner_tickets bytea check (octet_length(winner_tickets) % 32 = 0),
  winner_id uuid,
  -- Copied when the draw is held, and bound to the record by the hash.
  winner_name text,
  winner_email text,
  winner_salt bytea check (octet_length(winner_salt) = 16),
  winner_hash bytea check (octet_length(winner_hash) = 32),
  conducted_by uuid references users,
  -- Of a void draw or a forfeit.
  reason text check (char_length(reason) between 1 and 200),
  -- The draw whose winner a forfeit removes, and in that draw the forfeit that removed it.
  forfeits integer,
  forfeited_by integer,
  -- A prize that is being drawn or has a winner cannot be deleted.
  held_prize_id uuid generated always as (
    case when state = 'open' or (state = 'drawn' and forfeited_by is null) then prize_id end
  ) stored,
  primary key (event_id, number),
  -- None of these cascades: they hold until the end of the statement, so deleting the event passes.
  foreign key (event_id, held_prize_id) references prizes (event_id, id),
  foreign key (event_id, winner_id) references leads (event_id, id),
  foreign key (event_id, forfeits) references draws (event_id, number),
  check ((state = 'open') = (seed is null and record is null and ended_at is null)),
  check ((state = 'forfeit') = (roster_hash is null and tickets is null and line_ends is null)),
  check ((state = 'drawn') = (winner_index is not null and winner_tickets is not null
    and winner_id is not null and winner_name is not null and winner_salt is not null
    and winner_hash is not null and conducted_by is not null)),
  check ((state in ('void', 'forfeit')) = (reason is not null)),
  check ((state = 'forfeit') = (forfeits is not null)),
  check (forfeited_by is null or state = 'drawn')
);
-- Hashes do not compress, and a part of an uncompressed value can be read without the rest.
alter table draws alter column tickets set storage external, alter column line_ends set storage external;
-- One open draw per event, one standing winner per prize, one win per lead, one forfeit per draw.
create unique index draws_open_key on draws (event_id) where state = 'open';
create unique index draws_prize_key on draws (prize_id)
  where state = 'drawn' and forfeited_by is null and prize_id is not null;
create unique index draws_winner_key on draws (event_id, winner_id) where winner_id is not null;
create unique index draws_forfeits_key on draws (event_id, forfeits) where forfeits is not null;
create index draws_of_prize on draws (event_id, held_prize_id) where held_prize_id is not null;
create index draws_of_conductor on draws (conducted_by) where conducted_by is not null;

-- The leads that take part in the event's next draw. The winners are looked up in hashes: a join would
-- go through all of them for each lead while there are no statistics.
create function eligible_leads(event uuid) returns setof leads language sql stable as $$
  with phone as materialized (
    select phone_key from leads where event_id = event and won
  ),
  email as materialized (
    select winner_email from draws where event_id = event and winner_email is not null
  )
  select l.* from leads l
  where l.event_id = event and l.status = 'verified' and not l.won
    and l.phone_key not in (select phone_key from phone)
    and (l.email is null or l.email not in (select winner_email from email))
$$;

-- A lead that has won stays as it is, and a sealed roster is a promise: until the draw is held or void,
-- none of the event's leads goes away, and nobody in the roster becomes somebody else.
create function keep_drawn_leads() returns trigger language plpgsql as $$
begin
  -- Waits for a draw that is under way, and finds nothing when the event itself is being deleted.
  perform from events where id = old.event_id for share;
  if not found then return coalesce(new, old); end if;
  if (select won from leads where id = old.id) then
    raise exception 'The lead has won'
      using errcode = 'restrict_violation', constraint = 'leads_won';
  end if;
  if (tg_op = 'DELETE' or new.event_id <> old.event_id or old.status <> 'pending')
    and exists (select from draws where event_id = old.event_id and state = 'open')
  then
    raise exception 'The event has a sealed draw'
      using errcode = 'restrict_violation', constraint = 'leads_sealed';
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep_drawn_leads before delete on leads
  for each row execute function keep_drawn_leads();
create trigger keep_drawn_leads_unchanged
  before update of name, phone, phone_typed, email, event_id, entry_code on leads
  for each row when (
    (old.name, old.phone, old.phone_typed, old.email, old.event_id, old.entry_code)
    is distinct from (new.name, new.phone, new.phone_typed, new.email, new.event_id, new.entry_code)
  ) execute function keep_drawn_leads();

-- What is used up of the leads that come in, ids of deleted leads and codes of leads that have left the
-- event: found by index whatever the statistics say.
create function used_up(ids uuid[], event_ids uuid[], codes text[])
returns table (place bigint, id_used boolean, code_used boolean)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select incoming.place,
      (select true from deleted_leads gone where gone.id = incoming.id),
      (select true from used_codes gone
       where gone.event_id = incoming.event_id and gone.entry_code = decode(incoming.code, 'hex'))
    from unnest(ids, event_ids, codes) with ordinality incoming (id, event_id, code, place);
end
$$;

-- Looks again after the rows are in, for what was deleted while the statement ran.
create or replace function keep_deleted_ids_used() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  if exists (
    select from added
    where (select true from deleted_leads gone where gone.id = added.id)
       or (select true from used_codes gone
           where gone.event_id = added.event_id and gone.entry_code = added.entry_code)
  ) then
    raise exception 'A lead with this id or entry code has been deleted'
      using errcode = 'unique_violation', constraint = 'leads_deleted';
  end if;
  return null;
end
$$;

alter table live_messages
  drop constraint live_messages_kind_check,
  add constraint live_messages_kind_check check (
    kind in ('sealed', 'drawn', 'voided', 'forfeited', 'prizes', 'sponsors', 'event'));

create or replace function tell_live_of_draw() returns trigger language plpgsql as $$
begin
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
create trigger tell_live after insert or update of state on draws
  for each row when (new.state <> 'open' or new.sealed_at is not null)
  execute function tell_live_of_draw();
-- What is shown of the winners, and which phone numbers are valid, are news too.
drop trigger tell_live on events;
create trigger tell_live
  after update of name, date, location, status, country, winner_display or delete on events
  for each row execute function tell_live_of_event();

-- Reads a big-endian number of four bytes.
create function u32_at(bytes bytea, place integer) returns integer
language sql immutable strict parallel safe as $$
  select (get_byte(bytes, place) << 24) | (get_byte(bytes, place + 1) << 16)
       | (get_byte(bytes, place + 2) << 8) | get_byte(bytes, place + 3)
$$;
