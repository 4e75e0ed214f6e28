-- Each event has a code for the address on its poster, which people type: /e/3f9a1c. Hexadecimal digits look
-- like no others.
alter table events add column short_code text;

create function unused_short_code() returns text language sql volatile as $$
  select code
  from (select substr(gen_random_uuid()::text, 1, 6) from generate_series(1, 10)) candidates (code)
  where not exists (select from events where short_code = code)
  limit 1
$$;

update events set short_code = unused_short_code();
-- Settles the race of two new events that draw the same code.
create unique index events_by_short_code on events (short_code);
alter table events
  alter column short_code set default unused_short_code(),
  alter column short_code set not null;
