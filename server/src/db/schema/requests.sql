-- Requests to which their client gave an id, so that a repeated one gets the same answer and changes nothing. They
-- are kept for a day. Only a client that knows the id can read an answer, and the id is not stored.
create table answered_requests (
  key bytea primary key,
  input bytea not null,
  -- Null once somebody was erased, whom it may name.
  answer bytea,
  answered_at timestamptz(3) not null default now()
);
comment on table answered_requests is 'Answers of the last day, for requests that are repeated';
create index answered_requests_by_age on answered_requests (answered_at);

-- How often each address has called a limited route on all servers, under a hash of the address.
-- Unlogged: written often, worth little, and empty again after a crash.
create unlogged table limit_counts (
  subject bytea primary key,
  count integer not null,
  started_at timestamptz(3) not null
) with (fillfactor = 50);
create index limit_counts_by_age on limit_counts (started_at);
