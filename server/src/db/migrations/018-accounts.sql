-- Administrators can be disabled and can have a second factor. Volunteers are deleted instead.
alter table users
  add column disabled_at timestamptz(3),
  -- The key of the authenticator app. Until it is confirmed by a code, nothing asks for one.
  add column totp_key bytea check (octet_length(totp_key) = 20),
  add column totp_enabled_at timestamptz(3),
  -- The time step of the last code that was used: no code works twice.
  add column totp_last_step bigint,
  add check (totp_enabled_at is null or totp_key is not null),
  add check (role = 'admin' or (disabled_at is null and totp_key is null));

-- Codes of 128 random bits, so a plain hash of them cannot be reversed. A used one is deleted.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- Where a session was started, for its owner to recognise it.
alter table sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column device text not null default 'Unknown device',
  add column address text not null default '';

-- Who did what and when. It refers to nothing, so that it outlives what it tells of, and holds no contact
-- data of visitors.
create table audit_log (
  id uuid not null default gen_random_uuid(),
  at timestamptz(3) not null default clock_timestamp(),
  kind text not null,
  actor_id uuid,
  actor_name text,
  event_id uuid,
  event_name text,
  subject_id uuid,
  subject_name text,
  -- Not jsonb, which would sort its keys.
  details json not null default '{}',
  primary key (at, id)
);
-- Each filter reads its entries newest first. The first two also give the lists of people and events.
create index audit_log_of_actor on audit_log (actor_id, at desc, id desc) where actor_id is not null;
create index audit_log_of_event on audit_log (event_id, at desc, id desc) where event_id is not null;
create index audit_log_of_kind on audit_log (kind, at desc, id desc);

create function keep_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail cannot be changed';
end
$$;
create trigger keep_audit_log before update or delete or truncate on audit_log
  for each statement execute function keep_audit_log();
