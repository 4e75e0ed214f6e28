-- Leads, and what is kept of those that are gone.

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
  -- As it was typed, where that tells more than the digits do: a plus sign names the country.
  phone_typed text,
  -- The form in which phone numbers are compared: E.164, or the digits where the number is not valid.
  phone_key text not null,
  -- A number that is not valid as written may still be recognised, and has the key of the valid one.
  phone_valid boolean not null default false,
  -- The answers to the event's questions by their ids, the texts among them, and whether a required one is missing.
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  answers_text text,
  incomplete boolean not null default false,

  status text not null default 'pending' check (status in ('pending', 'verified', 'promoted')),
  verified_at timestamptz(3),
  -- The last of `status_changes`, as long as it can be undone.
  status_change_id uuid,

  source text not null default 'qr' check (source in ('qr', 'volunteer')),
  channel text check (channel in ('form', 'plain form', 'volunteer', 'administrator', 'import')),
  submitted_at timestamptz(3) not null default now(),
  submitted_by uuid references users on delete set null,
  -- Kept beside the reference, so that the name outlives the account.
  submitter_name text,
  -- A hash of what was first sent under this id: a repeated request is recognised after edits too.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  -- The text that the person was shown, if any. Not a foreign key, because all leads that come in together would
  -- lock the one row they refer to.
  consent_id integer,
  -- The language of the form, and of that text.
  language text,
  -- Whether the box for marketing was ticked; null where there was none.
  marketing boolean,

  -- The entrant's secret, and the ticket that stands for it in public.
  entry_code bytea not null default random_bytes_16() check (octet_length(entry_code) = 16),
  ticket bytea not null generated always as (
    -- As `ticket_of`, which PostgreSQL would put in here anew for each statement; that takes longer than the hash.
    sha256('drawbridge/1/ticket\000'::bytea || uuid_send(event_id) || entry_code)
  ) stored,
  -- Whether the entrant's device made the code; then no other device is ever told it.
  device_code boolean not null default false,
  -- How many chances the person has with this lead, and when its name, phone or e-mail was last set.
  chances integer not null default 1 check (chances between 1 and 1000),
  contact_at timestamptz(3) not null default clock_timestamp(),
  -- The last roll call that the lead has answered; 0 if none.
  here bigint not null default 0,
  -- Set for all leads of a winner; they can no longer be changed.
  won boolean not null default false,
  -- The event in which the person has won with another lead, and does not win again, even when that lead is erased. A
  -- lead that is moved to another event takes part there.
  barred_from uuid,

  -- The text that a search looks through: the contact, a separator that no text contains, and the answers. A sponsor's
  -- search is for the part before the separator. It is stored, because folding the text of a million leads takes seconds.
  search_text text not null generated always as (
    fold_text(name) || E'\n' || coalesce(fold_text(email), '') || E'\n' || phone || E'\n' || phone_key
      || E'\x1f' || coalesce(fold_text(answers_text), '')
  ) stored,
  constraint leads_verified check ((status = 'pending') = (verified_at is null)),
  -- Draws refer to it, so that a winner is always a lead of the same event.
  unique (event_id, id)
);
comment on table leads is 'Everybody who has entered an event';

-- Lists of leads.
create index leads_newest on leads (submitted_at desc, id desc);
create index leads_by_name on leads ((split_part(search_text, E'\n', 1) collate "C"), submitted_at desc, id desc);
create index leads_of_event_newest on leads (event_id, submitted_at desc, id desc);
create index leads_of_volunteer_newest
  on leads (submitted_by, submitted_at desc, id desc) where submitted_by is not null;
-- Leads of volunteers whose account was deleted.
create index leads_of_former on leads (submitter_name, event_id)
  where submitted_by is null and submitter_name is not null;
-- The same person again, by phone or e-mail. The contact comes first: a plan that was made while there were few leads
-- and no statistics then finds a contact by it too, and never by reading all leads of the event.
create index leads_by_phone_key on leads (phone_key, event_id);
create index leads_by_email on leads (email, event_id) where email is not null;
-- The ticket is a hash of event and code, so this also makes the code unique in its event.
create unique index leads_ticket_key on leads (ticket);
-- Small, because it has few distinct values.
create index leads_tally on leads (event_id, status, source);
create index leads_invalid_phone on leads (event_id) where not phone_valid;
create index leads_incomplete on leads (event_id) where incomplete;
create index leads_imported on leads (event_id) where channel = 'import' and source = 'volunteer';
-- Leads by an answer, and those who have agreed to be shared with a sponsor. Events without questions do not pay for it.
create index leads_by_answer on leads using gin (answers) where answers <> '{}';
-- A lead that shares a phone number with a winner is not in the next draw.
create index leads_won on leads (event_id, phone_key) where won;
-- Those who have answered a roll call, whom anybody may have counted at any time.
create index leads_here on leads (event_id, here) where here > 0;
-- For searches; a server without the extension compares each lead instead.
do $$ begin
  create extension if not exists pg_trgm;
  -- Its list of new entries may grow to 16 MB, about 20,000 leads, before one of them has to wait for merging it.
  create index leads_search on leads using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 16384);
