-- Pictures of events and prizes, each stored once, at the address that its bytes give it.
create table pictures (
  path text primary key,
  bytes bytea not null check (octet_length(bytes) <= 204800),
  constraint pictures_path check (path = '/pictures/' || encode(sha256(bytes), 'hex') || '.webp')
);
comment on table pictures is 'Pictures of events and prizes';

-- The texts that lead forms have shown about consent. A text is never changed, because leads refer to it.
create table consent_texts (
  id integer primary key generated always as identity,
  hash bytea not null unique check (octet_length(hash) = 32),
  note text not null,
  organiser text,
  privacy_text text,
  privacy_url text,
  marketing_text text,
  -- The note and the texts in other languages, as far as there are any: {"de": {"note": "…"}}.
  translations jsonb not null,
  first_shown_at timestamptz(3) not null default now()
);
comment on table consent_texts is 'The texts that people have agreed to, as they were shown';

create function keep_consent_texts() returns trigger language plpgsql as $$
begin
  raise exception 'A consent text cannot be changed';
end
$$;
create trigger keep_consent_texts before update or delete or truncate on consent_texts
  for each statement execute function keep_consent_texts();

-- A short code that no event has. Hexadecimal digits are not mistaken for each other when they are typed.
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

-- Events. Everything that belongs to an event is deleted with it.
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
  -- True if it is out of sight in the list of events.
  archived boolean not null default false,
  -- True for an event of the sample data, which goes with it.
  sample boolean not null default false,
  -- The part of the address on the poster that people type: /e/3f9a1c.
  short_code text not null default unused_short_code(),
  -- The list of what is left to do for a new event: its QR code has been printed, or nobody needs the list any more.
  checklist text not null default 'closed' check (checklist in ('open', 'printed', 'closed')),

  -- The country of phone numbers without a country code.
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- The language of the event's own texts; and the languages that its pages offer, or null for all.
  language text not null default 'en' check (char_length(language) <= 20),
  languages text[],
  -- The event's own texts in other languages, by language and field.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  -- The currency of the amount collected, and the time zone in which the event's days begin and end.
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64),

  -- The look of the event's public pages.
  logo text references pictures,
  cover text references pictures,
  accent text check (accent ~ '^#[0-9a-f]{6}$'),

  -- The questions that the event asks beside the contact, archived ones too. The version counts the changes.
  questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  questions_version integer not null default 1,
  -- Whether entrants who leave an address get a receipt by mail.
  receipts boolean not null default false,

  -- The organiser and the privacy text of the public form.
  organiser text check (char_length(organiser) between 1 and 100),
  privacy_text text check (char_length(privacy_text) between 1 and 5000),
  privacy_url text check (char_length(privacy_url) <= 500 and privacy_url ~* '^https?://'),
  -- Replaces the form's sentence.
  consent_note text check (char_length(consent_note) between 1 and 500),
  -- Asks for marketing separately, with a box to tick.
  marketing_text text check (char_length(marketing_text) between 1 and 300),
  -- The text that the event's form shows now. The server sets it in the transaction that creates the event.
  consent_id integer references consent_texts,

  -- The event's leads are erased this many days after it.
  retention_days integer check (retention_days between 1 and 3650),
  -- The earliest day of erasure that an administrator of all events has agreed to, or a later one that somebody has set
  -- since. As long as the event's own day is earlier, its leads are not erased.
  erasure_approved_for date not null default 'infinity',
  -- When an earlier day was last agreed to by a confirmation; nothing is erased within a day of it.
  erasure_confirmed_at timestamptz(3),

  -- When the draw is; the public pages show it.
  draw_at timestamptz,
  -- The seeds of the event's draws are derived from it. It never leaves the server.
  draw_secret bytea not null default (random_bytes_16() || random_bytes_16())
    check (octet_length(draw_secret) = 32),
  -- The number of the last record. Each entry reads it under a shared lock, which gives the newest row.
  last_record integer not null default 0,
  -- Why the event's record was set back, until a record says so: while a draw is sealed none can.
  restored_because text check (char_length(restored_because) between 1 and 200),
  -- The most chances that a person can have in a draw.
  max_chances integer not null default 1 check (max_chances between 1 and 1000),
  winner_display text not null default 'full' check (winner_display in ('full', 'short')),
  -- How many seconds names roll before a winner is shown, how many minutes a winner has to come to the stage (0 for no
  -- limit), and whether phones may applaud.
  suspense smallint not null default 2 check (suspense in (2, 5, 8)),
  claim_minutes smallint not null default 0 check (claim_minutes between 0 and 3),
  applause boolean not null default true,

  -- Counts the changes that the raffle page shows, under the event's row lock, so without gaps.
  live_version bigint not null default 0,

  constraint events_language_offered check (language = any (languages))
);
comment on table events is 'Events, with their settings and the state of their stage';
-- Events. The code's index settles the race of two new events that draw the same one.
create index events_newest on events (date desc, created_at desc, id);
create index events_of_creator on events (created_by);
-- Settles the race of two new events that draw the same code.
create unique index events_by_short_code on events (short_code);
create index events_with_retention on events (date) where retention_days is not null;
create index events_logo on events (logo) where logo is not null;
create index events_cover on events (cover) where cover is not null;

-- The consent texts that each event's form has shown: an entry can name no other.
create table event_consents (
  event_id uuid not null references events on delete cascade,
  consent_id integer not null references consent_texts,
  primary key (event_id, consent_id)
);
comment on table event_consents is 'Which texts an event''s form has shown';
