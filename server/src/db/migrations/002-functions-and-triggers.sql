-- A short code that no event has. Hexadecimal digits are not mistaken for each other when they are typed.
create function unused_short_code() returns text language sql volatile as $$
  select code
  from (select substr(gen_random_uuid()::text, 1, 6) from generate_series(1, 10)) candidates (code)
  where not exists (select from events where short_code = code)
  limit 1
$$;
alter table events alter column short_code set default unused_short_code();

-- Reads a big-endian number of four bytes.
create function u32_at(bytes bytea, place integer) returns integer
language sql immutable strict parallel safe as $$
  select (get_byte(bytes, place) << 24) | (get_byte(bytes, place + 1) << 16)
       | (get_byte(bytes, place + 2) << 8) | get_byte(bytes, place + 3)
$$;

-- For /readyz. The numbers do not fit into so little memory, so they need new space on the disk. A change alone
-- succeeds on a full disk as long as the current file of the log has room.
create function probe_write() returns void language plpgsql set work_mem = '64kB' as $$
begin
  perform count(*) from generate_series(1, 10000);
  insert into write_probe default values
  on conflict (only_row) do update set written_at = clock_timestamp();
end
$$;

-- How long a log-in attempt must wait, in seconds. It is counted for all subjects if it need not wait, and for none
-- otherwise. A subject may have `bursts` attempts at once and then one every `seconds`.
create function count_login_attempt(subjects bytea[], bursts int[], seconds float8[])
returns float8 language plpgsql as $$
declare
  moment timestamptz;
  wait float8;
begin
  -- A flood of early attempts only reads. The second time, the rows are locked and the answer is final.
  for locked in 0..1 loop
    if locked = 1 then
      -- Sorted, so that two attempts cannot wait for each other.
      insert into login_attempts (subject, settled_at)
      select subject, clock_timestamp() from unnest(subjects) as t (subject) order by subject
      on conflict (subject) do update set subject = excluded.subject;
    end if;
    moment := clock_timestamp();
    select max(extract(epoch from greatest(a.settled_at, moment) - moment) - (t.burst - 1) * t.second)
    into wait
    from unnest(subjects, bursts, seconds) as t (subject, burst, second)
    join login_attempts a using (subject);
    if wait > 0 then return wait; end if;
  end loop;

  update login_attempts a
  set settled_at = greatest(a.settled_at, moment) + make_interval(secs => t.second)
  from unnest(subjects, seconds) as t (subject, second)
  where a.subject = t.subject;

  -- Last, and without waiting for rows that another attempt has locked, to avoid a deadlock.
  delete from login_attempts where subject in (
    select subject from login_attempts
    where forgotten_at < moment and subject <> all(subjects) limit 100 for update skip locked);
  return 0;
end
$$;

-- Keeps the audit trail. Failed log-ins and wrong codes are counted in one entry, of which only the count and the last place change.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail cannot be changed';
end
$$;
create trigger keep_audit_log before delete or truncate on audit_log
  for each statement execute function keep_audit_log();
create trigger keep_audit_entries before update on audit_log
  for each row when (
    old.kind not in ('log-in-failed', 'handover-code-wrong', 'sponsor-password-wrong')
    or to_jsonb(new) - 'details' <> to_jsonb(old) - 'details'
    or new.details->>'reason' is distinct from old.details->>'reason'
    or coalesce((new.details->>'count')::int, 1) <= coalesce((old.details->>'count')::int, 1)
  ) execute function keep_audit_log();

-- Keeps consent texts as they were shown.
create function keep_consent_texts() returns trigger language plpgsql as $$
begin
  raise exception 'A consent text cannot be changed';
end
$$;
create trigger keep_consent_texts before update or delete or truncate on consent_texts
  for each statement execute function keep_consent_texts();

-- The version of any wording that people agree to; the same wording is always the same version.
create function consent_version(
  note text, organiser text, privacy_text text, privacy_url text, marketing_text text, translations jsonb
) returns integer language plpgsql as $$
declare
  key constant bytea := sha256(convert_to(
    json_build_array(note, organiser, privacy_text, privacy_url, marketing_text, translations)::text,
    'UTF8'));
  found_id integer;
