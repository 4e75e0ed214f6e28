-- Leads, and the ids and tickets of deleted ones.

-- The slow part of fold_text. The contract's search.ts folds typed text in the same way.
create function fold_marks(marked text) returns text language sql immutable parallel safe
  return replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    lower(regexp_replace(normalize(marked, nfkd), '[\u0300-\u036f]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ħ', 'h'),
    'ŧ', 't'), 'ı', 'i'), 'ς', 'σ');
-- Folds a text: removes case and accents. Plain ASCII, which most names are, takes one cheap step.
create function fold_text(typed text) returns text language sql immutable parallel safe
  return case when octet_length(typed) = char_length(typed) then lower(typed) else fold_marks(typed) end;

-- Leads: the people who have entered an event.
create table leads (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  name text not null check (char_length(name) between 2 and 100),
  email text check (char_length(email) between 3 and 254),
  -- Some countries have numbers of four digits.
  phone text not null check (phone ~ '^[0-9]{4,20}$'),
  -- The number as typed, if it contains more than the digits: a plus sign indicates the country.
  phone_typed text,
  -- The form in which phone numbers are compared: E.164, or the digits if the number is not valid.
  phone_key text not null,
  -- False if the number is not valid as written. It may still be recognised, and then has the key of the valid
  -- number.
  phone_valid boolean not null default false,
  -- The answers by question id, their texts, and whether a required answer is missing.
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  answers_text text,
  incomplete boolean not null default false,

  status text not null default 'pending' check (status in ('pending', 'verified', 'promoted')),
  verified_at timestamptz(3),
  -- The latest status change, as long as it can be undone.
  status_change_id uuid,

  source text not null default 'qr' check (source in ('qr', 'volunteer')),
  channel text check (channel in ('form', 'plain form', 'volunteer', 'administrator', 'import')),
  submitted_at timestamptz(3) not null default now(),
  submitted_by uuid references users on delete set null,
  -- A copy of the submitter's name, which outlives the account.
  submitter_name text,
  -- The hash of the first request with this id. It recognises a repeated request even after the lead was edited.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  -- The consent text that the person was shown, if any. It is not a foreign key, because all concurrent entries
  -- would lock the same row.
  consent_id integer,
  -- The language of the form and of the consent text.
  language text,
  -- Whether the box for marketing was ticked; null if there was none.
  marketing boolean,

  -- The entrant's secret code, and the ticket that represents it in public.
  entry_code bytea not null default random_bytes_16() check (octet_length(entry_code) = 16),
  ticket bytea not null generated always as (
    -- The same as `ticket_of`. PostgreSQL would inline that function again for each statement, which takes longer
    -- than the hash.
    sha256('drawbridge/1/ticket\000'::bytea || uuid_send(event_id) || entry_code)
  ) stored,
  -- True if the entrant's device made the code. The server then never sends it to another device.
  device_code boolean not null default false,
  -- The chances of the person with this lead, and the time when its name, phone or e-mail was last set.
  chances integer not null default 1 check (chances between 1 and 1000),
  contact_at timestamptz(3) not null default clock_timestamp(),
  -- The last roll call that the lead has answered; 0 if none.
  here bigint not null default 0,
  -- True for all leads of a winner, which can no longer be changed.
  won boolean not null default false,
  -- The event in which the person has won with another lead and is excluded, even when that lead is erased. A lead
  -- that is moved to another event can win there.
  barred_from uuid,

  -- The text for searches: the contact, a separator that no text contains, and the answers. Searches of sponsors
  -- use only the part before the separator. It is stored, because folding the text of a million leads takes
  -- seconds.
  search_text text not null generated always as (
    -- Folded once, because PostgreSQL plans this expression again for each statement.
    fold_text(name || E'\n' || coalesce(email, '') || E'\n' || phone || E'\n' || phone_key
      || E'\x1f' || coalesce(answers_text, ''))
  ) stored,
  constraint leads_verified check ((status = 'pending') = (verified_at is null)),
  -- Winners refer to it, so that a winner is always a lead of the same event.
  unique (event_id, id)
);
comment on table leads is 'Leads: the people who have entered an event';

