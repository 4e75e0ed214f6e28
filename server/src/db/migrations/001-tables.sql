-- Sixteen random bytes. gen_random_uuid is the only strong source without an extension, and the six fixed bits of
-- a UUID are in the bytes that are left out here.
create function random_bytes_16() returns bytea language sql volatile as $$
  select substring(uuid_send(a) from 1 for 6) || substring(uuid_send(a) from 10 for 7)
      || substring(uuid_send(b) from 10 for 3)
  from (select gen_random_uuid() as a, gen_random_uuid() as b) random
$$;

-- Accounts. Administrators can be disabled and can have a second factor; volunteers and programs are deleted instead. A
-- program has no password but one session, whose token it is given. People whom single sign-on brings have none either,
-- until they set one: then `password_hash` is empty.
create table users (
  id uuid primary key default gen_random_uuid(),
  username text not null check (char_length(username) between 3 and 100),
  password_hash text not null,
  name text check (char_length(name) between 1 and 100),
  role text not null default 'volunteer' check (role in ('admin', 'volunteer', 'program')),
  -- What a program may do.
  scopes text[] check ((role = 'program') = (scopes is not null)),
  -- The only events that an administrator or a program may use; all of them if it is missing.
  only_events uuid[] check (only_events is null or role <> 'volunteer'),
  -- Where mail reaches a person, and what single sign-on knows them by.
  email text check (email is null or (char_length(email) between 3 and 254 and role <> 'program')),
  created_at timestamptz(3) not null default now(),
  disabled_at timestamptz(3),
  -- The key of the authenticator app. Until it is confirmed by a code, nothing asks for one.
  totp_key bytea check (octet_length(totp_key) = 20),
  totp_enabled_at timestamptz(3),
  -- The time step of the last code that was used: no code works twice.
  totp_last_step bigint,
  check (totp_enabled_at is null or totp_key is not null),
  check (role = 'admin' or (disabled_at is null and totp_key is null))
);

-- Recovery codes have 128 random bits, so a plain hash of them cannot be reversed. A used one is deleted.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- Only a hash of the token is stored, so a copy of this table opens nothing.
create table sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  id uuid not null default gen_random_uuid() unique,
  -- Whether it was started by single sign-on, whose provider then has a session of its own.
  signed_on boolean not null default false,
  -- Where it was started, for its owner to recognise it.
  device text not null default 'Unknown device',
  address text not null default ''
);

-- Log-in attempts as leaky buckets: at `settled_at` all attempts of a subject are forgotten, so one timestamp holds
-- the count. A subject is the hash of an account at an address, an account on a device, an account, or an address.
create table login_attempts (
  subject bytea primary key check (octet_length(subject) = 32),
  settled_at timestamptz(3) not null,
  -- The account has logged in at this address or on this device, and is known there until then.
  known_until timestamptz(3),
  forgotten_at timestamptz(3) not null generated always as (greatest(settled_at, known_until)) stored
);

-- How often each address has called a limited route on all servers, under a hash of the address.
-- Unlogged: written often, worth little, and empty again after a crash.
create unlogged table limit_counts (
  subject bytea primary key,
  count integer not null,
  started_at timestamptz(3) not null
) with (fillfactor = 50);

-- Keys that all servers of this database share. Each is made when it is first needed.
create table shared_keys (
  purpose text primary key,
  key bytea not null default (random_bytes_16() || random_bytes_16()) check (octet_length(key) = 32)
);

-- What lead forms have said about consent. A text is never changed, because leads refer to it.
create table consent_texts (
  id integer primary key generated always as identity,
  hash bytea not null unique check (octet_length(hash) = 32),
  note text not null,
  organiser text,
  privacy_text text,
  privacy_url text,
  first_shown_at timestamptz(3) not null default now(),
  marketing_text text,
  -- How the note and the texts read in other languages, as far as they did: {"de": {"note": "…"}}.
  translations jsonb not null
);

