-- An event may replace the form's sentence, and ask for marketing separately, with a box to tick.
alter table events
  add column consent_note text check (char_length(consent_note) between 1 and 500),
  add column marketing_text text check (char_length(marketing_text) between 1 and 300);
alter table consent_texts add column marketing_text text;
-- Whether the box was ticked; null where there was none.
alter table leads add column marketing boolean;

-- The version of any wording that people agree to; the same wording is always the same version.
create function consent_version(
  note text, organiser text, privacy_text text, privacy_url text, marketing_text text
) returns integer language plpgsql as $$
declare
  wording constant json := case when marketing_text is null
    -- As it was before there were boxes, so that earlier versions keep their number.
    then json_build_array(note, organiser, privacy_text, privacy_url)
    else json_build_array(note, organiser, privacy_text, privacy_url, marketing_text) end;
  key constant bytea := sha256(convert_to(wording::text, 'UTF8'));
  found_id integer;
begin
  loop
    select id into found_id from consent_texts t where t.hash = key;
    if found then return found_id; end if;
    insert into consent_texts (hash, note, organiser, privacy_text, privacy_url, marketing_text)
    values (key, note, organiser, privacy_text, privacy_url, marketing_text)
    on conflict (hash) do nothing;
  end loop;
end
$$;

-- The two sentences are those of `consentNoteOf` in the contract. A migration that changes one has to update
-- all events, which gives them the new text.
create or replace function set_consent() returns trigger language plpgsql as $$
begin
  new.consent_id := consent_version(
    coalesce(new.consent_note, case when new.marketing_text is null
      then 'By submitting, you agree to be contacted about this event and future opportunities.'
      else 'By submitting, you take part in the raffle and agree to be contacted if you win.' end),
    new.organiser, new.privacy_text, new.privacy_url, new.marketing_text);
  return new;
end
$$;
drop function current_consent;

drop trigger set_consent on events;
create trigger set_consent
  before insert or update of organiser, privacy_text, privacy_url, consent_note, marketing_text on events
  for each row execute function set_consent();
drop trigger keep_shown_consent on events;
create trigger keep_shown_consent
  after insert or update of organiser, privacy_text, privacy_url, consent_note, marketing_text on events
  for each row execute function keep_shown_consent();
