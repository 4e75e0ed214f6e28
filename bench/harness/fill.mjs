/** Creates an event for entries, owned by the administrator from the server's first start. */
export async function createEvent(sql, name = 'Harbour Winter Fair') {
  const [event] = await sql`
    insert into events (name, date, location, status, country, created_by)
    select ${name}, '2026-12-05', 'Hall 7, Bristol', 'active', 'GB', id
    from users where role = 'admin'
    returning id`;
  return event.id;
}

/** Adds verified leads with phone numbers in random order; one person in twenty has two leads. */
export async function fillEvent(sql, eventId, leads) {
  await sql`
    insert into leads (event_id, name, email, phone, phone_key, status, source, submitted_at,
                       verified_at, fingerprint)
    select ${eventId}::uuid, 'Visitor ' || person,
           'visitor' || person || '@example.com',
           '0' || number, '+44' || number,
           'verified', 'qr', now() - n * interval '1 second', now(), sha256(n::text::bytea)
    from (
      select n, (case when n % 20 = 0 then n - 1 else n end) * 6700417::bigint % 9999999967 as person
      from generate_series(1, ${leads}::int) n
    ) people, lpad((person * 7919 % 10000000000)::text, 10, '0') number`;
}

/** Does what autovacuum would do a minute later. */
export async function settle(sql) {
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}