-- The form's own sentences about consent in all languages, without and with a box for marketing. The server writes
-- them when it starts.
create table consent_notes (
  language text primary key,
  note text not null,
  raffle_note text not null
);

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
  -- The seeds of the event's draws are derived from it. It never leaves the server.
  draw_secret bytea not null default (random_bytes_16() || random_bytes_16())
    check (octet_length(draw_secret) = 32),
  -- Counts the changes that the raffle page shows, under the event's row lock, so without gaps.
  live_version bigint not null default 0,
  -- Where phone numbers without a country code belong.
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Of the event's own texts; and the languages that its pages offer, or null for all.
  language text not null default 'en' check (char_length(language) <= 20),
  languages text[] constraint language_offered check (language = any (languages)),
  -- Of the amount collected; and where the event's days begin and end.
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64),
  winner_display text not null default 'full' check (winner_display in ('full', 'short')),
  -- Who collects the entries and what happens with them, as the public form says it.
  organiser text check (char_length(organiser) between 1 and 100),
  privacy_text text check (char_length(privacy_text) between 1 and 5000),
  privacy_url text check (char_length(privacy_url) <= 500 and privacy_url ~* '^https?://'),
  -- The text that the event's form shows now.
  consent_id integer not null references consent_texts,
  -- The event's leads are erased this many days after it.
  retention_days integer check (retention_days between 1 and 3650),
  -- For the address on the poster, which people type: /e/3f9a1c. Its default is with the functions.
  short_code text not null,
  -- Replaces the form's sentence, and asks for marketing separately, with a box to tick.
  consent_note text check (char_length(consent_note) between 1 and 500),
  marketing_text text check (char_length(marketing_text) between 1 and 300),
  -- What the presenter shows: the prize that was chosen or drawn last, the draw whose winner is on show, whether the
  -- wall is dark, and the phrase as it is typed.
  stage_prize_id uuid,
  stage_revealed integer,
  stage_blank boolean not null default false,
  stage_phrase text not null default '' check (octet_length(stage_phrase) <= 200),
  -- Out of sight in the list of events.
  archived boolean not null default false,
  -- The list of what is left to do for a new event: its QR code has been printed, or nobody needs the list any more.
  checklist text not null default 'closed' check (checklist in ('open', 'printed', 'closed')),
  -- Whether entrants who leave an address get a receipt by mail.
  receipts boolean not null default false,
  -- What the event asks beside the contact, with archived questions. The version counts the changes.
  questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  questions_version integer not null default 1,
  -- The event's own texts in other languages, by language and field.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object')
);

-- The consent texts that each event's form has shown: an entry can name no other.
create table event_consents (
  event_id uuid not null references events on delete cascade,
  consent_id integer not null references consent_texts,
  primary key (event_id, consent_id)
);

-- Which volunteers collect leads at which events. A revoked assignment stays as history beside the new one.
create table volunteer_assignments (
  id uuid primary key default gen_random_uuid(),
  volunteer_id uuid not null references users on delete cascade,
  event_id uuid not null references events on delete cascade,
  access_revoked boolean not null default false,
  assigned_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  check (access_revoked = (revoked_at is not null))
);

-- One-time codes with which volunteers log in without a password, and administrators choose a new one. A code that was used is deleted, and backups leave
-- all of them out, because restoring one would make it valid again.
create table login_codes (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  user_id uuid not null references users on delete cascade,
  -- Of a printed sheet.
  event_id uuid references events on delete cascade,
  expires_at timestamptz(3) not null
);

-- Sponsors with their logos. A logo's address contains its hash, so that it can be cached for ever.
create table sponsors (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  name text check (char_length(name) between 1 and 100),
  logo text not null,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  logo_hash text not null,
  logo_bytes integer not null
);

-- Prizes.
create table prizes (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  description text check (char_length(description) between 1 and 500),
  value text check (char_length(value) between 1 and 100),
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  -- By language and field.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  -- Draws refer to it, so that a prize can only be drawn in its own event.
  unique (event_id, id)
);

