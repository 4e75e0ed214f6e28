-- What /readyz writes to find out whether anything can be written.
create table write_probe (
  only_row boolean primary key default true check (only_row),
  written_at timestamptz not null default now()
);
insert into write_probe default values;

-- The numbers do not fit into so little memory, so they need new space on the disk. An update alone
-- succeeds on a full disk as long as the current file of the log has room.
create function probe_write() returns void language plpgsql set work_mem = '64kB' as $$
begin
  perform count(*) from generate_series(1, 10000);
  update write_probe set written_at = clock_timestamp();
end
$$;

-- Everybody may read an event's logos, so there is a limit to what one event can make the server send. A
-- logo's address contains its hash, so that it can be cached for ever.
alter table sponsors add column logo_hash text, add column logo_bytes integer;

create function measure_logo() returns trigger language plpgsql as $$
declare
  payload text := substr(new.logo, strpos(new.logo, ',') + 1);
  others bigint;
  bytes bigint;
begin
  new.logo_hash := substr(encode(sha256(convert_to(new.logo, 'UTF8')), 'hex'), 1, 32);
  new.logo_bytes := case
    when new.logo ~* '^data:[^,]*;base64,'
      then length(payload) / 4 * 3 - length(substring(payload from '=*$'))
    else octet_length(payload) - 2 * (length(payload) - length(replace(payload, '%', '')))
  end;
  -- Whoever was over the limit before it existed may still make a logo smaller.
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

update sponsors set logo = logo;
alter table sponsors
  alter column logo_hash set not null,
  alter column logo_bytes set not null;
