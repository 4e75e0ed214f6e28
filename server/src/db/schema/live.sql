-- Live messages to open pages.

-- The last changes of each event's raffle page, for pages that were away for a moment.
create table live_messages (
  event_id uuid not null references events on delete cascade,
  version bigint not null,
  kind text not null check (
    kind in ('sealed', 'drawn', 'voided', 'forfeited', 'handed-over', 'stage', 'prizes', 'sponsors', 'event',
      'roll-call')),
  -- The draw and the place of its winner, if it is about one.
  number integer,
  place smallint not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (event_id, version)
);
comment on table live_messages is 'The last live messages of each event';

-- Stores a live message and wakes all servers; both happen when the transaction commits, or not at all.
create function publish_live_message(event uuid, kind text, number integer, place smallint default 0)
returns void language plpgsql as $$
declare
  next bigint;
begin
  update events set live_version = live_version + 1 where id = event
  returning live_version into next;
  -- An event that is being deleted publishes nothing more.
  if not found then return; end if;
  insert into live_messages (event_id, version, kind, number, place) values (event, next, kind, number, place);
  -- A page that missed more than these starts again from a snapshot.
  delete from live_messages where event_id = event and version <= next - 100;
  perform pg_notify('drawbridge_live', json_build_object('eventId', event)::text);
end
$$;

-- Publishes changes of tables whose name is the kind of message, once for each statement: an event may have thousands
-- of prizes.
create function publish_live_list() returns trigger language plpgsql as $$
begin
  perform publish_live_message(event_id, tg_table_name, null) from (select distinct event_id from changed) lists;
  return null;
end
$$;
create trigger publish_live_added after insert on prizes
  referencing new table as changed for each statement execute function publish_live_list();
create trigger publish_live_changed after update on prizes
  referencing new table as changed for each statement execute function publish_live_list();
create trigger publish_live_deleted after delete on prizes
  referencing old table as changed for each statement execute function publish_live_list();
create trigger publish_live_added after insert on sponsors
  referencing new table as changed for each statement execute function publish_live_list();
create trigger publish_live_changed after update on sponsors
  referencing new table as changed for each statement execute function publish_live_list();
create trigger publish_live_deleted after delete on sponsors
  referencing old table as changed for each statement execute function publish_live_list();

-- Publishes changes of the event itself: its details, how winners are shown, and which phone numbers are valid.
create function publish_live_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify(
      'drawbridge_live', json_build_object('eventId', old.id, 'kind', 'deleted')::text);
  else
    perform publish_live_message(new.id, 'event', null);
  end if;
  return null;
end
$$;
create trigger publish_live_event
  after update of name, date, location, status, country, winner_display, language, languages,
    translations, draw_at or delete on events
  for each row execute function publish_live_event();
create trigger publish_live_brand after update of logo, cover, accent on events
  for each row execute function publish_live_event();

-- Ends the streams of a session with it.
create function publish_live_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('drawbridge_live', json_build_object('kind', 'sessions')::text);
  return null;
end
$$;
create trigger publish_live_ended_session after delete on sessions
  for each row execute function publish_live_ended_session();

-- Publishes that the people in an event's next draw may be others. New leads are pending and cannot be drawn, so they
-- publish nothing and stay cheap. PostgreSQL sends equal notifications of a transaction once.
create function notify_eligible() returns trigger language plpgsql as $$
begin
  -- An event that is being deleted publishes nothing more.
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