begin
  loop
    select id into found_id from consent_texts t where t.hash = key;
    if found then return found_id; end if;
    insert into consent_texts (hash, note, organiser, privacy_text, privacy_url, marketing_text, translations)
    values (key, note, organiser, privacy_text, privacy_url, marketing_text, translations)
    on conflict (hash) do nothing;
  end loop;
end
$$;

-- How an event's wording reads in other languages: the organiser's translations, and the form's sentence if the
-- event has none of its own.
create function consent_translations(e events) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(n.language, texts), '{}')
  from consent_notes n
  cross join lateral (select e.translations - e.language -> n.language) t (own)
  cross join lateral (select jsonb_strip_nulls(jsonb_build_object(
    'note', case when e.consent_note is not null then own->>'consentNote'
                 when e.marketing_text is null then n.note else n.raffle_note end,
    'privacyText', case when e.privacy_text is not null then own->>'privacyText' end,
    'marketingText', case when e.marketing_text is not null then own->>'marketingText' end))) s (texts)
  where texts <> '{}'
$$;

-- Gives an event the version of its wording. The two sentences are those of `consentNoteOf` in the contract; a
-- migration that changes one has to update all events, which gives them the new text.
create function set_consent() returns trigger language plpgsql as $$
begin
  new.consent_id := consent_version(
    coalesce(new.consent_note, case when new.marketing_text is null
      then 'By submitting, you agree to be contacted about this event and future opportunities.'
      else 'By submitting, you take part in the raffle and agree to be contacted if you win.' end),
    new.organiser, new.privacy_text, new.privacy_url, new.marketing_text, consent_translations(new));
  return new;
end
$$;
create trigger set_consent
  before insert or update of organiser, privacy_text, privacy_url, consent_note, marketing_text, language,
    translations on events
  for each row execute function set_consent();

-- Notes which texts the event's form has shown.
create function keep_shown_consent() returns trigger language plpgsql as $$
begin
  insert into event_consents (event_id, consent_id) values (new.id, new.consent_id)
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_shown_consent
  after insert or update of organiser, privacy_text, privacy_url, consent_note, marketing_text, language,
    translations on events
  for each row execute function keep_shown_consent();

-- What counts towards an event's limit is what the list sends: a data URL as JSON. Of a picture in base64 three
-- quarters of that are its bytes; percent encoding and escapes count as more than the bytes they stand for.
create function logo_size(logo text) returns bigint language sql immutable as $$
  select (octet_length(to_json(payload)::text) - 2) * 3::bigint / 4
         - length(substring(right(payload, 2) from '=*$'))
  from (select substr(logo, strpos(logo, ',') + 1)) url (payload)
$$;

-- Everybody may read an event's logos, so there is a limit to what one event can make the server send.
create function measure_logo() returns trigger language plpgsql as $$
declare
  others bigint;
  bytes bigint;
begin
  new.logo_hash := substr(encode(sha256(convert_to(new.logo, 'UTF8')), 'hex'), 1, 32);
  new.logo_bytes := logo_size(new.logo);
  -- A logo that does not become larger cannot exceed the limit.
  if tg_op = 'UPDATE' and (new.logo_bytes > old.logo_bytes) is not true then return new; end if;
  -- Changes at the same time wait here for each other, and the next statement sees what they did.
  perform from events where id = new.event_id for no key update;
  select count(*), coalesce(sum(logo_bytes), 0) into others, bytes
  from sponsors where event_id = new.event_id and id <> new.id;
  if tg_op = 'INSERT' and others >= 60 then
    raise exception using errcode = 'check_violation', constraint = 'sponsors_per_event',
      message = 'too many sponsors';
  end if;
  if bytes + new.logo_bytes > 12 * 1024 * 1024 then
    raise exception using errcode = 'check_violation', constraint = 'logo_bytes_per_event',
      message = 'too many bytes of logos';
  end if;
  return new;
