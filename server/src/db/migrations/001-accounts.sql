-- Accounts, their sessions, and the memory of failed log-ins.

create table users (
  id uuid primary key default gen_random_uuid(),
  username text not null check (char_length(username) between 3 and 100),
  password_hash text not null,
  name text check (char_length(name) between 1 and 100),
  role text not null default 'volunteer' check (role in ('admin', 'volunteer')),
  created_at timestamptz(3) not null default now()
);
create unique index users_username_key on users (lower(username));

-- Only a hash of the token is kept: a copy of this table opens nothing.
create table sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- One row per account and per address that failed lately, under a hash of its name.
create table login_failures (
  subject bytea primary key,
  failures integer not null,
  next_try_at timestamptz(3) not null,
  forgotten_at timestamptz(3) not null
);
create index login_failures_by_age on login_failures (forgotten_at);