-- Indexes for lists of leads.
create index leads_newest on leads (submitted_at desc, id desc);
create index leads_by_name on leads ((split_part(search_text, E'\n', 1) collate "C"), submitted_at desc, id desc);
create index leads_of_event_newest on leads (event_id, submitted_at desc, id desc);
create index leads_of_volunteer_newest
  on leads (submitted_by, submitted_at desc, id desc) where submitted_by is not null;
-- The index for leads of volunteers whose account was deleted.
create index leads_of_former on leads (submitter_name, event_id)
  where submitted_by is null and submitter_name is not null;
-- Indexes for finding the same person by phone or e-mail. The contact comes first: a plan from when there were few
-- leads and no statistics then also looks up the contact, and never reads all leads of the event.
create index leads_by_phone_key on leads (phone_key, event_id);
create index leads_by_email on leads (email, event_id) where email is not null;
-- The ticket is a hash of event and code, so this also makes the code unique in its event.
create unique index leads_ticket_key on leads (ticket);
-- A small index, because it has few distinct values.
create index leads_tally on leads (event_id, status, source);
create index leads_invalid_phone on leads (event_id) where not phone_valid;
create index leads_incomplete on leads (event_id) where incomplete;
create index leads_imported on leads (event_id) where channel = 'import' and source = 'volunteer';
-- The index for filters by answer, and for leads shared with a sponsor. It has no entries for leads without
-- answers.
create index leads_by_answer on leads using gin (answers) where answers <> '{}';
-- The index for leads that share a phone number with a winner, who are excluded from the next draw.
create index leads_won on leads (event_id, phone_key) where won;
create index leads_many_chances on leads (event_id) where chances > 1;
-- The index of leads that have answered a roll call: anybody may ask for their number at any time.
create index leads_here on leads (event_id, here) where here > 0;
-- The index for searches. Without the extension, a search compares every lead.
do $$ begin
  create extension if not exists pg_trgm;
  -- The pending list may grow to 16 MB, about 20,000 leads, before an entry has to wait until it is merged.
  create index leads_search on leads using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 16384);
exception when feature_not_supported or undefined_file or insufficient_privilege then
  raise notice 'Searches have no index: %', sqlerrm;
end $$;

-- The ids of deleted leads, which cannot be used again.
create table deleted_leads (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  deleted_at timestamptz(3) not null default now()
);
comment on table deleted_leads is 'Ids of deleted leads, which cannot be used again';
create index deleted_leads_of_event on deleted_leads (event_id);

-- The tickets of leads that were deleted or moved to another event, with the ids of those leads. A ticket is never
-- assigned to another person. The entry code is deleted with the lead.
create table removed_tickets (
  event_id uuid not null references events on delete cascade,
  ticket bytea not null check (octet_length(ticket) = 32),
  lead_id uuid not null,
  primary key (event_id, ticket)
);
comment on table removed_tickets is 'Tickets of leads that have left their event, which cannot be used again';

-- Leads that were merged into another lead of the same person. They keep what the kept lead cannot show: the time,
-- the channel and the consent of the entry, and the ticket, whose owner sees the state of the kept lead.
create table merged_leads (
  id uuid primary key,
  lead_id uuid not null references leads on delete cascade,
  event_id uuid not null references events on delete cascade,
  ticket bytea not null check (octet_length(ticket) = 32),
  -- The codes on a winner's phone are derived from it.
  entry_code bytea not null,
  submitted_at timestamptz(3) not null,
  channel text,
  submitter_name text,
  consent_id integer,
  language text,
  marketing boolean,
  -- The agreements of the entry, by question id.
  agreements jsonb not null default '{}',
  -- The time of the kept lead's own entry.
  kept_submitted_at timestamptz(3) not null,
  merged_at timestamptz(3) not null default clock_timestamp()
);
comment on table merged_leads is 'Leads that were merged into another lead of the same person';
create index merged_leads_of_lead on merged_leads (lead_id);
create unique index merged_leads_of_ticket on merged_leads (event_id, ticket);