end
$$;
create trigger measure_logo before insert or update of logo on sponsors
  for each row execute function measure_logo();

-- PostgreSQL may keep the plan of a statement from a time when the table had a page or none, and reading all of it
-- was cheapest. Leads come in by the thousand before it is analysed again, so what is looked up for each of them is
-- looked up in functions whose plan can only use an index: no table is read from end to end, and a scalar subquery
-- cannot become a join or a hash of the whole table, as 'exists' could.

-- Leads by their ids.
create function leads_with_ids(ids uuid[]) returns setof leads
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query select * from leads where leads.id = any(ids);
end
$$;

-- What is used up of the leads that come in: ids of deleted leads, and codes of leads that have left the event.
create function used_up(ids uuid[], event_ids uuid[], codes text[])
returns table (place bigint, id_used boolean, code_used boolean)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  return query
    select incoming.place,
      (select true from deleted_leads gone where gone.id = incoming.id),
      (select true from used_codes gone
       where gone.event_id = incoming.event_id and gone.entry_code = decode(incoming.code, 'hex'))
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
       or (select true from used_codes gone
           where gone.event_id = added.event_id and gone.entry_code = added.entry_code)
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

-- Keeps the code of a lead that leaves its event.
create function keep_codes_used() returns trigger language plpgsql as $$
begin
  insert into used_codes (event_id, entry_code)
  -- Nothing is kept of an event that is being deleted.
  select old.event_id, old.entry_code from events where id = old.event_id
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_codes_used after delete on leads
  for each row execute function keep_codes_used();
create trigger keep_codes_used_after_move after update of event_id on leads
  for each row when (old.event_id <> new.event_id) execute function keep_codes_used();

-- The rows of an import whose contact the event already has, or an earlier row has.
create function import_duplicates(import uuid, event uuid)
returns table (row_number integer, in_event boolean)
language plpgsql stable
set enable_seqscan = off
as $$
begin
  -- 'is not distinct from' cannot use an index, so that the contact's is taken and not the event's.
  return query
    select found.number, found.in_event
    from (
      select r.number,
        coalesce(
          (select true from leads l
           where l.phone_key = r.phone_key and l.event_id is not distinct from event limit 1),
          (select true from leads l
           where l.email = r.email and l.event_id is not distinct from event limit 1),
          false) as in_event,
        row_number() over (partition by r.phone_key order by r.number) > 1
          or (r.email is not null
              and row_number() over (partition by r.email order by r.number) > 1) as in_file
      from import_rows r where r.import_id = import
    ) found
    where found.in_event or found.in_file
    order by found.number;
end
$$;

-- The leads that take part in the event's next draw. The winners are looked up in hashes: a join would go through all
-- of them for each lead while there are no statistics.
create function eligible_leads(event uuid) returns setof leads language sql stable as $$
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

-- A lead that has won stays as it is, and a sealed roster is a promise: until the draw is held or void, none of the
-- event's leads goes away, and nobody in the roster becomes somebody else.
create function keep_drawn_leads() returns trigger language plpgsql as $$
begin
  -- Waits for a draw that is under way, and finds nothing when the event itself is being deleted.
  perform from events where id = old.event_id for share;
  if not found then return coalesce(new, old); end if;
  if (select won from leads where id = old.id) then
    raise exception 'The lead has won'
      using errcode = 'restrict_violation', constraint = 'leads_won';
  end if;
  if (tg_op = 'DELETE' or new.event_id <> old.event_id or old.status <> 'pending')
    and exists (select from draws where event_id = old.event_id and state = 'open')
  then
    raise exception 'The event has a sealed draw'
      using errcode = 'restrict_violation', constraint = 'leads_sealed';
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep_drawn_leads before delete on leads
  for each row execute function keep_drawn_leads();
create trigger keep_drawn_leads_unchanged
  before update of name, phone, phone_typed, email, event_id, entry_code on leads
  for each row when (
    (old.name, old.phone, old.phone_typed, old.email, old.event_id, old.entry_code)
    is distinct from (new.name, new.phone, new.phone_typed, new.email, new.event_id, new.entry_code)
  ) execute function keep_drawn_leads();

