-- Pictures of events and prizes. Each is stored once, under a path that contains the hash of its bytes.
create table pictures (
  path text primary key,
  bytes bytea not null check (octet_length(bytes) <= 204800),
  constraint pictures_path check (path = '/pictures/' || encode(sha256(bytes), 'hex') || '.webp')
);
comment on table pictures is 'Pictures of events and prizes';

-- The consent texts that lead forms have shown. A text never changes, because leads refer to it.
create table consent_texts (
  id integer primary key generated always as identity,
  hash bytea not null unique check (octet_length(hash) = 32),
  note text not null,
  organiser text,
  privacy_text text,
  privacy_url text,
  marketing_text text,
  -- The available translations of the note and the texts: {"de": {"note": "…"}}.
  translations jsonb not null,
  first_shown_at timestamptz(3) not null default now()
);
comment on table consent_texts is 'Consent texts in the wording that forms have shown';

create function protect_consent_texts() returns trigger language plpgsql as $$
begin
  raise exception 'A consent text cannot be changed';
end
$$;
create trigger protect_consent_texts before update or delete or truncate on consent_texts
  for each statement execute function protect_consent_texts();

-- An unused short code. Hexadecimal digits are hard to confuse when typing.
create function unused_short_code() returns text language plpgsql volatile as $$
begin
  return (
    select code
    from (select substr(gen_random_uuid()::text, 1, 6) from generate_series(1, 10)) candidates (code)
    where not exists (select from events where short_code = code)
    limit 1
  );
end
$$;

-- Events. All data that belongs to an event is deleted with it.
create table events (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  date date not null,
  location text not null check (char_length(location) between 1 and 200),
  total_amount_collected numeric(10, 2) not null default 0 check (total_amount_collected >= 0),
  roa numeric(10, 2) not null default 0,
  status text not null default 'upcoming' check (status in ('upcoming', 'active', 'ended')),
  created_at timestamptz(3) not null default now(),
  created_by uuid not null references users,
  -- True if the event is hidden in the list of events.
  archived boolean not null default false,
  -- True for an event of the sample data, which is deleted with it.
  sample boolean not null default false,
  -- The short code in the address on the poster, which people can type: /e/3f9a1c.
  short_code text not null default unused_short_code(),
  -- The state of a new event's checklist: open, open with the QR code printed, or closed.
  checklist text not null default 'closed' check (checklist in ('open', 'printed', 'closed')),

  -- The country of phone numbers without a country code.
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- The language of the event's own texts, and the languages that its pages offer; null for all.
  language text not null default 'en' check (char_length(language) <= 20),
  languages text[],
  -- Translations of the event's own texts, by language and field.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  -- The currency of the amount collected, and the time zone of the event's days.
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64),

  -- The look of the event's public pages.
  logo text references pictures,
  cover text references pictures,
  accent text check (accent ~ '^#[0-9a-f]{6}$'),

  -- The questions of the form besides the contact, including archived ones. The version counts their changes.
  questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  questions_version integer not null default 1,
  -- True if entrants with an e-mail address get a receipt.
  receipts boolean not null default false,

  -- The organiser and the privacy text of the public form.
  organiser text check (char_length(organiser) between 1 and 100),
  privacy_text text check (char_length(privacy_text) between 1 and 5000),
  privacy_url text check (char_length(privacy_url) <= 500 and privacy_url ~* '^https?://'),
  -- The text that replaces the form's default consent note.
  consent_note text check (char_length(consent_note) between 1 and 500),
  -- The text of a separate, optional box for marketing.
  marketing_text text check (char_length(marketing_text) between 1 and 300),
  -- The consent text that the event's form shows now. The server sets it in the transaction that creates the event.
  consent_id integer references consent_texts,

  -- The number of days after the event after which its leads are erased.
  retention_days integer check (retention_days between 1 and 3650),
  -- The approved erasure day: the earliest day that an administrator with access to all events has approved, or a
  -- later one that was set since. While the event's own day is earlier, its leads are not erased.
  erasure_approved_for date not null default 'infinity',
  -- The time when an earlier day was last confirmed. Leads are not erased within 24 hours of it.
  erasure_confirmed_at timestamptz(3),

  -- The time of the draw, which the public pages show.
  draw_at timestamptz,
  -- The secret from which the seeds of the event's draws are derived. It never leaves the server.
  draw_secret bytea not null default (random_bytes_16() || random_bytes_16())
    check (octet_length(draw_secret) = 32),
  -- The number of the last record. Each entry reads it under a shared lock, which returns the newest row.
  last_record integer not null default 0,
  -- The reason of a restoration from a backup that is not in the chain yet: a sealed draw delays its record.
  restored_because text check (char_length(restored_because) between 1 and 200),
  -- The maximum number of chances that a person can have in a draw.
  max_chances integer not null default 1 check (max_chances between 1 and 1000),
  winner_display text not null default 'full' check (winner_display in ('full', 'short')),
  -- True once somebody has chosen it; until then the checklist asks.
  winner_display_chosen boolean not null default false,
  -- The seconds that names roll before a winner is shown, the minutes that a winner has to come to the stage (0 for
  -- no limit), and whether phones may applaud.
  suspense smallint not null default 2 check (suspense in (2, 5, 8)),
  claim_minutes smallint not null default 0 check (claim_minutes between 0 and 3),
  applause boolean not null default true,

  -- The number of changes that the raffle page shows. It is incremented under the event's row lock, so it has no
  -- gaps.
  live_version bigint not null default 0,

  constraint events_language_offered check (language = any (languages))
);
comment on table events is 'Events with their settings';
create index events_newest on events (date desc, created_at desc, id);
create index events_of_creator on events (created_by);
-- Prevents that two new events get the same code at the same time.
create unique index events_by_short_code on events (short_code);
create index events_with_retention on events (date) where retention_days is not null;
create index events_logo on events (logo) where logo is not null;
create index events_cover on events (cover) where cover is not null;

-- The consent texts that each event's form has shown. An entry can refer only to one of these.
create table event_consents (
  event_id uuid not null references events on delete cascade,
  consent_id integer not null references consent_texts,
  primary key (event_id, consent_id)
);
comment on table event_consents is 'The consent texts that each event''s form has shown';
