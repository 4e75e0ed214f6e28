-- The server itself: its health, notices to the operator, and pending clean-ups.

-- Erasures of personal data. Erased values stay in the database's files until these are rewritten; this table records
-- whether that is necessary.
create table erasures (
  id uuid primary key default gen_random_uuid(),
  at timestamptz(3) not null default now(),
  leads integer not null,
  traces_removed_at timestamptz(3)
);
comment on table erasures is 'Erasures, and whether the files were rewritten since';
create index erasures_with_traces on erasures (at) where traces_removed_at is null;

-- Notices of one server that all servers and `doctor` show to the operator. Unlogged: a server writes them again after
-- a crash.
create unlogged table server_notices (
  name text primary key,
  details text not null,
  recorded_at timestamptz(3) not null default now()
);
comment on table server_notices is 'What the server tells its operator';

-- The row that /readyz writes to test whether the database is writable.
create table write_probe (
  only_row boolean primary key default true check (only_row),
  written_at timestamptz not null default now()
);

-- Tests for /readyz whether the database can write. The numbers exceed the working memory, so they need new space on
-- the disk. A changed row alone succeeds on a full disk as long as the current file of the log has room.
create function probe_write() returns void language plpgsql set work_mem = '64kB' as $$
begin
  perform count(*) from generate_series(1, 10000);
  insert into write_probe default values
  on conflict (only_row) do update set written_at = clock_timestamp();
end
$$;

-- Client ids of requests, so that a repeated one gets the same response and changes nothing. They are stored for a day.
-- Only a client that knows the id can decrypt a response, and the id is not stored.
create table idempotency_keys (
  key bytea primary key,
  input bytea not null,
  -- The created row, from which the response to a repeated request is made.
  subject_id uuid,
  -- The encrypted response, if there is no such row or it contains a secret that is shown once. Null after an erasure,
  -- because it may name the erased person.
  response bytea,
  created_at timestamptz(3) not null default now()
);
comment on table idempotency_keys is 'Responses of the last day, for requests that are repeated';
create index idempotency_keys_by_age on idempotency_keys (created_at);