-- The lead of a ticket: its own, or the lead into which it was merged.
create function lead_of_ticket(event uuid, wanted bytea) returns uuid language sql stable as $$
  select coalesce(
    (select id from leads where ticket = wanted and event_id = event),
    (select m.lead_id from merged_leads m join leads l on l.id = m.lead_id
     where m.event_id = event and m.ticket = wanted and l.event_id = event))
$$;

-- The public ticket of an entry code: a hash that is different in every event.
create function ticket_of(event uuid, code bytea) returns bytea language sql immutable parallel safe
  return sha256('drawbridge/1/ticket\000'::bytea || uuid_send(event) || code);

-- The following functions look up values for each incoming lead, and their plans can use only indexes. PostgreSQL
-- may keep a plan from when the table was nearly empty and a scan was cheapest, and leads come in by the thousand
-- before it is analysed again. Sequential scans are disabled, and a scalar subquery cannot become a join or a hash
-- of the whole table, as 'exists' could.

-- Returns which incoming leads have the id of a deleted lead, or the code of a lead that has left the event.
create function used_up(ids uuid[], event_ids uuid[], codes text[])
returns table (place bigint, id_used boolean, code_used boolean)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select incoming.place,
      (select true from deleted_leads former where former.id = incoming.id),
      (select true from removed_tickets former
       where former.event_id = incoming.event_id
         and former.ticket = ticket_of(incoming.event_id, decode(incoming.code, 'hex')))
    from unnest(ids, event_ids, codes) with ordinality incoming (id, event_id, code, place);
end
$$;

-- Checks again after the insert: a statement that began before a deletion was committed does not see the deleted
-- id, but the primary key already accepts it.
create function reject_deleted_ids() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  -- Nothing has been deleted at most events.
  if not exists (select from deleted_leads) and not exists (select from removed_tickets) then
    return null;
  end if;
  if exists (
    select from added
    where (select true from deleted_leads former where former.id = added.id)
       or (select true from removed_tickets former
           where former.event_id = added.event_id and former.ticket = added.ticket)
  ) then
    raise exception 'A lead with this id or entry code has been deleted'
      using errcode = 'unique_violation', constraint = 'leads_deleted';
  end if;
  return null;
end
$$;
create trigger reject_deleted_ids after insert on leads
  referencing new table as added
  for each statement execute function reject_deleted_ids();

-- Stores the ticket of a lead that is deleted or moved. Rejects a moved lead whose ticket belonged to another lead
-- of the new event.
create function record_removed_ticket() returns trigger language plpgsql as $$
begin
  insert into removed_tickets (event_id, ticket, lead_id)
  -- Stores nothing if the event itself is being deleted.
  select old.event_id, old.ticket, old.id from events where id = old.event_id
  on conflict do nothing;
  -- A lead may return with its own ticket, but not with another lead's.
  if tg_op = 'UPDATE' and exists (
    select from removed_tickets former
    where former.event_id = new.event_id and former.ticket = new.ticket and former.lead_id <> new.id)
  then
    raise exception 'A lead with this entry code has been deleted'
      using errcode = 'unique_violation', constraint = 'leads_ticket_key';
  end if;
  return null;
end
$$;
create trigger record_removed_ticket after delete on leads
  for each row execute function record_removed_ticket();
create trigger record_removed_ticket_after_move after update of event_id on leads
  for each row when (old.event_id <> new.event_id) execute function record_removed_ticket();

-- Status changes by users. Each can be undone within a minute, for leads that have not changed since. Unlogged:
-- after a crash it is too late for an undo.
create unlogged table status_changes (
  id uuid primary key,
  user_id uuid not null,
  status text not null,
  event_ids uuid[] not null,
  at timestamptz(3) not null default clock_timestamp(),
  -- The kept lead of a merge, and the rows as they were before.
  lead_id uuid,
  before jsonb
);