-- Says that the people in an event's next draw may be others. New leads are pending and cannot be drawn, so they say
-- nothing and stay cheap. PostgreSQL sends equal notifications of a transaction once.
create function notify_eligible() returns trigger language plpgsql as $$
begin
  -- An event that is being deleted has nothing more to say.
  perform pg_notify('drawbridge_live', json_build_object('eventId', e.id, 'kind', 'eligible')::text)
  from events e where e.id in (select event_id from changed);
  return null;
end
$$;
create trigger notify_eligible_before after update on leads
  referencing old table as changed for each statement execute function notify_eligible();
create trigger notify_eligible_after after update on leads
  referencing new table as changed for each statement execute function notify_eligible();
create trigger notify_eligible_deleted after delete on leads
  referencing old table as changed for each statement execute function notify_eligible();

-- Notes a change and wakes all servers; both happen when the transaction commits, or not at all.
create function tell_live(event uuid, kind text, number integer) returns void language plpgsql as $$
declare
  next bigint;
begin
  update events set live_version = live_version + 1 where id = event
  returning live_version into next;
  -- An event that is being deleted has nothing more to tell.
  if not found then return; end if;
  insert into live_messages (event_id, version, kind, number) values (event, next, kind, number);
  -- Whoever missed more than these starts again from everything.
  delete from live_messages where event_id = event and version <= next - 100;
  perform pg_notify('drawbridge_live', json_build_object('eventId', event)::text);
end
$$;

-- Tells of a draw, a void or a forfeit. A draw puts its winner on the stage, and a forfeit its prize back.
create function tell_live_of_draw() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then
    update events e set
      stage_phrase = '',
      stage_revealed = case new.state
        when 'drawn' then new.number
        when 'forfeit' then nullif(e.stage_revealed, new.forfeits)
        else e.stage_revealed end,
      stage_prize_id = case new.state
        when 'forfeit' then
          (select prize_id from draws where event_id = new.event_id and number = new.forfeits)
        else new.prize_id end
    where e.id = new.event_id;
  end if;
  perform tell_live(
    new.event_id,
    case new.state
      when 'open' then 'sealed' when 'drawn' then 'drawn' when 'void' then 'voided' else 'forfeited'
    end,
    new.number
  );
  return null;
end
$$;
create trigger tell_live after insert or update of state on draws
  for each row when (new.state <> 'open' or new.sealed_at is not null)
  execute function tell_live_of_draw();

-- Tells that a prize was handed over, or that this was undone.
create function tell_live_of_handover() returns trigger language plpgsql as $$
begin
  perform tell_live(new.event_id, 'handed-over', new.number);
  return null;
end
$$;
create trigger tell_live_of_handover after update of handed_over_at on draws
  for each row when (old.handed_over_at is distinct from new.handed_over_at)
  execute function tell_live_of_handover();

-- Tells of tables whose name is the kind of message, once for each statement: an event may have thousands of prizes.
create function tell_live_of_list() returns trigger language plpgsql as $$
begin
  perform tell_live(event_id, tg_table_name, null) from (select distinct event_id from changed) lists;
  return null;
end
$$;
create trigger tell_live_added after insert on prizes
  referencing new table as changed for each statement execute function tell_live_of_list();
create trigger tell_live_changed after update on prizes
  referencing new table as changed for each statement execute function tell_live_of_list();
create trigger tell_live_deleted after delete on prizes
  referencing old table as changed for each statement execute function tell_live_of_list();
create trigger tell_live_added after insert on sponsors
  referencing new table as changed for each statement execute function tell_live_of_list();
create trigger tell_live_changed after update on sponsors
  referencing new table as changed for each statement execute function tell_live_of_list();
create trigger tell_live_deleted after delete on sponsors
  referencing old table as changed for each statement execute function tell_live_of_list();

