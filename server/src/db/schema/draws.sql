-- The raffle: the event's public chain of records, its roll calls, its stage, and the triggers that protect sealed
-- leads and winners.

-- Roll calls: checks of who is in the room. `number` is the time of opening in seconds, and identifies the roll
-- call in the event's records.
create table roll_calls (
  event_id uuid not null references events on delete cascade,
  number bigint not null check (number between 1 and 4294967295),
  -- The digits that the wall shows and people type.
  digits text not null check (digits ~ '^[0-9]{4}$'),
  closed_at timestamptz(3),
  -- The numbers of leads marked as here: with their entry codes, by volunteers, and by organisers.
  by_code integer not null default 0,
  by_volunteers integer not null default 0,
  by_organisers integer not null default 0,
  primary key (event_id, number)
);
comment on table roll_calls is 'Roll calls of events, and the number of leads that answered them';
create unique index roll_calls_open_key on roll_calls (event_id) where closed_at is null;

-- The number of wrong digits that each ticket has tried.
create table roll_call_tries (
  event_id uuid not null,
  number bigint not null,
  ticket bytea not null check (octet_length(ticket) = 32),
  tries integer not null default 1,
  primary key (event_id, number, ticket),
  foreign key (event_id, number) references roll_calls on delete cascade
);
comment on table roll_call_tries is 'The number of wrong digits per ticket and roll call';

-- The records of an event's public chain: draws, voids, forfeits and restorations (docs/fair-draw-spec.md).
create table records (
  event_id uuid not null references events on delete cascade,
  number integer not null check (number > 0),
  -- The kind of the record. A sealed draw has a roster but no record yet.
  kind text not null check (kind in ('sealed', 'draw', 'void', 'forfeit', 'restored')),
  commitment bytea not null check (octet_length(commitment) = 32),
  previous_record bytea not null check (octet_length(previous_record) = 32),
  seed bytea check (octet_length(seed) = 32),
  record bytea check (octet_length(record) = 32),
  at timestamptz(3),
  conducted_by uuid references users,
  -- The id of the request that held the draw. A repeated request gets the same winners.
  request_id uuid,
  -- The reason for a void, a forfeit or a restoration.
  reason text check (char_length(reason) between 1 and 200),

  -- The facts that a draw's seal commits to, besides the roster. The quantity of a general draw is 0, and so is the
  -- roll call of a draw without one.
  prize_id uuid,
  prize_name text,
  quantity integer check (quantity between 0 and 1000),
  winner_count integer check (winner_count between 1 and 1000),
  roll_call bigint check (roll_call between 0 and 4294967295),
  max_chances integer check (max_chances between 1 and 1000),
  sealed_at timestamptz(3),
  source text check (source in ('none', 'phrase', 'beacon')),
  beacon_round bigint check (beacon_round > 0),
  seal_hash bytea check (octet_length(seal_hash) = 32),
  -- The phrase or the beacon's signature, added when the draw is held.
  phrase text check (octet_length(phrase) between 1 and 200),
  beacon_signature bytea check (octet_length(beacon_signature) = 48),
  -- The lines that would have won a void draw, once its beacon is known.
  would_have_won jsonb not null default '[]' check (jsonb_typeof(would_have_won) = 'array'),

  -- The draw and the index of the winner who forfeits.
  forfeits integer,
  forfeits_place smallint,

  -- The prize of a sealed draw, which cannot be deleted.
  held_prize_id uuid generated always as (case when kind = 'sealed' then prize_id end) stored,

  primary key (event_id, number),
  -- Checked at the end of the statement, so that the event can be deleted.
  foreign key (event_id, held_prize_id) references prizes (event_id, id),
  constraint records_sealed check ((kind = 'sealed') = (record is null and at is null)),
  constraint records_known_seed check ((kind = 'sealed' and source <> 'beacon') = (seed is null)),
  constraint records_reason check ((kind in ('void', 'forfeit', 'restored')) = (reason is not null)),
  constraint records_draw check (
    case when kind in ('sealed', 'draw', 'void')
      then quantity is not null and winner_count is not null and roll_call is not null and max_chances is not null
        and sealed_at is not null and source is not null and conducted_by is not null
      else source is null end),
  constraint records_beacon check ((source is not distinct from 'beacon') = (beacon_round is not null)
    and (beacon_signature is null or source = 'beacon')),
  constraint records_phrase check ((kind = 'draw' and source = 'phrase') = (phrase is not null)),
  constraint records_forfeit check ((kind = 'forfeit') = (forfeits is not null and forfeits_place is not null))
);
comment on table records is 'The public record of each event: draws, voids, forfeits and restorations';
-- One sealed draw per event, one draw per request, and one forfeit per winner.
create unique index records_sealed_key on records (event_id) where kind = 'sealed';
create unique index records_request_key on records (event_id, request_id) where request_id is not null;
create unique index records_forfeits_key on records (event_id, forfeits, forfeits_place) where kind = 'forfeit';
create index records_of_conductor on records (conducted_by) where conducted_by is not null;
create index records_of_held_prize on records (event_id, held_prize_id) where held_prize_id is not null;
create index records_of_prize on records (prize_id) where prize_id is not null;
-- The index for polling: servers look every second for draws whose round has come.
create index records_of_round on records (beacon_round) where beacon_signature is not null;
create index records_without_beacon on records (event_id) where source = 'beacon' and beacon_signature is null;

