-- Verifying or promoting leads, which whoever did it can take back within a minute: of each lead whose last step it
-- still is. Unlogged: after a crash it is too late.
create unlogged table lead_steps (
  id uuid primary key,
  user_id uuid not null,
  status text not null,
  event_ids uuid[] not null,
  at timestamptz(3) not null default clock_timestamp()
);
alter table leads add column step_id uuid;
alter table answered_requests drop column transaction;

-- Rules that one function of the server states now: what webhooks are told (`webhook-queue.ts`), the version of an
-- event's consent text (`consent.ts`, with the catalogues, so that the database needs no copy of their sentences), and
-- the limits of an event's logos (`sponsors/store.ts`).
drop trigger tell_webhooks_added on leads;
drop trigger tell_webhooks_changed on leads;
drop trigger tell_webhooks_deleted on leads;
drop trigger tell_webhooks on draws;
drop trigger tell_webhooks on imports;
drop function tell_webhooks_of_leads, tell_webhooks_of_draw, tell_webhooks_of_import, webhooks_for;

drop trigger set_consent on events;
drop trigger keep_shown_consent on events;
drop function set_consent, keep_shown_consent, consent_translations, consent_version;
drop table consent_notes;
-- The server sets it in the transaction that creates the event.
alter table events alter column consent_id drop not null;

drop trigger measure_logo on sponsors;
drop function measure_logo, logo_size;

-- Statements of the server that are planned on every call, and so need no hints.
drop function leads_with_ids, import_duplicates;

-- What was sent or is to be mailed to people goes with them, whoever deletes them. That somebody wants no more mail
-- stays. An event has hundreds of thousands of leads, for which the plan must not read whole tables.
drop trigger forget_mail on leads;
drop function forget_mail_to_leads;
create function forget_messages_of_leads() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  update deliveries set payload = null, answer = null
  where subject_id in (select id from old_leads) and payload is not null;
  delete from mails where subject_id in (select id from old_leads);
  delete from mail_addresses where lead_id in (select id from old_leads) and stopped_at is null;
  update mail_addresses set lead_id = null where lead_id in (select id from old_leads);
  return null;
end
$$;
create trigger forget_messages after delete on leads
  referencing old table as old_leads for each statement execute function forget_messages_of_leads();

-- What was sent of a winner goes with the name, and with a note that was overwritten.
create function forget_deliveries() returns trigger language plpgsql as $$
begin
  update deliveries set payload = null, answer = null where subject_id = new.id and payload is not null;
  return null;
end
$$;
create trigger forget_deliveries after update of winner_id, handover_note on draws
  for each row when ((old.winner_id, old.handover_note) is distinct from (new.winner_id, new.handover_note))
  execute function forget_deliveries();
