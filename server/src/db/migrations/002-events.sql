-- Events and what belongs to them. Deleting an event deletes all of it.

create table events (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  date date not null,
  location text not null check (char_length(location) between 1 and 200),
  total_amount_collected numeric(10, 2) not null default 0 check (total_amount_collected >= 0),
  roa numeric(10, 2) not null default 0,
  status text not null default 'upcoming' check (status in ('upcoming', 'active', 'ended')),
  created_at timestamptz(3) not null default now(),
  created_by uuid not null references users
);
create index events_newest on events (date desc, created_at desc, id);
create index events_of_creator on events (created_by);

create table volunteer_assignments (
  id uuid primary key default gen_random_uuid(),
  volunteer_id uuid not null references users on delete cascade,
  event_id uuid not null references events on delete cascade,
  access_revoked boolean not null default false,
  assigned_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  check (access_revoked = (revoked_at is not null))
);
-- A revoked assignment stays as history beside the new one.
create unique index assignments_active_key
  on volunteer_assignments (volunteer_id, event_id) where not access_revoked;
create index assignments_of_event on volunteer_assignments (event_id);
create index assignments_of_volunteer on volunteer_assignments (volunteer_id, assigned_at);

create table sponsors (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  name text check (char_length(name) between 1 and 100),
  logo text not null,
  position integer not null default 0,
  created_at timestamptz(3) not null default now()
);
create index sponsors_of_event on sponsors (event_id, position, created_at, id);

create table prizes (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  description text check (char_length(description) between 1 and 500),
  value text check (char_length(value) between 1 and 100),
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  -- What a raffle points at, so that a prize can only be drawn in its own event.
  unique (event_id, id)
);
create index prizes_of_event on prizes (event_id, position, created_at, id);