exception when feature_not_supported or undefined_file or insufficient_privilege then
  raise notice 'Searches have no index: %', sqlerrm;
end $$;

-- Ids of deleted leads: none of them ever makes a second lead.
create table deleted_leads (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  deleted_at timestamptz(3) not null default now()
);
comment on table deleted_leads is 'Ids of deleted leads, none of which is used again';
create index deleted_leads_of_event on deleted_leads (event_id);

-- Tickets of leads that have left an event, and the ids of those leads. A ticket that somebody holds is never given to
-- somebody else. The code itself goes with the lead.
create table removed_tickets (
  event_id uuid not null references events on delete cascade,
  ticket bytea not null check (octet_length(ticket) = 32),
  lead_id uuid not null,
  primary key (event_id, ticket)
);
comment on table removed_tickets is 'Tickets of leads that have left their event, none of which is used again';

-- The ticket that stands for an entry code in public: a hash, which no other event shares.
create function ticket_of(event uuid, code bytea) returns bytea language sql immutable parallel safe
  return sha256('drawbridge/1/ticket\000'::bytea || uuid_send(event) || code);

-- PostgreSQL may keep the plan of a statement from a time when the table had a page or none, and reading all of it
-- was cheapest. Leads come in by the thousand before it is analysed again, so what is looked up for each of them is
-- looked up in functions whose plan can only use an index: no table is read from end to end, and a scalar subquery
-- cannot become a join or a hash of the whole table, as 'exists' could.

-- Says which incoming leads have the id of a deleted lead, or the code of a lead that has left the event.
create function used_up(ids uuid[], event_ids uuid[], codes text[])
returns table (place bigint, id_used boolean, code_used boolean)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select incoming.place,
      (select true from deleted_leads gone where gone.id = incoming.id),
      (select true from removed_tickets gone
       where gone.event_id = incoming.event_id
         and gone.ticket = ticket_of(incoming.event_id, decode(incoming.code, 'hex')))
    from unnest(ids, event_ids, codes) with ordinality incoming (id, event_id, code, place);
end
$$;

-- Looks again after the rows are in: a statement that began before a deletion was committed does not see that an id
-- is used up, while the primary key already lets it through.
create function keep_deleted_ids_used() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  if exists (
    select from added
    where (select true from deleted_leads gone where gone.id = added.id)
       or (select true from removed_tickets gone
           where gone.event_id = added.event_id and gone.ticket = added.ticket)
  ) then
    raise exception 'A lead with this id or entry code has been deleted'
      using errcode = 'unique_violation', constraint = 'leads_deleted';
  end if;
  return null;
end
$$;
create trigger keep_deleted_ids_used after insert on leads
  referencing new table as added
  for each statement execute function keep_deleted_ids_used();

-- Stores the ticket of a lead that leaves its event, and refuses a lead whose ticket another lead has left behind.
create function keep_codes_used() returns trigger language plpgsql as $$
begin
  insert into removed_tickets (event_id, ticket, lead_id)
  -- Nothing is kept of an event that is being deleted.
  select old.event_id, old.ticket, old.id from events where id = old.event_id
  on conflict do nothing;
  -- A lead may come back with its own ticket, and with nobody else's.
  if tg_op = 'UPDATE' and exists (
    select from removed_tickets gone
    where gone.event_id = new.event_id and gone.ticket = new.ticket and gone.lead_id <> new.id)
  then
    raise exception 'A lead with this entry code has been deleted'
      using errcode = 'unique_violation', constraint = 'leads_ticket_key';
  end if;
  return null;
end
$$;
create trigger keep_codes_used after delete on leads
  for each row execute function keep_codes_used();
create trigger keep_codes_used_after_move after update of event_id on leads
  for each row when (old.event_id <> new.event_id) execute function keep_codes_used();

-- Changes of status that somebody has made, which can be undone within a minute for each lead whose last one it still
-- is. Unlogged: after a crash it is too late.
create unlogged table status_changes (
  id uuid primary key,
  user_id uuid not null,
  status text not null,
  event_ids uuid[] not null,
  at timestamptz(3) not null default clock_timestamp()
);
