-- The raffle: the event's public chain of records, and what a sealed draw and a winner keep as it is.

-- The records of an event's public chain: draws, voids, forfeits and restorations (docs/fair-draw.md). A draw with
-- several winners has a row for each of them. The row at place 0 also has the draw's roster and register.
create table draws (
  id uuid not null default gen_random_uuid() unique,
  event_id uuid not null references events on delete cascade,
  number integer not null check (number > 0),
  place smallint not null default 0 check (place >= 0),
  version smallint not null default 2,
  -- An open draw has its roster but no winner yet. Outside a transaction, an open draw is a sealed one.
  state text not null,
  commitment bytea not null check (octet_length(commitment) = 32),
  previous_record bytea not null check (octet_length(previous_record) = 32),
  seed bytea check (octet_length(seed) = 32),
  record bytea check (octet_length(record) = 32),
  conducted_by uuid references users,
  sealed_at timestamptz(3),
  ended_at timestamptz(3),
  -- The reason for a void, a forfeit or a restoration.
  reason text check (char_length(reason) between 1 and 200),

  prize_id uuid,
  prize_name text,
  -- What is fixed beside the roster: how many winners of how many, when, and what decides.
  quantity integer,
  winners integer check (winners > 0),
  fixed_at timestamptz(3),
  source text check (source in ('none', 'phrase', 'beacon')),
  phrase text not null default '' check (octet_length(phrase) <= 200),
  beacon_chain bytea check (octet_length(beacon_chain) = 32),
  beacon_round bigint check (beacon_round > 0),
  beacon_signature bytea check (octet_length(beacon_signature) = 48),
  seal_hash bytea check (octet_length(seal_hash) = 32),

  -- Everyone in the draw: their tickets, line after line, and where each line ends, counted in tickets.
  tickets bytea check (octet_length(tickets) % 32 = 0),
  line_ends bytea,
  roster_size integer,
  roster_hash bytea check (octet_length(roster_hash) = 32),
  -- Whom each line of the roster names.
  names bytea,
  -- Every ticket that the event has or had, bucket after bucket, and where each of the 256 buckets ends; how many
  -- tickets of each status there are; and the hashes of the buckets and of it all.
  register bytea,
  bucket_ends bytea check (octet_length(bucket_ends) = 1024),
  bucket_hashes bytea check (octet_length(bucket_hashes) = 8192),
  register_counts integer[],
  register_hash bytea check (octet_length(register_hash) = 32),

  winner_index integer,
  winner_tickets bytea check (octet_length(winner_tickets) % 32 = 0),
  winner_id uuid,
  -- The ticket that the winner's name belongs to, and which of the prizes of that kind it is.
  winner_ticket bytea check (octet_length(winner_ticket) = 32),
  slot integer not null default 1,
  -- Copied when the draw is held, and bound to the record by the hash.
  winner_name text,
  winner_email text,
  winner_salt bytea check (octet_length(winner_salt) = 16),
  winner_hash bytea check (octet_length(winner_hash) = 32),
  -- A winner who was erased is only a line of the roster; without the salt, the hash says nothing of the name.
  erased_at timestamptz(3),
  erased_for text check (erased_for in ('request', 'retention')),
  -- When the winner got the prize and from whom, and a note if it was not checked with the winner's phone.
  handed_over_at timestamptz(3),
  handed_over_by uuid references users on delete set null,
  handover_note text check (char_length(handover_note) between 1 and 200),

  -- The draw whose winner a forfeit removes, and in that draw the forfeit that removed it.
  forfeits integer,
  forfeits_place smallint,
  forfeited_by integer,
  -- A prize that is being drawn or has a winner cannot be deleted.
  held_prize_id uuid generated always as (
    case when state = 'open' or (state = 'drawn' and forfeited_by is null) then prize_id end
  ) stored,

  primary key (event_id, number, place),
  -- None of these cascades: they hold until the end of the statement, so deleting the event passes.
  foreign key (event_id, held_prize_id) references prizes (event_id, id),
  foreign key (event_id, forfeits, forfeits_place) references draws (event_id, number, place),
  -- With another rule than 'restrict' PostgreSQL looks, for each deleted lead, whether another one has taken its place,
  -- and may read all leads of the event for it.
  foreign key (event_id, winner_id) references leads (event_id, id) on delete restrict,
  foreign key (event_id, version) references events (id, draw_version) on delete cascade,

  constraint draws_state check (state in ('open', 'drawn', 'void', 'forfeit', 'restored')),
  constraint draws_ended check ((state = 'open') = (record is null and ended_at is null)),
  constraint draws_known_seed check ((state = 'open' and source is distinct from 'beacon') = (seed is null)),
  constraint draws_reason check ((state in ('void', 'forfeit', 'restored')) = (reason is not null)),
  constraint draws_roster_size check (roster_size > 0 or state = 'restored'),
  constraint draws_line_ends check (octet_length(line_ends) = 4 * roster_size),
  constraint draws_names check (octet_length(names) = 32 * roster_size),
  constraint draws_roster check (
    state in ('forfeit', 'restored') or place > 0
    or (roster_hash is not null and tickets is not null and line_ends is not null)),
  constraint draws_sealing check (
    version = 2 or state in ('forfeit', 'restored') or place > 0
    or (quantity is not null and winners is not null and fixed_at is not null and source is not null
        and names is not null and register is not null and bucket_ends is not null and bucket_hashes is not null
        and register_counts is not null and register_hash is not null)),
  constraint draws_winner_index check (winner_index between 0 and roster_size - 1),
  constraint draws_slot check (slot between 1 and coalesce(nullif(quantity, 0), 1000)),
  constraint draws_drawn check ((state = 'drawn') = (winner_index is not null
    and winner_tickets is not null and coalesce(winner_hash, winner_ticket) is not null
    and conducted_by is not null)),
  constraint draws_winner check ((state = 'drawn' and erased_at is null) = (
    winner_id is not null and winner_name is not null and winner_salt is not null)),
  constraint draws_erased check (
    (erased_at is null) = (erased_for is null)
    and (erased_at is null or (state = 'drawn' and winner_id is null and winner_name is null
         and winner_email is null and winner_salt is null))),
  constraint draws_handed_over check (handed_over_at is null or (state = 'drawn' and forfeited_by is null)),
  constraint draws_forfeits check ((state = 'forfeit') = (forfeits is not null)),
  constraint draws_forfeited check (forfeited_by is null or state = 'drawn')
);
comment on table draws is 'The public record of each event: draws with their winners, voids, forfeits, restorations';
-- Hashes do not compress, and a part of an uncompressed value can be read without the rest.
alter table draws
  alter column tickets set storage external,
  alter column line_ends set storage external,
  alter column names set storage external,
  alter column register set storage external;

