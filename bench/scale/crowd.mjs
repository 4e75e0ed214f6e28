// Millions of leads as events collect them, written by PostgreSQL itself.
import { startServer } from '../harness/processes.mjs';

const FIRST =
  'Amir Ana Bruno Chloé Dora Elif Femi Grace Hiro Ines Jakub Kofi Lena Mateo Nadia Olga Priya Quentin Rosa Søren Tariq Uma Viktor Wei Ximena Yusuf Zoë'.split(
    ' ',
  );
const LAST =
  'Abbott Bakker Castillo Dubois Eriksen Fischer García Haddad Ivanova Jansen Kowalska Lindqvist Müller Nakamura Okafor Petrov Quinn Rossi Shah Tanaka Underwood Varga Weiss Xu Yılmaz Zhang'.split(
    ' ',
  );
const VOLUNTEERS_PER_EVENT = 10;
const HOUR_MS = 3_600_000;
/** How many leads one statement writes. */
const PIECE = 50_000;

/** A database with an administrator and events of `leads` leads each; one that was filled before is used again. */
export async function openCrowd(cluster, name, { events, leads, verifiedOnly = false }, note) {
  let database = await cluster.createDatabase(name);
  // The counts are written last. A few leads come and go while something is measured.
  const [{ filled }] = await database.sql`
    select coalesce(sum(n), 0)::int as filled from lead_counts where kind = 'event'`;
  if (filled < events * leads * 0.99) {
    note(`filling ${name}: ${events} events of ${leads} leads`);
    await cluster.dropDatabase(name);
    database = await cluster.createDatabase(name);
    // The first start creates the administrator.
    await (await startServer({ database })).stop();
    await fill(database.sql, { events, leads, verifiedOnly }, note);
  }
  const ids = await database.sql`select id from events order by date desc, id`;
  return { ...database, eventIds: ids.map(({ id }) => id) };
}

/** Triggers and indexes would take most of the time, so the indexes are made at the end and the leads counted then. */
async function fill(sql, { events, leads, verifiedOnly }, note) {
  const run = (text) => sql.query({ text, values: [] }, { replan: true, timeoutMs: HOUR_MS });
  const indexes = await sql`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'leads' and indexname not in (
      select conname from pg_constraint where conrelid = 'leads'::regclass)`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  await sql.unsafe('alter table leads disable trigger all');
  await sql`
    insert into users (username, password_hash, name)
    select 'volunteer' || n, '-', 'Volunteer ' || n from generate_series(1, ${VOLUNTEERS_PER_EVENT + events}::int) n
    on conflict do nothing`;
  await sql`
    insert into events (name, date, location, status, country, created_by)
    select 'Winter Fair ' || n, '2026-11-01'::date - (n * 730 / ${events}::int), 'Hall 7, Bristol', 'active', 'GB',
           (select id from users where role = 'admin' limit 1)
    from generate_series(1, ${events}::int) n`;
  const ids = await sql`select id, date from events order by date desc, id`;
  for (const [at, { id, date }] of ids.entries()) {
    for (let first = 0; first < leads; first += PIECE) {
      await fillEvent(sql, {
        id,
        date,
        from: at * leads + first + 1,
        to: at * leads + Math.min(first + PIECE, leads),
        verifiedOnly,
        at,
        volunteers: VOLUNTEERS_PER_EVENT + ids.length,
      });
    }
    if (at % 20 === 19) note(`${(at + 1) * leads} leads`);
  }
  await sql.unsafe('alter table leads enable trigger all');
  note('indexes');
  await run(`set maintenance_work_mem = '1GB'`);
  for (const { definition } of indexes) await run(definition);
  note('statistics');
  await run('truncate lead_counts');
  await run('insert into lead_counts select * from counted_leads');
  await run('vacuum (analyze)');
  await run('checkpoint');
}

/** Three days from nine to seven; one person in twenty comes back; a third is collected by volunteers or imported. */
async function fillEvent(sql, { id, date, from, to, verifiedOnly, at, volunteers }) {
  await sql`
    insert into leads (event_id, name, email, phone, phone_key, phone_valid, status, verified_at, source, channel,
                       submitted_by, submitter_name, submitted_at, fingerprint)
    select ${id}::uuid, first_name || ' ' || last_name,
           case when person % 5 > 0 then 'p' || person || '@' || (array['example.com','example.org','mail.example'])[(1 + person % 3)::int] end,
           '0' || number, '+44' || number, person % 25 > 0, status,
           case when status <> 'pending' then at end,
           case when chance < 70 then 'qr' else 'volunteer' end,
           case when chance < 70 then 'form' when chance < 97 then 'volunteer' else 'import' end,
           case when chance >= 70 then v.id end, case when chance >= 70 then v.name end,
           at, sha256(n::text::bytea)
    from (
      select n, (hashint8(n) & 2147483647) % 100 as chance,
             (case when n % 20 = 0 then n - 1 else n end) * 6700417::bigint % 9999999967 as person,
             ${date}::date + interval '9 hours' + (n % 3) * interval '1 day' + random() * interval '10 hours' as at
      from generate_series(${from}::bigint, ${to}::bigint) n
      order by at
    ) visit
    cross join lateral (select lpad((person * 7919 % 10000000000)::text, 10, '0') as number,
                    (${FIRST}::text[])[1 + (hashint8(person) & 2147483647) % ${FIRST.length}::int] as first_name,
                    (${LAST}::text[])[1 + (hashint8(person * 31) & 2147483647) % ${LAST.length}::int] as last_name,
                    case when ${verifiedOnly}::boolean or n % 20 < 11 then 'verified' when n % 20 < 18 then 'pending' else 'promoted' end
                      as status) details
    left join (select id, name, row_number() over (order by created_at, username) - 1 as place
               from users where role = 'volunteer') v
      on v.place = (n % ${VOLUNTEERS_PER_EVENT}::int + ${at}::int * 7) % ${volunteers}::int`;
}
