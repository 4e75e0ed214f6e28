-- Prizes and sponsors that were deleted are kept for a day, so that a deletion can be undone.
create table removed (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  kind text not null check (kind in ('prizes', 'sponsors')),
  contents jsonb not null,
  removed_at timestamptz(3) not null default now()
);
create index removed_of_event on removed (event_id);
create index removed_by_age on removed (removed_at);