-- One open draw per event.
create unique index draws_open_key on draws (event_id) where state = 'open';
-- As many standing winners of a prize as there are of it, each with a slot of its own.
create unique index draws_prize_key on draws (prize_id, slot)
  where state = 'drawn' and forfeited_by is null and prize_id is not null;
-- One win per lead, and one forfeit per win.
create unique index draws_winner_key on draws (event_id, winner_id) where winner_id is not null;
create unique index draws_forfeits_key on draws (event_id, forfeits, forfeits_place) where forfeits is not null;
create index draws_of_prize on draws (event_id, held_prize_id) where held_prize_id is not null;
create index draws_of_conductor on draws (conducted_by) where conducted_by is not null;
create index draws_of_handover on draws (handed_over_by) where handed_over_by is not null;
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

-- Reads a big-endian number of four bytes.
create function u32_at(bytes bytea, place integer) returns integer
language sql immutable strict parallel safe as $$
  select (get_byte(bytes, place) << 24) | (get_byte(bytes, place + 1) << 16)
       | (get_byte(bytes, place + 2) << 8) | get_byte(bytes, place + 3)
$$;

-- The leads that take part in the event's next draw. The winners are looked up in hashes: a join would go through all
-- of them for each lead while there are no statistics.
create function eligible_leads(event uuid) returns setof leads language sql stable as $$
  with phone as materialized (
    select phone_key from leads where event_id = event and won
  ),
  email as materialized (
    select winner_email from draws where event_id = event and winner_email is not null
  )
  select l.* from leads l
  where l.event_id = event and l.status = 'verified' and not l.won
    and l.barred_from is distinct from event
    and l.phone_key not in (select phone_key from phone)
    and (l.email is null or l.email not in (select winner_email from email))
$$;

-- A lead that has won stays as it is, and a sealed roster is a promise: until the draw is held or void, none of its
-- leads goes away or becomes somebody else.
create function keep_drawn_leads() returns trigger language plpgsql as $$
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
create trigger keep_drawn_leads before delete on leads
  for each row execute function keep_drawn_leads();
create trigger keep_drawn_leads_unchanged
  before update of name, phone, phone_typed, email, event_id, entry_code on leads
  for each row when (
    (old.name, old.phone, old.phone_typed, old.email, old.event_id, old.entry_code)
    is distinct from (new.name, new.phone, new.phone_typed, new.email, new.event_id, new.entry_code)
  ) execute function keep_drawn_leads();

-- A lead of a sealed roster also keeps its status.
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

-- The draw that an event's stage shows: begun by a presenter, and then held. It is open until `reveals_at` is set; while
-- it is, `request_id` is the id of the draw that has to follow, and `session_id` the session that began it, which may
-- end meanwhile.
create table staged_draws (
  event_id uuid primary key references events on delete cascade,
  prize_id uuid,
  -- How many winners it gives; all that are left of the prize unless fewer were asked for.
  winners integer,
  phrase text not null default '' check (octet_length(phrase) <= 200),
  suspense smallint not null default 2,
  -- The first digits of some tickets in the draw.
  tickets text[] not null default '{}',
  request_id uuid,
  session_id uuid,
  began_at timestamptz not null default clock_timestamp(),
  reveals_at timestamptz
);
comment on table staged_draws is 'The draw that each event''s stage shows';
create index staged_draws_open on staged_draws (began_at) where reveals_at is null;