-- Tells of the event itself: its details, what is shown of the winners, and which phone numbers are valid.
create function tell_live_of_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify(
      'drawbridge_live', json_build_object('eventId', old.id, 'kind', 'deleted')::text);
  else
    perform tell_live(new.id, 'event', null);
  end if;
  return null;
end
$$;
create trigger tell_live
  after update of name, date, location, status, country, winner_display, language, languages,
    translations or delete on events
  for each row execute function tell_live_of_event();

-- The webhooks that want to hear of something. Their deliveries are written in its transaction and sent later.
create function webhooks_for(wanted text, event uuid) returns setof uuid language sql stable as $$
  select id from webhooks
  where disabled_at is null and wanted = any(kinds) and (event_id is null or event_id = event)
$$;

-- Tells of leads. Nobody is notified: PostgreSQL commits transactions that notify one after the other, and the servers
-- look every second.
create function tell_webhooks_of_leads() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  if tg_op = 'DELETE' then
    -- What has been sent of a lead goes with it.
    update deliveries set payload = null, answer = null
    where subject_id in (select id from old_leads) and payload is not null;
  end if;
  if not exists (select from webhooks) then return null; end if;
  if tg_op = 'INSERT' then
    insert into webhook_queue (webhook_id, kind, event_id, subject_ids)
    select w.id, 'lead.created', l.event_id, l.ids
    from (select event_id, array_agg(id) from new_leads group by event_id) l (event_id, ids)
    cross join lateral webhooks_for('lead.created', l.event_id) w (id);
  elsif tg_op = 'UPDATE' then
    insert into webhook_queue (webhook_id, kind, event_id, subject_ids)
    select w.id, l.kind, l.event_id, l.ids
    from (
      select happened.kind, n.event_id, array_agg(n.id)
      from old_leads o join new_leads n on n.id = o.id
      cross join lateral (
        select 'lead.' || n.status
        where (o.status, n.status) in (('pending', 'verified'), ('pending', 'promoted'), ('verified', 'promoted'))
        union all
        select 'lead.changed'
        where (o.status, n.status) in (('promoted', 'verified'), ('promoted', 'pending'), ('verified', 'pending'))
           or (o.name, o.email, o.phone, o.phone_key, o.event_id, o.source, o.answers, o.marketing)
              is distinct from (n.name, n.email, n.phone, n.phone_key, n.event_id, n.source, n.answers, n.marketing)
      ) happened (kind)
      group by happened.kind, n.event_id
    ) l (kind, event_id, ids)
    cross join lateral webhooks_for(l.kind, l.event_id) w (id)
    union all
    -- Whoever hears of one event only has to know that the lead has left it.
    select w.id, 'lead.deleted', l.event_id, l.ids
    from (
      select o.event_id, array_agg(o.id)
      from old_leads o join new_leads n on n.id = o.id
      where o.event_id <> n.event_id
      group by o.event_id
    ) l (event_id, ids)
    join webhooks w on w.event_id = l.event_id
      and w.id in (select webhooks_for('lead.deleted', l.event_id));
  else
    insert into webhook_queue (webhook_id, kind, event_id, subject_ids)
    select w.id, happened.kind, l.event_id, l.ids
    from (select event_id, array_agg(id) from old_leads group by event_id) l (event_id, ids)
    cross join (
      select case when current_setting('drawbridge.erasing', true) = 'on' then 'lead.erased' else 'lead.deleted' end
    ) happened (kind)
    cross join lateral webhooks_for(happened.kind, l.event_id) w (id);
  end if;
  return null;
end
$$;
create trigger tell_webhooks_added after insert on leads
  referencing new table as new_leads for each statement execute function tell_webhooks_of_leads();
create trigger tell_webhooks_changed after update on leads
  referencing old table as old_leads new table as new_leads
  for each statement execute function tell_webhooks_of_leads();
create trigger tell_webhooks_deleted after delete on leads
  referencing old table as old_leads for each statement execute function tell_webhooks_of_leads();