-- The roster and the register of a draw or a restoration. Numbers in byte strings are big-endian and have four
-- bytes.
create table rosters (
  event_id uuid not null,
  number integer not null,
  -- The lines of the roster: the concatenated tickets, the end of each line counted in tickets, the hash of the
  -- name that a win would publish, and the chances.
  tickets bytea not null check (octet_length(tickets) % 32 = 0),
  line_ends bytea not null,
  name_hashes bytea not null,
  chances bytea not null,
  size integer not null check (size >= 0),
  total_chances bigint not null,
  most_chances integer not null,
  with_most_chances integer not null,
  hash bytea not null check (octet_length(hash) = 32),
  -- The register, with every ticket that the event has or had: the concatenated buckets of tickets and statuses, the
  -- end of each of the 256 buckets in bytes, their hashes, and the number of tickets of each status. The hashes include
  -- the line of each ticket in the draw.
  register bytea not null,
  bucket_ends bytea not null check (octet_length(bucket_ends) = 1024),
  bucket_hashes bytea not null check (octet_length(bucket_hashes) = 8192),
  register_counts integer[] not null check (array_length(register_counts, 1) = 7),
  register_hash bytea not null check (octet_length(register_hash) = 32),
  primary key (event_id, number),
  foreign key (event_id, number) references records on delete cascade,
  constraint rosters_lines check (
    octet_length(line_ends) = 4 * size and octet_length(name_hashes) = 32 * size and octet_length(chances) = 4 * size)
);
comment on table rosters is 'The roster of each draw, and the register of every ticket';
-- Hashes do not compress, and PostgreSQL can read a part of an uncompressed value alone.
alter table rosters
  alter column tickets set storage external,
  alter column line_ends set storage external,
  alter column name_hashes set storage external,
  alter column chances set storage external,
  alter column register set storage external;

