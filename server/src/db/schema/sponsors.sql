-- Sponsors, and the pages on which they see the leads who agreed to share their details.

-- Sponsors with their logos. A logo's URL contains its hash, so that it can be cached forever.
create table sponsors (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  name text check (char_length(name) between 1 and 100),
  logo text not null,
  logo_hash text not null,
  logo_bytes integer not null,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  -- Prizes refer to it, so that a sponsor can only donate prizes of its own event.
  unique (event_id, id)
);
comment on table sponsors is 'Sponsors of events, with their logos';
create index sponsors_of_event on sponsors (event_id, position, created_at, id);

-- The number of public views of a sponsor's logo, without personal data. There is no reference to the sponsor, so
-- that the row survives a deletion that is undone.
create table sponsor_reach (
  sponsor_id uuid primary key,
  event_id uuid not null references events on delete cascade,
  form_views integer not null default 0
);
comment on table sponsor_reach is 'The number of public views of a sponsor''s logo';
create index sponsor_reach_of_event on sponsor_reach (event_id);

-- The pages of sponsors: the questions they share, and the hash of the private link. There is no reference to the
-- sponsor, so that the row survives a deletion that is undone. It is read only together with the sponsor.
create table sponsor_pages (
  sponsor_id uuid primary key,
  event_id uuid not null references events on delete cascade,
  -- The questions whose answers the sponsor sees.
  questions uuid[] not null default '{}',
  link_hash bytea unique check (octet_length(link_hash) = 32),
  link_created_at timestamptz(3),
  -- The administrator who created the link, or the owner of the token that did; null if that account is unknown.
  link_created_by uuid references users on delete set null,
  password_hash text,
  viewed_at timestamptz(3),
  constraint sponsor_pages_link_created check ((link_hash is null) = (link_created_at is null)),
  constraint sponsor_pages_password check (link_hash is not null or password_hash is null)
);
comment on table sponsor_pages is 'The pages of sponsors: shared questions and private link';
create index sponsor_pages_of_event on sponsor_pages (event_id);

-- Sessions of visitors who have opened a sponsor's link. They are deleted with the link. Unlogged: opening the link
-- again creates a new one.
create unlogged table sponsor_sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  link_hash bytea not null,
  expires_at timestamptz(3) not null default now() + interval '12 hours'
);
create index sponsor_sessions_by_expiry on sponsor_sessions (expires_at);

-- Sponsors' notes about people who share their details with them. They are deleted with the lead or the page.
create table sponsor_notes (
  lead_id uuid not null references leads on delete cascade,
  sponsor_id uuid not null references sponsor_pages on delete cascade,
  note text not null check (char_length(note) between 1 and 500),
  primary key (lead_id, sponsor_id)
);
comment on table sponsor_notes is 'Sponsors'' notes about leads';
create index sponsor_notes_of_sponsor on sponsor_notes (sponsor_id);
