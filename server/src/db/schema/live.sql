-- Live messages to open pages.

-- The last changes of each event's raffle page, for pages that were briefly disconnected.
create table live_messages (
  event_id uuid not null references events on delete cascade,
  version bigint not null,
  kind text not null check (
    kind in ('sealed', 'drawn', 'voided', 'forfeited', 'handed-over', 'stage', 'prizes', 'sponsors', 'event',
      'roll-call')),
  -- The draw and the index of its winner, if the message is about one.
  number integer,
  place smallint not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (event_id, version)
);
comment on table live_messages is 'The last live messages of each event';

-- Stores a message and notifies all servers when the transaction commits.
create function publish_live_message(event uuid, kind text, number integer, place smallint default 0)
returns void language plpgsql as $$
declare
  next bigint;
begin
  update events set live_version = live_version + 1 where id = event
  returning live_version into next;
  -- An event that is being deleted publishes no more messages.
  if not found then return; end if;
  insert into live_messages (event_id, version, kind, number, place) values (event, next, kind, number, place);
  -- A page that has missed more than these starts again from a snapshot.
  delete from live_messages where event_id = event and version <= next - 100;
  perform pg_notify('drawbridge_live', json_build_object('eventId', event)::text);
end
$$;