-- Prizes and sponsors that were deleted are kept for a day, so that a deletion can be undone.
create table removed (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  kind text not null check (kind in ('prizes', 'sponsors')),
  contents jsonb not null,
  removed_at timestamptz(3) not null default now()
);

-- The slow part of fold_text. search.ts in the contract folds what somebody types in the same way.
create function fold_marks(marked text) returns text language sql immutable parallel safe
  return replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    lower(regexp_replace(normalize(marked, nfkd), '[\u0300-\u036f]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ħ', 'h'),
    'ŧ', 't'), 'ı', 'i'), 'ς', 'σ');
-- Text without case and accents. Plain ASCII, which most names are, takes one cheap step.
create function fold_text(typed text) returns text language sql immutable parallel safe
  return case when octet_length(typed) = char_length(typed) then lower(typed) else fold_marks(typed) end;

-- Leads: everybody who has entered an event.
create table leads (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  name text not null check (char_length(name) between 2 and 100),
  email text check (char_length(email) between 3 and 254),
  -- Some countries have numbers of four digits.
  phone text not null check (phone ~ '^[0-9]{4,20}$'),
  status text not null default 'pending' check (status in ('pending', 'verified', 'promoted')),
  source text not null default 'qr' check (source in ('qr', 'volunteer')),
  submitted_by uuid references users on delete set null,
  -- Kept beside the reference, so that the name outlives the account.
  submitter_name text,
  submitted_at timestamptz(3) not null default now(),
  verified_at timestamptz(3),
  -- A hash of what was first sent under this id: a repeated request is recognised after edits too.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  -- The entrant's secret, and the ticket that stands for it in public.
  entry_code bytea not null default random_bytes_16() check (octet_length(entry_code) = 16),
  ticket bytea not null generated always as (
    sha256('drawbridge/2/ticket\000'::bytea || uuid_send(event_id) || entry_code)
  ) stored,
  -- As it was typed, where that tells more than the digits do: a plus sign names the country.
  phone_typed text,
  -- What phone numbers are compared by: E.164, or the digits where the number is not valid.
  phone_key text not null,
  -- A number that is not valid as written may still be recognised, and has the key of the valid one.
  phone_valid boolean not null default false,
  -- Whether the entrant's device made the code; then nobody but that device is ever told it.
  device_code boolean not null default false,
  -- Set for all leads of a winner; they can no longer be changed.
  won boolean not null default false,
  channel text check (channel in ('form', 'plain form', 'volunteer', 'administrator', 'import')),
  -- The text that the person was shown, if any. Not a foreign key, because all leads that come in together would
  -- lock the one row they refer to.
  consent_id integer,
  -- The language of the form, and of that text.
  language text,
  -- Whoever has won does not win again in that event, even when the lead they won with is erased: their other leads
  -- name the event here. A lead that is moved to another event takes part there.
  barred_from uuid,
  -- Whether the box for marketing was ticked; null where there was none.
  marketing boolean,
  -- The answers to the event's questions by their ids, the texts among them, and whether a required one is missing.
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  answers_text text,
  incomplete boolean not null default false,
  -- What a search looks through. It is stored, because folding the text of a million leads takes seconds.
  search_text text not null generated always as (
    fold_text(name) || E'\n' || coalesce(fold_text(email), '') || E'\n' || phone || E'\n' || phone_key
      || coalesce(E'\n' || fold_text(answers_text), '')
  ) stored,
  check ((status = 'pending') = (verified_at is null)),
  -- Draws refer to it, so that a winner is always a lead of the same event.
  unique (event_id, id)
);

-- Ids of deleted leads: none of them ever makes a second lead.
create table deleted_leads (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  deleted_at timestamptz(3) not null default now()
);

-- Codes of leads that have left an event. A code that somebody holds is never given to somebody else.
create table used_codes (
  event_id uuid not null references events on delete cascade,
  entry_code bytea not null,
  primary key (event_id, entry_code)
);

