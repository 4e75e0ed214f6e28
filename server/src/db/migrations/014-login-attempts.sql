-- Replaces the count of failures by a leaky bucket: `settled_at` is the moment at which the attempts of a
-- subject are all forgotten, so one timestamp holds the count, and time alone lowers it. Subjects are
-- hashes of an account at an address, an account on a device, an account, or an address. An account is
-- known at an address or on a device until `known_until`, because it has logged in there.
drop table login_failures;
create table login_attempts (
  subject bytea primary key check (octet_length(subject) = 32),
  settled_at timestamptz(3) not null,
  known_until timestamptz(3),
  forgotten_at timestamptz(3) not null generated always as (greatest(settled_at, known_until)) stored
);
create index login_attempts_by_age on login_attempts (forgotten_at);

-- How long an attempt must wait, in seconds. It is counted for all subjects if it need not wait, and for
-- none otherwise. A subject may have `bursts` attempts at once and then one every `seconds`.
create function count_login_attempt(subjects bytea[], bursts int[], seconds float8[])
returns float8 language plpgsql as $$
declare
  moment timestamptz;
  wait float8;
begin
  -- A flood of early attempts only reads. The second time, the rows are locked and the answer is final.
  for locked in 0..1 loop
    if locked = 1 then
      -- Sorted, so that two attempts cannot wait for each other.
      insert into login_attempts (subject, settled_at)
      select subject, clock_timestamp() from unnest(subjects) as t (subject) order by subject
      on conflict (subject) do update set subject = excluded.subject;
    end if;
    moment := clock_timestamp();
    select max(extract(epoch from greatest(a.settled_at, moment) - moment) - (t.burst - 1) * t.second)
    into wait
    from unnest(subjects, bursts, seconds) as t (subject, burst, second)
    join login_attempts a using (subject);
    if wait > 0 then return wait; end if;
  end loop;

  update login_attempts a
  set settled_at = greatest(a.settled_at, moment) + make_interval(secs => t.second)
  from unnest(subjects, seconds) as t (subject, second)
  where a.subject = t.subject;

  -- Last, and without waiting for rows that another attempt has locked, to avoid a deadlock.
  delete from login_attempts where subject in (
    select subject from login_attempts
    where forgotten_at < moment and subject <> all(subjects) limit 100 for update skip locked);
  return 0;
end
$$;
