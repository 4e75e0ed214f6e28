-- Sixteen bytes of which every bit is random. PostgreSQL's only strong source without an extension is
-- gen_random_uuid, and a UUID has six fixed bits, which lie in the bytes that are left out here.
create function random_bytes_16() returns bytea language sql volatile as $$
  select substring(uuid_send(a) from 1 for 6) || substring(uuid_send(a) from 10 for 7)
      || substring(uuid_send(b) from 10 for 3)
  from (select gen_random_uuid() as a, gen_random_uuid() as b) random
$$;

-- What an event's draws are decided by. It never leaves the server; each seed it makes is shown after
-- its draw. Events that exist get theirs now.
alter table events
  add column draw_secret bytea not null default (random_bytes_16() || random_bytes_16())
    check (octet_length(draw_secret) = 32);

-- The entrant's own bytes, which they hold as a code, and what stands for them in public.
alter table leads
  add column entry bytea not null default random_bytes_16() check (octet_length(entry) = 16),
  add column ticket bytea not null generated always as (
    sha256('drawbridge/1/ticket\000'::bytea || uuid_send(event_id) || entry)
  ) stored;

create table draws (
  event_id uuid not null references events on delete cascade,
  number integer not null check (number > 0),
  state text not null check (state in ('sealed', 'drawn', 'void')),
  prize_id uuid,
  prize_name text,
  commitment bytea not null check (octet_length(commitment) = 32),
  -- The people's hashes, sorted, 32 bytes each.
  roster bytea not null check (octet_length(roster) > 0 and octet_length(roster) % 32 = 0),
  roster_hash bytea not null check (octet_length(roster_hash) = 32),
  previous_record bytea not null check (octet_length(previous_record) = 32),
  -- Which leads each person in the roster is; only kept as long as it is needed to find the winner.
  members bytea,
  seed bytea check (octet_length(seed) = 32),
  phrase text not null default '' check (octet_length(phrase) <= 200),
  winner_index integer,
  winner_tickets bytea check (octet_length(winner_tickets) % 32 = 0),
  record bytea check (octet_length(record) = 32),
  raffle_id uuid unique references raffles,
  void_reason text check (char_length(void_reason) between 1 and 200),
  ended_at timestamptz(3),
  -- A prize that is being drawn or has been stays; one whose draws were all void may go.
  held_prize_id uuid generated always as (case when state <> 'void' then prize_id end) stored,
  primary key (event_id, number),
  foreign key (event_id, held_prize_id) references prizes (event_id, id),
  check ((state = 'sealed') = (members is not null)),
  check ((state = 'sealed') = (seed is null and record is null and ended_at is null)),
  check ((state = 'drawn') = (
    winner_index is not null and winner_tickets is not null and raffle_id is not null)),
  check ((state = 'void') = (void_reason is not null))
);
-- Hashes do not compress, and a part of an uncompressed value can be read without the rest.
alter table draws alter column roster set storage external, alter column members set storage external;
create unique index draws_sealed_key on draws (event_id) where state = 'sealed';
create index draws_of_prize on draws (event_id, held_prize_id) where held_prize_id is not null;

-- A sealed roster is a promise: until it is drawn or void, none of the event's leads goes away.
create function keep_sealed_leads() returns trigger language plpgsql as $$
begin
  -- Waits for a draw that is under way, and finds nothing when the event itself is being deleted.
  perform from events where id = old.event_id for share;
  if found and exists (
    select from draws where event_id = old.event_id and state = 'sealed'
  ) then
    raise exception 'The event has a sealed draw'
      using errcode = 'restrict_violation', constraint = 'leads_sealed';
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep_sealed_leads before delete on leads
  for each row execute function keep_sealed_leads();
create trigger keep_sealed_leads_in_place before update of event_id on leads
  for each row when (old.event_id <> new.event_id) execute function keep_sealed_leads();