-- The records of an event's public chain: draws, voids and forfeits (docs/fair-draw.md).
create table draws (
  id uuid not null default gen_random_uuid() unique,
  event_id uuid not null references events on delete cascade,
  number integer not null check (number > 0),
  -- An open draw has its roster but no winner yet. Outside a transaction, an open draw is a sealed one.
  state text not null check (state in ('open', 'drawn', 'void', 'forfeit')),
  commitment bytea not null check (octet_length(commitment) = 32),
  previous_record bytea not null check (octet_length(previous_record) = 32),
  seed bytea check (octet_length(seed) = 32),
  record bytea check (octet_length(record) = 32),
  ended_at timestamptz(3),
  prize_id uuid,
  prize_name text,
  -- Everyone in the draw: their tickets, line after line, and where each line ends, counted in tickets.
  tickets bytea check (octet_length(tickets) % 32 = 0),
  line_ends bytea check (octet_length(line_ends) = 4 * roster_size),
  roster_size integer check (roster_size > 0),
  roster_hash bytea check (octet_length(roster_hash) = 32),
  sealed_at timestamptz(3),
  phrase text not null default '' check (octet_length(phrase) <= 200),
  winner_index integer check (winner_index between 0 and roster_size - 1),
  winner_tickets bytea check (octet_length(winner_tickets) % 32 = 0),
  winner_id uuid,
  -- Copied when the draw is held, and bound to the record by the hash.
  winner_name text,
  winner_email text,
  winner_salt bytea check (octet_length(winner_salt) = 16),
  winner_hash bytea check (octet_length(winner_hash) = 32),
  conducted_by uuid references users,
  -- Of a void draw or a forfeit.
  reason text check (char_length(reason) between 1 and 200),
  -- The draw whose winner a forfeit removes, and in that draw the forfeit that removed it.
  forfeits integer,
  forfeited_by integer,
  -- A prize that is being drawn or has a winner cannot be deleted.
  held_prize_id uuid generated always as (
    case when state = 'open' or (state = 'drawn' and forfeited_by is null) then prize_id end
  ) stored,
  -- A winner who was erased is only a line of the roster; without the salt, the hash says nothing of the name.
  erased_at timestamptz(3),
  erased_for text check (erased_for in ('request', 'retention')),
  -- When the winner got the prize and from whom, and a note if it was not checked with the winner's phone.
  handed_over_at timestamptz(3),
  handed_over_by uuid references users on delete set null,
  handover_note text check (char_length(handover_note) between 1 and 200),
  primary key (event_id, number),
  -- None of these cascades: they hold until the end of the statement, so deleting the event passes.
  foreign key (event_id, held_prize_id) references prizes (event_id, id),
  foreign key (event_id, winner_id) references leads (event_id, id),
  foreign key (event_id, forfeits) references draws (event_id, number),
  check ((state = 'open') = (seed is null and record is null and ended_at is null)),
  check ((state = 'forfeit') = (roster_hash is null and tickets is null and line_ends is null)),
  check ((state in ('void', 'forfeit')) = (reason is not null)),
  check ((state = 'forfeit') = (forfeits is not null)),
  check (forfeited_by is null or state = 'drawn'),
  check (handed_over_at is null or (state = 'drawn' and forfeited_by is null)),
  constraint draws_drawn_check check ((state = 'drawn') = (winner_index is not null
    and winner_tickets is not null and winner_hash is not null and conducted_by is not null)),
  constraint draws_winner_check check ((state = 'drawn' and erased_at is null) = (
    winner_id is not null and winner_name is not null and winner_salt is not null)),
  constraint draws_erased_check check (
    (erased_at is null) = (erased_for is null)
    and (erased_at is null or (state = 'drawn' and winner_id is null and winner_name is null
         and winner_email is null and winner_salt is null)))
);
-- Hashes do not compress, and a part of an uncompressed value can be read without the rest.
alter table draws alter column tickets set storage external, alter column line_ends set storage external;

