-- The server itself: its health, what it tells the operator, and what it has to clean.

-- Erasures of personal data. Erased values stay in the database's files until these are rewritten; this says whether
-- that has to be done.
create table erasures (
  id uuid primary key default gen_random_uuid(),
  at timestamptz(3) not null default now(),
  leads integer not null,
  traces_removed_at timestamptz(3)
);
comment on table erasures is 'Erasures, and whether the files were rewritten since';
create index erasures_with_traces on erasures (at) where traces_removed_at is null;

-- Notices of one server that all servers and the doctor show the operator. Unlogged: a server makes them again after a
-- crash.
create unlogged table server_notices (
  name text primary key,
  details text not null,
  recorded_at timestamptz(3) not null default now()
);
comment on table server_notices is 'What the server tells its operator';

-- The row that /readyz writes to find out whether the database can write.
create table write_probe (
  only_row boolean primary key default true check (only_row),
  written_at timestamptz not null default now()
);

-- For /readyz. The numbers do not fit into so little memory, so they need new space on the disk. A change alone
-- succeeds on a full disk as long as the current file of the log has room.
create function probe_write() returns void language plpgsql set work_mem = '64kB' as $$
begin
  perform count(*) from generate_series(1, 10000);
  insert into write_probe default values
  on conflict (only_row) do update set written_at = clock_timestamp();
end
$$;

-- Ids that clients gave to their requests, so that a repeated one gets the same answer and changes nothing. They
-- are kept for a day. Only a client that knows the id can read an answer, and the id is not stored.
create table idempotency_keys (
  key bytea primary key,
  input bytea not null,
  -- The row that was created, from which a repeated request is answered.
  subject_id uuid,
  -- The encrypted answer where there is no such row, or a secret in it that is shown once. Null once somebody was erased,
  -- whom it may name.
  answer bytea,
  answered_at timestamptz(3) not null default now()
);
comment on table idempotency_keys is 'Answers of the last day, for requests that are repeated';
create index idempotency_keys_by_age on idempotency_keys (answered_at);
