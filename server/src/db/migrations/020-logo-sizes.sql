-- What counts towards an event's limit is what the list sends: a data URL as JSON. Of a picture in base64
-- three quarters of that are its bytes; percent encoding and escapes count as more than the bytes they stand
-- for.
create function logo_size(logo text) returns bigint language sql immutable as $$
  select (octet_length(to_json(payload)::text) - 2) * 3::bigint / 4
         - length(substring(right(payload, 2) from '=*$'))
  from (select substr(logo, strpos(logo, ',') + 1)) url (payload)
$$;

create or replace function measure_logo() returns trigger language plpgsql as $$
declare
  others bigint;
  bytes bigint;
begin
  new.logo_hash := substr(encode(sha256(convert_to(new.logo, 'UTF8')), 'hex'), 1, 32);
  new.logo_bytes := logo_size(new.logo);
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

update sponsors set logo_bytes = logo_size(logo);