-- What has changed on an event's raffle page, for pages that were away for a moment.
create table live_messages (
  event_id uuid not null references events on delete cascade,
  version bigint not null,
  kind text not null check (
    kind in ('sealed', 'drawn', 'voided', 'forfeited', 'handed-over', 'stage', 'prizes', 'sponsors', 'event')),
  -- Of the draw, if it is about one.
  number integer,
  told_at timestamptz(3) not null default clock_timestamp(),
  primary key (event_id, version)
);

-- Who did what and when. It refers to nothing, so that it outlives what it describes, and holds no contact data of
-- visitors.
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

-- Requests to which their client gave an id, so that a repeated one gets the same answer and changes nothing. They
-- are kept for a day. Only a client that knows the id can read an answer, and the id is not stored.
create table answered_requests (
  key bytea primary key,
  input bytea not null,
  -- Null once somebody was erased, whom it may name.
  answer bytea,
  transaction xid8 not null default pg_current_xact_id(),
  answered_at timestamptz(3) not null default now()
);

-- Imports of leads from files. Of a finished one the result is kept for a day, so that it can be told again.
create table imports (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- In which the phone numbers were read.
  country text not null,
  -- How many rows the commit that is under way has written, for the progress bar.
  written integer not null default 0,
  result json,
  touched_at timestamptz(3) not null default now()
);

-- The staged rows of an import. Unlogged: after a crash they are missing, and the import is refused and starts again.
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
  fingerprint bytea not null,
  primary key (import_id, number)
);

-- Where to tell other programs what happens. Messages are signed with the secret, and for a day after it was rotated
-- with the previous one too.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null check (char_length(url) <= 1000),
  kinds text[] not null,
  -- The only event that it tells of; all of them if it is missing.
  event_id uuid references events on delete cascade,
  secret bytea not null default (random_bytes_16() || random_bytes_16()) check (octet_length(secret) = 32),
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  disabled_because text check (disabled_because in ('person', 'gone', 'failing')),
  check ((disabled_at is null) = (disabled_because is null)),
  check ((previous_secret is null) = (previous_secret_until is null))
);

-- What webhooks are to be told, as it was written together: one row for all leads of a statement, so that they come in as
-- fast as without webhooks. The servers make deliveries of it when they get to it. Neither table has foreign keys, because
-- all leads that come in together would lock the one row they refer to; what refers to nothing is not sent and is
-- forgotten like the rest.
create table webhook_queue (
  id bigint generated always as identity,
  webhook_id uuid not null,
  kind text not null,
  event_id uuid,
  -- The leads, draws or imports.
  subject_ids uuid[] not null,
  created_at timestamptz(3) not null default now(),
  primary key (webhook_id, id)
);
-- Random ids cannot be compressed.
alter table webhook_queue alter subject_ids set storage external;

-- What is told to webhooks, and for a week what has been.
create table deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null,
  kind text not null,
  event_id uuid,
  -- The lead, draw or import.
  subject_id uuid,
  created_at timestamptz(3) not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- When it is sent next. Whoever sends it moves this ahead, so that nobody else does unless it is not heard of again.
  due_at timestamptz(3) not null default now(),
  retry_until timestamptz(3) not null default now() + interval '3 days',
  attempts integer not null default 0,
  -- What is sent, made at the first attempt, and what came of the last one.
  payload text,
  status integer,
  answer text,
  error text
);

-- Erased values stay in the database's files until these are rewritten; this says whether that has to be done.
create table erasures (
  id uuid primary key default gen_random_uuid(),
  at timestamptz(3) not null default now(),
  leads integer not null,
  traces_removed_at timestamptz(3)
);

-- How many leads each device last said it has not sent yet, by event. Unlogged: written often, and every device says
-- it again within a minute.
create unlogged table heartbeats (
  user_id uuid not null references users on delete cascade,
  device_id uuid not null,
  event_id uuid not null,
  unsent integer not null,
  heard_at timestamptz(3) not null default now(),
  primary key (user_id, device_id, event_id)
);

