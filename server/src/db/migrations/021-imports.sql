-- Leads on their way from a file into an event. What is kept of a finished import is its result, so that it
-- can be told again; nothing here is older than a day.
create table imports (
  id uuid primary key,
  event_id uuid not null references events on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- In which the phone numbers were read.
  country text not null,
  -- How many rows the commit that is under way has written, for the progress bar.
  written integer not null default 0,
  result json,
  touched_at timestamptz(3) not null default now()
);
-- Each administrator has one import at a time, so that nobody fills the disk with rows that lead nowhere.
create unique index imports_unfinished_key on imports (user_id) where result is null;
create index imports_of_user on imports (user_id);
create index imports_of_event on imports (event_id);
create index imports_by_age on imports (touched_at);

-- Unlogged: after a crash the rows are missing, and the import is refused and starts again.
create unlogged table import_rows (
  import_id uuid not null references imports on delete cascade,
  number integer not null,
  name text not null,
  email text,
  phone text not null,
  phone_typed text,
  phone_key text not null,
  phone_valid boolean not null,
  fingerprint bytea not null,
  primary key (import_id, number)
);

-- The rows whose contact the event already has, or an earlier row has. Each is looked up by index, whatever
-- the statistics say of tables that have just been filled.
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