-- Tells of winners. What has been sent of one goes with the name, and with a note that was overwritten.
create function tell_webhooks_of_draw() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  if (old.winner_id, old.handover_note) is distinct from (new.winner_id, new.handover_note) then
    update deliveries set payload = null, answer = null
    where subject_id = new.id and payload is not null;
  end if;
  insert into webhook_queue (webhook_id, kind, event_id, subject_ids)
  select w.id, happened.kind, new.event_id, array[new.id]
  from (values
    ('winner.drawn', new.state = 'drawn' and old.state <> 'drawn'),
    ('winner.forfeited', new.forfeited_by is not null and old.forfeited_by is null),
    ('winner.handed_over', new.handed_over_at is not null and old.handed_over_at is null)
  ) happened (kind, holds)
  cross join lateral webhooks_for(happened.kind, new.event_id) w (id)
  where happened.holds;
  return null;
end
$$;
create trigger tell_webhooks after update on draws
  for each row execute function tell_webhooks_of_draw();

create function tell_webhooks_of_import() returns trigger language plpgsql as $$
begin
  insert into webhook_queue (webhook_id, kind, event_id, subject_ids)
  select w.id, 'import.finished', new.event_id, array[new.id] from webhooks_for('import.finished', new.event_id) w (id);
  return null;
end
$$;
create trigger tell_webhooks after update of result on imports
  for each row when (old.result is null and new.result is not null)
  execute function tell_webhooks_of_import();

-- Ends the streams of a session with it.
create function tell_live_of_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('drawbridge_live', json_build_object('kind', 'sessions')::text);
  return null;
end
$$;
create trigger tell_live after delete on sessions
  for each row execute function tell_live_of_ended_session();

-- What an address is remembered by.
create function mail_hash(address text) returns bytea language sql stable strict parallel safe
  return sha256(convert_to('drawbridge/mail ' || lower(address), 'UTF8'));

-- Queues receipts for new entrants: one for each address and event, so that nobody can have somebody else written to
-- again and again, and five a day for an address at all events. What was imported was typed elsewhere.
create function queue_receipts() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  if not exists (select from events where receipts and id in (select event_id from new_leads)) then
    return null;
  end if;
  with entrant as materialized (
    select distinct on (l.event_id, mailbox.hash) l.id, l.event_id, address.hash, mailbox.hash as mailbox
    from new_leads l
    join events e on e.id = l.event_id and e.receipts
    cross join lateral (select mail_hash(l.email)) address (hash)
    -- What follows a plus sign goes to the same person.
    cross join lateral (select mail_hash(regexp_replace(l.email, '\+[^@]*@', '@'))) mailbox (hash)
    where l.email is not null and l.channel in ('form', 'plain form', 'volunteer')
      and (select count(*) from mail_addresses a
           where a.mailbox_hash = mailbox.hash and a.receipt_at > now() - interval '1 day') < 5
    -- Sorted, so that two statements with the same addresses cannot wait for each other.
    order by l.event_id, mailbox.hash
  ),
  first_time as (
    insert into mail_addresses as known (event_id, address_hash, mailbox_hash, lead_id, receipt_at)
    select event_id, hash, mailbox, id, now() from entrant
    on conflict (event_id, address_hash) do update
      set receipt_at = excluded.receipt_at, lead_id = excluded.lead_id
      where known.receipt_at is null and known.stopped_at is null
    returning lead_id
  )
  insert into mails (kind, subject_id) select 'receipt', lead_id from first_time;
  return null;
end
$$;
create trigger queue_receipts after insert on leads
  referencing new table as new_leads for each statement execute function queue_receipts();

-- Forgets the mail to people who are deleted. That somebody wants no more of it stays.
create function forget_mail_to_leads() returns trigger
language plpgsql
set enable_seqscan = off
as $$
begin
  delete from mails where subject_id in (select id from old_leads);
  delete from mail_addresses where lead_id in (select id from old_leads) and stopped_at is null;
  update mail_addresses set lead_id = null where lead_id in (select id from old_leads);
  return null;
end
$$;
create trigger forget_mail after delete on leads
  referencing old table as old_leads for each statement execute function forget_mail_to_leads();

