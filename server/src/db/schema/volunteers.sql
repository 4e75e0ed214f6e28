-- Assignments of volunteers to the events at which they collect leads. A revoked assignment stays as history beside a
-- new one.
create table volunteer_assignments (
  id uuid primary key default gen_random_uuid(),
  volunteer_id uuid not null references users on delete cascade,
  event_id uuid not null references events on delete cascade,
  access_revoked boolean not null default false,
  assigned_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  constraint volunteer_assignments_revoked check (access_revoked = (revoked_at is not null))
);
comment on table volunteer_assignments is 'Assignments of volunteers to events, including revoked ones';
-- One active assignment per volunteer and event.
create unique index assignments_active_key
  on volunteer_assignments (volunteer_id, event_id) where not access_revoked;
create index assignments_of_event on volunteer_assignments (event_id);
create index assignments_of_volunteer on volunteer_assignments (volunteer_id, assigned_at);

-- One-time codes and links with which volunteers log in without a password, and administrators set a new one. A used
-- one is deleted. Backups exclude them, because restoring one would make it valid again.
create table login_codes (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  user_id uuid not null references users on delete cascade,
  -- The event of a printed sheet with login codes.
  event_id uuid references events on delete cascade,
  -- The administrator who sent the link that sets a password. It is deleted with that account.
  invited_by uuid references users on delete cascade,
  -- True if the link was mailed to the account's address, and shown to nobody else.
  mailed boolean not null default false,
  expires_at timestamptz(3) not null
);
comment on table login_codes is 'One-time login codes and invitations, as hashes';
create index login_codes_of_user on login_codes (user_id);
create index login_codes_of_event on login_codes (event_id) where event_id is not null;
create index login_codes_of_inviter on login_codes (invited_by) where invited_by is not null;
create index login_codes_by_expiry on login_codes (expires_at);

-- The last reported number of unsent leads on each device, by event. Unlogged: written often, and every device reports
-- again within a minute.
create unlogged table heartbeats (
  user_id uuid not null references users on delete cascade,
  device_id uuid not null,
  event_id uuid not null,
  unsent integer not null,
  last_seen_at timestamptz(3) not null default now(),
  primary key (user_id, device_id, event_id)
);
comment on table heartbeats is 'The number of leads that each device has not sent yet';
create index heartbeats_of_event on heartbeats (event_id);