-- What one server has noticed, for all servers and the doctor to tell the operator. Unlogged: it is noticed again
-- after a crash.
create unlogged table notices (
  name text primary key,
  details text not null,
  noted_at timestamptz(3) not null default now()
);

-- What /readyz writes to find out whether anything can be written.
create table write_probe (
  only_row boolean primary key default true check (only_row),
  written_at timestamptz not null default now()
);

-- What is shared with a sponsor, and its private link, of which only a hash is stored. Without a reference to the
-- sponsor, so that undoing the removal of one brings it back; it is read with the sponsor alone.
create table sponsor_pages (
  sponsor_id uuid primary key,
  event_id uuid not null references events on delete cascade,
  -- The questions whose answers the sponsor sees, and the prizes that it gives.
  questions uuid[] not null default '{}',
  prizes uuid[] not null default '{}',
  link_hash bytea unique check (octet_length(link_hash) = 32),
  link_made_at timestamptz(3),
  password_hash text,
  viewed_at timestamptz(3),
  check ((link_hash is null) = (link_made_at is null)),
  check (link_hash is not null or password_hash is null)
);

-- Whoever has opened a link. They end with the link that they came by. Unlogged: whoever has the link opens it again.
create unlogged table sponsor_sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  link_hash bytea not null,
  expires_at timestamptz(3) not null default now() + interval '12 hours'
);

-- People at the provider of single sign-on, by the provider's own id of them: a later change of address moves nobody
-- into another account.
create table identities (
  issuer text not null,
  subject text not null check (char_length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  -- Whether the account was made for this person, who has it as long as the provider says so.
  made_account boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject),
  -- An address that the provider gives to somebody else later does not open the account.
  unique (user_id, issuer)
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- Counts the uses, if the authenticator does; a copy of it falls behind.
  counter bigint not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);

-- What one request gives out and another one brings back within minutes: challenges of passkeys, log-ins that have gone
-- to the provider, and confirmations. Unlogged: whoever was about to log in when a server crashed tries again.
create unlogged table one_time_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null,
  user_id uuid references users on delete cascade,
  details jsonb not null,
  expires_at timestamptz(3) not null
);

-- The addresses that mail of an event was sent to, under a hash: each gets one receipt, and none once its owner wants no
-- more. The id is in the link that says so.
create table mail_addresses (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- The same without what follows a plus sign, for how many receipts a person gets in a day.
  mailbox_hash bytea,
  -- The lead with which it is forgotten, unless mail was stopped.
  lead_id uuid,
  receipt_at timestamptz(3),
  stopped_at timestamptz(3),
  unique (event_id, address_hash)
);

-- Mail that is to be sent, and for a month what became of it. Addresses, texts and links are not stored, but made from
-- the subject when it is sent. Without foreign keys, as deliveries.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('receipt', 'won', 'log-in', 'password', 'test')),
  -- The lead, draw or account.
  subject_id uuid not null,
  -- If it is not that of the lead.
  language text,
  created_at timestamptz(3) not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'bounced', 'failed')),
  due_at timestamptz(3) not null default now(),
  retry_until timestamptz(3) not null default now() + interval '3 days',
  attempts integer not null default 0,
  tried_at timestamptz(3),
  error text
);

-- How many leads there are, in the three groupings that screens show. Every change of leads adds rows with the
-- difference instead of changing a total, so that no entry waits for another. The sums are right at any moment;
-- `add_up_lead_counts` keeps the rows few.
create table lead_counts (
  kind text not null check (kind in ('event', 'submitter', 'quarter')),
  event_id uuid,
  status text,
  source text,
  imported boolean,
  submitted_by uuid,
  -- The quarter of an hour of the submission, because days begin at one in every time zone.
  quarter timestamptz(3),
  n integer not null
);
