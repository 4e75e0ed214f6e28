-- Random bytes, and the keys made of them.

-- Sixteen random bytes. gen_random_uuid is the only strong source without an extension, and the six fixed bits of
-- a UUID are in the bytes that are left out here.
create function random_bytes_16() returns bytea language sql volatile as $$
  select substring(uuid_send(a) from 1 for 6) || substring(uuid_send(a) from 10 for 7)
      || substring(uuid_send(b) from 10 for 3)
  from (select gen_random_uuid() as a, gen_random_uuid() as b) random
$$;

-- The keys that all servers of this database share. Each is created on first use.
create table shared_keys (
  purpose text primary key,
  key bytea not null default (random_bytes_16() || random_bytes_16()) check (octet_length(key) = 32)
);
comment on table shared_keys is 'Keys that all server processes share';