create function forget_mail() returns trigger language plpgsql as $$
begin
  delete from mails where subject_id = old.id;
  return null;
end
$$;
create trigger forget_mail after delete on users for each row execute function forget_mail();
create trigger forget_mail after delete on draws for each row execute function forget_mail();
create trigger forget_mail_to_winner after update of winner_id on draws
  for each row when (old.winner_id is not null and new.winner_id is null) execute function forget_mail();

-- The leads as `lead_counts` groups them, counted one by one.
create view counted_leads as
  select case when grouping(quarter) = 0 then 'quarter' when grouping(submitted_by) = 0 then 'submitter' else 'event' end
           as kind,
         event_id, status, source, imported, submitted_by, quarter, count(*)::int as n
  from (
    select event_id, status, source, submitted_by,
           channel is not distinct from 'import' and source = 'volunteer' as imported,
           date_bin('15 minutes', submitted_at, 'epoch')::timestamptz(3) as quarter
    from leads
  ) l
  group by grouping sets ((event_id, status, source, imported), (submitted_by, event_id, status), (event_id, quarter))
  having grouping(submitted_by) = 1 or submitted_by is not null;

-- Where the kept counts are not those of the leads: nowhere.
create view wrong_lead_counts as
  select kind, event_id, status, source, imported, submitted_by, quarter, sum(n) as difference
  from (select * from lead_counts union all
        select kind, event_id, status, source, imported, submitted_by, quarter, -n from counted_leads) counts
  group by kind, event_id, status, source, imported, submitted_by, quarter having sum(n) <> 0;

-- Counts leads that were added (1) or removed (-1); a change does both. The same grouping as in the view, which cannot
-- read the rows of a statement.
create function count_leads() returns trigger language plpgsql as $$
begin
  insert into lead_counts (kind, event_id, status, source, imported, submitted_by, quarter, n)
  select case when grouping(quarter) = 0 then 'quarter' when grouping(submitted_by) = 0 then 'submitter' else 'event' end,
         event_id, status, source, imported, submitted_by, quarter, count(*) * tg_argv[0]::int
  from (
    select event_id, status, source, submitted_by,
           channel is not distinct from 'import' and source = 'volunteer' as imported,
           date_bin('15 minutes', submitted_at, 'epoch') as quarter
    from counted
  ) l
  group by grouping sets ((event_id, status, source, imported), (submitted_by, event_id, status), (event_id, quarter))
  having grouping(submitted_by) = 1 or submitted_by is not null;
  return null;
end
$$;
create trigger count_added after insert on leads
  referencing new table as counted for each statement execute function count_leads('1');
create trigger count_changed_from after update on leads
  referencing old table as counted for each statement execute function count_leads('-1');
create trigger count_changed_to after update on leads
  referencing new table as counted for each statement execute function count_leads('1');
create trigger count_deleted after delete on leads
  referencing old table as counted for each statement execute function count_leads('-1');

create function forget_lead_counts() returns trigger language plpgsql as $$
begin
  -- Waits for rows that are being added up, which a deletion would not see.
  truncate lead_counts;
  return null;
end
$$;
create trigger forget_lead_counts after truncate on leads
  for each statement execute function forget_lead_counts();

-- Replaces rows of the same group by one with their sum. Each row is deleted by one transaction only, which also
-- writes its sum, so two of these at the same time count nothing twice.
create function add_up_lead_counts() returns void language sql as $$
  with several as materialized (
    select unnest(array_agg(ctid)) as place from lead_counts
    group by kind, event_id, status, source, imported, submitted_by, quarter
    having count(*) > 1 or sum(n) = 0
  ),
  gone as (
    delete from lead_counts where ctid = any(array(select place from several)) returning *
  )
  insert into lead_counts (kind, event_id, status, source, imported, submitted_by, quarter, n)
  select kind, event_id, status, source, imported, submitted_by, quarter, sum(n) from gone
  group by kind, event_id, status, source, imported, submitted_by, quarter
  having sum(n) <> 0
$$;
