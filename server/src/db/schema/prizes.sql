-- Prizes of events, in the order of their draws.
create table prizes (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  description text check (char_length(description) between 1 and 500),
  value text check (char_length(value) between 1 and 100),
  -- The number of winners.
  quantity integer not null default 1 check (quantity between 1 and 1000),
  -- The source that decides its draw: none draws at once, the others seal the draw first.
  draw_source text not null default 'none' check (draw_source in ('none', 'phrase', 'beacon')),
  picture text references pictures,
  -- The sponsor who donates the prize.
  sponsor_id uuid,
  -- A note for the presenter, which only administrators can read.
  note text check (length(note) <= 500),
  -- Translations by language and field.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  -- Draws refer to it, so that a prize can be drawn only in its own event.
  unique (event_id, id),
  constraint prizes_sponsor foreign key (event_id, sponsor_id) references sponsors (event_id, id)
    on delete set null (sponsor_id)
);
comment on table prizes is 'Prizes of events';
create index prizes_of_event on prizes (event_id, position, created_at, id);
create index prizes_of_sponsor on prizes (sponsor_id) where sponsor_id is not null;
create index prizes_picture on prizes (picture) where picture is not null;

-- Deleted prizes and sponsors. They are kept for a day, so that the deletion can be undone.
create table restorable_rows (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  kind text not null check (kind in ('prizes', 'sponsors')),
  contents jsonb not null,
  deleted_at timestamptz(3) not null default now()
);
comment on table restorable_rows is 'Deleted prizes and sponsors that can still be restored';
create index restorable_rows_of_event on restorable_rows (event_id);
create index restorable_rows_by_age on restorable_rows (deleted_at);
