-- The live kind 'gone' is called 'deleted'.
create or replace function tell_live_of_event() returns trigger language plpgsql as $$
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

-- Says that the people in an event's next draw may be others. New leads are pending and cannot be drawn,
-- so they say nothing and stay cheap. PostgreSQL sends equal notifications of a transaction once.
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

-- Whoever shares a phone number with a winner is not in the next draw.
create index leads_won on leads (event_id, phone_key) where won;
