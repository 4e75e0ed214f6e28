-- Everything that the raffle page shows and that changes has a version in its event. It is counted
-- up under the event's row lock, so versions become visible in their order and without gaps.
alter table events add column live_version bigint not null default 0;

create table live_messages (
  event_id uuid not null references events on delete cascade,
  version bigint not null,
  kind text not null
    check (kind in ('sealed', 'drawn', 'voided', 'prizes', 'sponsors', 'event')),
  -- Of the draw, if it is about one.
  number integer,
  told_at timestamptz(3) not null default clock_timestamp(),
  primary key (event_id, version)
);

-- Notes the change and wakes all servers; both happen when the transaction commits, or not at all.
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

create function tell_live_of_draw() returns trigger language plpgsql as $$
begin
  perform tell_live(
    new.event_id,
    case new.state when 'void' then 'voided' else new.state end,
    new.number
  );
  return null;
end
$$;
create trigger tell_live after insert or update of state on draws
  for each row execute function tell_live_of_draw();

-- For tables whose name is the kind of message.
create function tell_live_of_list() returns trigger language plpgsql as $$
begin
  perform tell_live(coalesce(new.event_id, old.event_id), tg_table_name, null);
  return null;
end
$$;
create trigger tell_live after insert or update or delete on prizes
  for each row execute function tell_live_of_list();
create trigger tell_live after insert or update or delete on sponsors
  for each row execute function tell_live_of_list();

create function tell_live_of_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('drawbridge_live', json_build_object('eventId', old.id, 'kind', 'gone')::text);
  else
    perform tell_live(new.id, 'event', null);
  end if;
  return null;
end
$$;
create trigger tell_live after update of name, date, location, status or delete on events
  for each row execute function tell_live_of_event();