-- The winners of draws, in the order in which they were drawn.
create table winners (
  id uuid not null default gen_random_uuid() unique,
  event_id uuid not null references events on delete cascade,
  number integer not null,
  place smallint not null check (place >= 0),
  prize_id uuid,
  -- The number of the item within the prize's quantity.
  slot integer not null check (slot between 1 and 1000),
  -- The index of the winner's line in the roster.
  line_index integer not null check (line_index >= 0),
  tickets bytea not null check (octet_length(tickets) > 0 and octet_length(tickets) % 32 = 0),
  chances integer not null check (chances > 0),
  -- The lead whose name is published, with its ticket. Name and address are copied, because the record commits to
  -- them.
  lead_id uuid,
  ticket bytea not null check (octet_length(ticket) = 32),
  salt bytea check (octet_length(salt) = 16),
  name text,
  email text,
  -- The time and reason of the erasure. An erased winner is only a line of the roster. Without the salt, the hash
  -- does not reveal the name.
  erased_at timestamptz(3),
  erased_for text check (erased_for in ('request', 'retention')),
  -- The time of the handover and the user, and a note if it was not checked with the winner's phone.
  handed_over_at timestamptz(3),
  handed_over_by uuid references users on delete set null,
  handover_note text check (char_length(handover_note) between 1 and 200),
  -- The time at which an organiser noted that the winner knows of the win, and the user.
  reached_at timestamptz(3),
  reached_by uuid references users on delete set null,
  -- The number of the record of the winner's forfeit.
  forfeited_by integer,
  -- The prize of a standing winner, which cannot be deleted.
  held_prize_id uuid generated always as (case when forfeited_by is null then prize_id end) stored,

  primary key (event_id, number, place),
  foreign key (event_id, number) references records on delete cascade,
  foreign key (event_id, forfeited_by) references records,
  -- Checked at the end of the statement, so that the event can be deleted.
  foreign key (event_id, held_prize_id) references prizes (event_id, id),
  -- A rule other than 'restrict' would make PostgreSQL check, for each deleted lead, whether another row has the
  -- same key, and it might read all leads of the event for it.
  foreign key (event_id, lead_id) references leads (event_id, id) on delete restrict,
  constraint winners_erased check (
    (erased_at is null) = (erased_for is null)
    and (erased_at is null) = (lead_id is not null and name is not null and salt is not null)
    and (erased_at is null or (lead_id is null and name is null and email is null and salt is null))),
  constraint winners_handed_over check (handed_over_at is null or forfeited_by is null)
);
comment on table winners is 'Winners of draws, and the handover of their prizes';
-- At most as many standing winners of a prize as its quantity, each with its own slot; one win per lead.
create unique index winners_prize_key on winners (prize_id, slot) where forfeited_by is null and prize_id is not null;
create unique index winners_lead_key on winners (event_id, lead_id) where lead_id is not null;
create index winners_of_held_prize on winners (event_id, held_prize_id) where held_prize_id is not null;
create index winners_of_handover on winners (handed_over_by) where handed_over_by is not null;
create index winners_of_reached on winners (reached_by) where reached_by is not null;
create index winners_of_forfeit on winners (event_id, forfeited_by) where forfeited_by is not null;

-- Reads a big-endian number of four bytes.
create function u32_at(bytes bytea, place integer) returns integer
language sql immutable strict parallel safe as $$
  select (get_byte(bytes, place) << 24) | (get_byte(bytes, place + 1) << 16)
       | (get_byte(bytes, place + 2) << 8) | get_byte(bytes, place + 3)
$$;

-- The leads of an event that take part in its next draw: verified, and not excluded by a win. The winners are
-- looked up in hashed subqueries: without statistics a join would scan all of them for each lead.
create function eligible_leads(event uuid) returns setof leads language sql stable as $$
  with phone as materialized (
    select phone_key from leads where event_id = event and won
  ),
  email as materialized (
    select lower(email) as email from winners where event_id = event and email is not null
  )
  select l.* from leads l
  where l.event_id = event and l.status = 'verified' and not l.won
    and l.barred_from is distinct from event
    and l.phone_key not in (select phone_key from phone)
    and (l.email is null or lower(l.email) not in (select email from email))
$$;

-- True if a ticket is in the roster of a draw. It reads one bucket of the register, because rosters are not sorted
-- by ticket.
create function is_in_roster(event uuid, draw integer, wanted bytea) returns boolean language sql stable as $$
  select exists (
    select from rosters r
    cross join lateral (select get_byte(wanted, 0) as byte) b
    cross join lateral (
      select case when byte = 0 then 0 else u32_at(bucket_ends, 4 * byte - 4) end as begins,
             u32_at(bucket_ends, 4 * byte) as ends) bucket
    where event_id = event and number = draw
      -- The status 0 after a ticket means that it is in the roster.
      and position(wanted || '\x00'::bytea in substring(register from begins + 1 for ends - begins)) > 0)
$$;

-- Rejects changes of a lead that has won, and of a lead in a sealed roster until the draw is held or voided. The
-- column `here` may change, because the roster is already fixed.
create function protect_drawn_leads() returns trigger language plpgsql as $$
declare
  has_won boolean;
begin
  -- Waits for a draw that is running. Finds nothing when the event itself is being deleted.
  perform from events where id = old.event_id for share;
  if not found then return coalesce(new, old); end if;
  select won into has_won from leads where id = old.id;
  if has_won then
    raise exception 'The lead has won'
      using errcode = 'restrict_violation', constraint = 'leads_won';
  end if;
  if exists (
    select from records
    where event_id = old.event_id and kind = 'sealed' and is_in_roster(event_id, number, old.ticket))
  then
    raise exception 'The lead is in a sealed draw'
      using errcode = 'restrict_violation', constraint = 'leads_sealed';
  end if;
  return coalesce(new, old);
