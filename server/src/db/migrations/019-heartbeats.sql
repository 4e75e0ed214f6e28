-- What each device last said about the leads it has not sent yet, by event. Unlogged: written often, and
-- every device says it again within a minute.
create unlogged table heartbeats (
  user_id uuid not null references users on delete cascade,
  device_id uuid not null,
  event_id uuid not null,
  unsent integer not null,
  heard_at timestamptz(3) not null default now(),
  primary key (user_id, device_id, event_id)
);
create index heartbeats_of_event on heartbeats (event_id);
