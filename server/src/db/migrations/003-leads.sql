create table leads (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  name text not null check (char_length(name) between 2 and 100),
  email text check (char_length(email) between 3 and 254),
  phone text not null check (phone ~ '^[0-9]{7,20}$'),
  status text not null default 'pending' check (status in ('pending', 'verified', 'promoted')),
  source text not null default 'qr' check (source in ('qr', 'volunteer')),
  submitted_by uuid references users on delete set null,
  -- Kept beside the reference, so that the name outlives the account.
  submitter_name text,
  submitted_at timestamptz(3) not null default now(),
  verified_at timestamptz(3),
  -- A hash of what was first sent under this id: a repeated send is recognised after edits too.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  check ((status = 'pending') = (verified_at is null)),
  -- What a raffle points at, so that a winner is always a lead of the same event.
  unique (event_id, id)
);

create index leads_newest on leads (submitted_at desc, id desc);
create index leads_of_event_newest on leads (event_id, submitted_at desc, id desc);
create index leads_of_volunteer_newest
  on leads (submitted_by, submitted_at desc, id desc) where submitted_by is not null;
-- The same person again: by phone, by e-mail.
create index leads_by_phone on leads (event_id, phone);
create index leads_by_email on leads (event_id, email) where email is not null;
-- Few distinct values, so these are tiny; every count reads them and never the table.
create index leads_tally on leads (event_id, status, source);
create index leads_tally_of_volunteer
  on leads (submitted_by, event_id, status) where submitted_by is not null;

-- An id that was used once never makes a second lead, not even after the first was deleted.
create table deleted_leads (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  deleted_at timestamptz(3) not null default now()
);
create index deleted_leads_of_event on deleted_leads (event_id);
