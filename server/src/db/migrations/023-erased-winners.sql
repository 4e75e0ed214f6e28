-- Whoever has won does not win again in that event, even when the lead they won with is erased. Their other
-- leads name the event here; a lead that is moved to another event takes part there.
alter table leads add column barred_from uuid;

create or replace function eligible_leads(event uuid) returns setof leads language sql stable as $$
  with phone as materialized (
    select phone_key from leads where event_id = event and won
  ),
  email as materialized (
    select winner_email from draws where event_id = event and winner_email is not null
  )
  select l.* from leads l
  where l.event_id = event and l.status = 'verified' and not l.won
    and l.barred_from is distinct from event
    and l.phone_key not in (select phone_key from phone)
    and (l.email is null or l.email not in (select winner_email from email))
$$;

-- The consent texts that each event's form has shown: an entry can name no other.
create table event_consents (
  event_id uuid not null references events on delete cascade,
  consent_id integer not null references consent_texts,
  primary key (event_id, consent_id)
);
create function keep_shown_consent() returns trigger language plpgsql as $$
begin
  insert into event_consents (event_id, consent_id) values (new.id, new.consent_id)
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_shown_consent after insert or update of organiser, privacy_text, privacy_url on events
  for each row execute function keep_shown_consent();
insert into event_consents (event_id, consent_id)
select id, consent_id from events
union
select l.event_id, l.consent_id from leads l join consent_texts t on t.id = l.consent_id;
