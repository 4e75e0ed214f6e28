-- Accounts, and all credentials with which they log in.

-- Accounts of people and of programs. Administrators can be disabled and can have a second factor; volunteers and
-- programs are deleted instead. A program has no password but one session, whose token it is given.
create table users (
  id uuid primary key default gen_random_uuid(),
  username text not null check (char_length(username) between 3 and 100),
  -- Empty for a program, and for an account from single sign-on without a password.
  password_hash text not null,
  name text check (char_length(name) between 1 and 100),
  role text not null default 'volunteer' check (role in ('admin', 'volunteer', 'program')),
  -- The scopes of a program.
  scopes text[],
  -- The only events that an administrator or a program may use; null means all events.
  only_events uuid[],
  -- The administrator who created a program's token or has taken it over; null if that account is unknown.
  owner_id uuid references users,
  -- The address for mail. Single sign-on finds accounts by confirmed addresses only: an address is confirmed if an
  -- administrator with access to all events has set it, if its owner has followed a link that was mailed there, or if
  -- the provider has verified it.
  email text,
  email_confirmed boolean not null default false check (not email_confirmed or email is not null),
  -- The administrators who have given a volunteer a password or a login code, and so may know one.
  credentials_issued_by uuid[] not null default '{}',
  -- True for an account of the sample data, which is deleted with it.
  sample boolean not null default false,
  -- The language of the person's screens and mails: that of the first login, until they choose another.
  language text,
  created_at timestamptz(3) not null default now(),
  disabled_at timestamptz(3),
  -- The key of the authenticator app. No code is required until a first one has confirmed the key.
  totp_key bytea check (octet_length(totp_key) = 20),
  totp_enabled_at timestamptz(3),
  -- The time step of the last used code, so that no code works twice.
  totp_last_step bigint,
  constraint users_scopes check ((role = 'program') = (scopes is not null)),
  constraint users_only_events check (only_events is null or role <> 'volunteer'),
  constraint users_owner check (owner_id is null or role = 'program'),
  constraint users_email check (email is null or (char_length(email) between 3 and 254 and role <> 'program')),
  constraint users_credentials_issued_by check (credentials_issued_by = '{}' or role = 'volunteer'),
  constraint users_sample check (not sample or role = 'volunteer'),
  constraint users_totp check (totp_enabled_at is null or totp_key is not null),
  constraint users_admin_only check (role = 'admin' or (disabled_at is null and totp_key is null))
);
comment on table users is 'Accounts: administrators, volunteers and programs';
-- User names are unique regardless of case.
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));

-- Codes that replace the second factor once. They have 128 random bits, so a plain hash of them cannot be reversed. A
-- used one is deleted.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Unused recovery codes of second factors, as hashes';

-- Sessions and the tokens of programs. Only a hash of the token is stored, so a copy of this table gives no access.
create table sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  id uuid not null default gen_random_uuid() unique,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- True if single sign-on started the session: then the provider has a session of its own.
  via_sso boolean not null default false,
  -- False for a token that was restored from a backup, until an administrator confirms it: it may have been revoked
  -- after the backup was made.
  confirmed boolean not null default true,
  -- The client location of the login, by which the user recognises the session.
  device text not null default 'Unknown device',
  address text not null default ''
);
comment on table sessions is 'Sessions of users, and tokens of programs, as hashes';
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- The identities of people at the provider of single sign-on, by the provider's own id: a change of the e-mail address
-- does not move a person to another account.
create table identities (
  issuer text not null,
  subject text not null check (char_length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  -- True if the account was created for this identity. It is valid for as long as the provider confirms the role.
  created_account boolean not null,
  created_at timestamptz(3) not null default now(),
  -- The time of the last login through the provider.
  sso_at timestamptz(3) not null default now(),
  primary key (issuer, subject),
  -- One identity per account and provider: an address that the provider later assigns to another person does not open
  -- the account.
  unique (user_id, issuer)
);
comment on table identities is 'Identities at the single sign-on provider, linked to accounts';

-- Passkeys of accounts, with which people log in without a password.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- The signature counter, if the authenticator has one; a cloned authenticator falls behind.
  counter bigint not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
comment on table passkeys is 'Passkeys of accounts';
create index passkeys_of_user on passkeys (user_id);

-- One-time values that one request returns and another one sends back within minutes: challenges of passkeys, logins at
-- the provider, and confirmations. Unlogged: a login that a crash interrupts starts again.
create unlogged table one_time_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null,
  user_id uuid references users on delete cascade,
  details jsonb not null,
  expires_at timestamptz(3) not null
);
create index one_time_tokens_of_user on one_time_tokens (user_id) where user_id is not null;
create index one_time_tokens_by_end on one_time_tokens (expires_at);

-- Login attempts as leaky buckets: at `settled_at` all attempts of a subject have expired, so one timestamp holds the
-- count. A subject is the hash of an account at an address, an account on a device, an account, or an address.
create table login_attempts (
  subject bytea primary key check (octet_length(subject) = 32),
  settled_at timestamptz(3) not null,
  -- The time until which the account is known at this address or on this device, because it has logged in there.
  known_until timestamptz(3),
  expires_at timestamptz(3) not null generated always as (greatest(settled_at, known_until)) stored
);
comment on table login_attempts is 'Rate limits of logins, by hashes of accounts and addresses';
create index login_attempts_by_age on login_attempts (expires_at);

-- Returns the seconds that a login attempt must wait. The attempt is counted for all subjects if it need not wait, and
-- for none otherwise. A subject may have `bursts` attempts at once and then one every `seconds`.
create function count_login_attempt(subjects bytea[], bursts int[], seconds float8[])
returns float8 language plpgsql as $$
declare
  checked_at timestamptz;
  wait float8;
begin
  -- The first pass only reads, so that a flood of early attempts takes no locks. The second pass locks the rows, and
  -- its result is final.
  for locked in 0..1 loop
    if locked = 1 then
      -- Sorted, so that two attempts cannot deadlock.
      insert into login_attempts (subject, settled_at)
      select subject, clock_timestamp() from unnest(subjects) as t (subject) order by subject
      on conflict (subject) do update set subject = excluded.subject;
    end if;
    checked_at := clock_timestamp();
    select max(extract(epoch from greatest(a.settled_at, checked_at) - checked_at) - (t.burst - 1) * t.second)
    into wait
    from unnest(subjects, bursts, seconds) as t (subject, burst, second)
    join login_attempts a using (subject);
    if wait > 0 then return wait; end if;
  end loop;

  update login_attempts a
  set settled_at = greatest(a.settled_at, checked_at) + make_interval(secs => t.second)
  from unnest(subjects, seconds) as t (subject, second)
  where a.subject = t.subject;

  -- Last, and without waiting for rows that another attempt has locked, to avoid a deadlock.
  delete from login_attempts where subject in (
    select subject from login_attempts
    where expires_at < checked_at and subject <> all(subjects) limit 100 for update skip locked);
  return 0;
end
$$;
