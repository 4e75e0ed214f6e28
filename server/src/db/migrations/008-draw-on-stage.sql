-- The draw that an event's stage shows: begun by a presenter, and then held. It is open until `reveals_at` is set; while
-- it is, `request_id` is the id of the draw that has to follow, and `session_id` the session that began it, which may
-- end meanwhile.
create table staged_draws (
  event_id uuid primary key references events on delete cascade,
  prize_id uuid,
  phrase text not null default '' check (octet_length(phrase) <= 200),
  -- The first digits of some tickets in the draw.
  tickets text[] not null default '{}',
  request_id uuid,
  session_id uuid,
  began_at timestamptz not null default clock_timestamp(),
  reveals_at timestamptz
);
create index staged_draws_open on staged_draws (began_at) where reveals_at is null;
