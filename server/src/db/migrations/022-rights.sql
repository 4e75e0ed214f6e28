-- What lead forms have said about consent. A text is kept as it was for as long as a lead may refer to it.
create table consent_texts (
  id integer primary key generated always as identity,
  hash bytea not null unique check (octet_length(hash) = 32),
  note text not null,
  organiser text,
  privacy_text text,
  privacy_url text,
  first_shown_at timestamptz(3) not null default now()
);
create function keep_consent_texts() returns trigger language plpgsql as $$
begin
  raise exception 'A consent text cannot be changed';
end
$$;
create trigger keep_consent_texts before update or delete or truncate on consent_texts
  for each statement execute function keep_consent_texts();

-- The note is the lead form's (CONSENT_NOTE in the contract). A migration that changes it has to update
-- all events, which gives them the new text.
create function current_consent(organiser text, privacy_text text, privacy_url text) returns integer
language plpgsql as $$
declare
  note constant text :=
    'By submitting, you agree to be contacted about this event and future opportunities.';
  key constant bytea := sha256(convert_to(
    json_build_array(note, organiser, privacy_text, privacy_url)::text, 'UTF8'));
  found_id integer;
begin
  loop
    select id into found_id from consent_texts t where t.hash = key;
    if found then return found_id; end if;
    insert into consent_texts (hash, note, organiser, privacy_text, privacy_url)
    values (key, note, organiser, privacy_text, privacy_url)
    on conflict (hash) do nothing;
  end loop;
end
$$;

alter table events
  -- The text that the event's form shows now.
  add column consent_id integer references consent_texts,
  -- The event's leads are erased so many days after it.
  add column retention_days integer check (retention_days between 1 and 3650);
create function set_consent() returns trigger language plpgsql as $$
begin
  new.consent_id := current_consent(new.organiser, new.privacy_text, new.privacy_url);
  return new;
end
$$;
create trigger set_consent before insert or update of organiser, privacy_text, privacy_url on events
  for each row execute function set_consent();
update events set organiser = organiser;
alter table events alter column consent_id set not null;
create index events_with_retention on events (date) where retention_days is not null;

-- How a lead came in and which text its person was shown; null for leads from before this was recorded.
-- It is not a foreign key, because all leads that come in together would lock the one row they refer to.
alter table leads
  add column channel text
    check (channel in ('form', 'plain form', 'volunteer', 'administrator', 'import')),
  add column consent_id integer;

-- A winner who was erased is only a line of the roster; without the salt, the hash says nothing of the name.
alter table draws
  add column erased_at timestamptz(3),
  add column erased_for text check (erased_for in ('request', 'retention')),
  drop constraint draws_check4,
  add constraint draws_drawn_check check ((state = 'drawn') = (winner_index is not null
    and winner_tickets is not null and winner_hash is not null and conducted_by is not null)),
  add constraint draws_winner_check check ((state = 'drawn' and erased_at is null) = (
    winner_id is not null and winner_name is not null and winner_salt is not null)),
  add constraint draws_erased_check check (
    (erased_at is null) = (erased_for is null)
    and (erased_at is null or (state = 'drawn' and winner_id is null and winner_name is null
         and winner_email is null and winner_salt is null)));

-- Erased values stay in the database's files until they are rewritten; this says whether that has to be done.
create table erasures (
  id uuid primary key default gen_random_uuid(),
  at timestamptz(3) not null default now(),
  leads integer not null,
  traces_removed_at timestamptz(3)
);
create index erasures_with_traces on erasures (at) where traces_removed_at is null;

create index audit_log_of_subject on audit_log (subject_id, at) where subject_id is not null;
