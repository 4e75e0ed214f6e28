-- Imports of leads from files. The result of a finished import is kept for a day, so that it can be read again.
create table imports (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The country in which the phone numbers were read.
  country text not null,
  -- The number of rows that the running commit has written, for the progress bar.
  written integer not null default 0,
  result json,
  touched_at timestamptz(3) not null default now()
);
comment on table imports is 'Imports of leads from files, kept for a day';
-- One unfinished import per administrator, so that abandoned rows cannot fill the disk.
create unique index imports_unfinished_key on imports (user_id) where result is null;
create index imports_of_user on imports (user_id);
create index imports_of_event on imports (event_id);
create index imports_by_age on imports (touched_at);

-- The uploaded rows of an import. Unlogged: after a crash they are missing, so the import is rejected and has to
-- start again.
create unlogged table import_rows (
  import_id uuid not null references imports on delete cascade,
  number integer not null,
  name text not null,
  email text,
  phone text not null,
  phone_typed text,
  phone_key text not null,
  phone_valid boolean not null,
  answers jsonb not null,
  answers_text text,
  incomplete boolean not null,
  chances integer not null check (chances between 1 and 1000),
  fingerprint bytea not null,
  primary key (import_id, number)
);
