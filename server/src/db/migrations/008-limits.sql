-- How often each address has called a limited route, for all servers together; under a hash of its name.
-- Unlogged: written often, worth little, and empty again after a crash.
create unlogged table limit_counts (
  subject bytea primary key,
  count integer not null,
  started_at timestamptz(3) not null
) with (fillfactor = 50);
create index limit_counts_by_age on limit_counts (started_at);
