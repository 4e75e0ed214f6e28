-- Live messages: what pages are told of changes, as they happen.

-- What has changed on an event's raffle page, for pages that were away for a moment.
create table live_messages (
  event_id uuid not null references events on delete cascade,
  version bigint not null,
  kind text not null check (
    kind in ('sealed', 'drawn', 'voided', 'forfeited', 'handed-over', 'stage', 'prizes', 'sponsors', 'event')),
  -- The draw and the place of its winner, if it is about one.
  number integer,
  place smallint not null default 0,
  told_at timestamptz(3) not null default clock_timestamp(),
  primary key (event_id, version)
);
comment on table live_messages is 'The last changes that raffle pages were told of';

-- Notes a change and wakes all servers; both happen when the transaction commits, or not at all.
create function tell_live(event uuid, kind text, number integer, place smallint default 0)
returns void language plpgsql as $$
declare
  next bigint;
begin
  update events set live_version = live_version + 1 where id = event
  returning live_version into next;
  -- An event that is being deleted has nothing more to tell.
  if not found then return; end if;
  insert into live_messages (event_id, version, kind, number, place) values (event, next, kind, number, place);
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
        when 'forfeit' then (
          select prize_id from draws
          where event_id = new.event_id and number = new.forfeits and place = new.forfeits_place)
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
  for each row when (
    new.place = 0 and new.state <> 'restored' and (new.state <> 'open' or new.sealed_at is not null))
  execute function tell_live_of_draw();

-- Tells that a prize was handed over, or that this was undone.
create function tell_live_of_handover() returns trigger language plpgsql as $$
begin
  perform tell_live(new.event_id, 'handed-over', new.number, new.place);
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
    translations, draw_at or delete on events
  for each row execute function tell_live_of_event();
create trigger tell_live_of_brand after update of logo, cover, accent on events
  for each row execute function tell_live_of_event();

-- Ends the streams of a session with it.
create function tell_live_of_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('drawbridge_live', json_build_object('kind', 'sessions')::text);
  return null;
end
$$;
create trigger tell_live after delete on sessions
  for each row execute function tell_live_of_ended_session();

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