end
$$;
create trigger protect_drawn_leads before delete on leads
  for each row execute function protect_drawn_leads();
create trigger protect_drawn_leads_unchanged
  before update of name, phone, phone_typed, phone_key, email, event_id, entry_code, chances on leads
  for each row when (
    (old.name, old.phone, old.phone_typed, old.phone_key, old.email, old.event_id, old.entry_code, old.chances)
    is distinct from
    (new.name, new.phone, new.phone_typed, new.phone_key, new.email, new.event_id, new.entry_code, new.chances)
  ) execute function protect_drawn_leads();

-- Rejects changes of the status of a lead in a sealed roster.
create function protect_sealed_status() returns trigger language plpgsql as $$
begin
  -- Waits for a draw that is being sealed, also where the caller has not locked the event.
  perform from events where id = old.event_id for share;
  if exists (
    select from records
    where event_id = old.event_id and kind = 'sealed' and is_in_roster(event_id, number, old.ticket))
  then
    raise exception 'The lead is in a sealed draw'
      using errcode = 'restrict_violation', constraint = 'leads_sealed';
  end if;
  return new;
end
$$;
create trigger protect_sealed_status before update of status on leads
  for each row when (old.status = 'verified' and new.status <> old.status) execute function protect_sealed_status();

-- Sets the time of a contact change, so that an old entry does not become the earliest of its new number. A lead
-- that moves to another event is not marked as here.
create function date_contact() returns trigger language plpgsql as $$
begin
  if (old.name, old.phone, old.phone_typed, old.email)
    is distinct from (new.name, new.phone, new.phone_typed, new.email)
  then
    new.contact_at := clock_timestamp();
  end if;
  if new.event_id <> old.event_id then new.here := 0; end if;
  return new;
end
$$;
create trigger date_contact before update of name, phone, phone_typed, email, event_id on leads
  for each row execute function date_contact();

-- Rejects changes of an event's maximum chances and country while a draw is sealed. Phone numbers are compared in
-- the country.
create function protect_sealed_event() returns trigger language plpgsql as $$
begin
  if exists (select from records where event_id = old.id and kind = 'sealed') then
    raise exception 'The event has a sealed draw'
      using errcode = 'restrict_violation', constraint = 'events_sealed';
  end if;
  return new;
end
$$;
create trigger protect_sealed_event before update of max_chances, country on events
  for each row when ((old.max_chances, old.country) is distinct from (new.max_chances, new.country))
  execute function protect_sealed_event();

-- Rejects changes of a prize's name, in every language, while it is sealed and once it has been drawn.
create function protect_drawn_prize() returns trigger language plpgsql as $$
begin
  if (old.name, (select jsonb_object_agg(key, value->'name') from jsonb_each(old.translations)))
      is distinct from (new.name, (select jsonb_object_agg(key, value->'name') from jsonb_each(new.translations)))
    and exists (select from records where prize_id = old.id and kind in ('sealed', 'draw'))
  then
    raise exception 'The prize has been drawn'
      using errcode = 'restrict_violation', constraint = 'prizes_drawn';
  end if;
  return new;
end
$$;
create trigger protect_drawn_prize before update of name, translations on prizes
  for each row execute function protect_drawn_prize();

-- The state of an event's stage: the chosen or last drawn prize, the draw whose winner is shown, whether the wall
-- is dark, the phrase as it is typed, and the staged draw.
create table stages (
  event_id uuid primary key references events on delete cascade,
  prize_id uuid,
  revealed integer,
  blank boolean not null default false,
  -- True if the next draw is limited to the people who have answered the latest roll call.
  only_here boolean not null default false,
  phrase text not null default '' check (octet_length(phrase) <= 200),

  -- The staged draw, if there is one. It is running until `reveals_at` is set. If its presenter does not hold it,
  -- the server does, under the same request id.
  began_at timestamptz,
  reveals_at timestamptz,
  drawing jsonb check (jsonb_typeof(drawing) = 'object'),
  request_id uuid,
  session_id uuid
);
comment on table stages is 'The state of each event''s wall, remote and phones';
create index stages_under_way on stages (began_at) where began_at is not null and reveals_at is null;
