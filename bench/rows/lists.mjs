import { randomUUID } from 'node:crypto';
import { call } from '../harness/http.mjs';
import { cpuSecondsOf } from '../harness/server.mjs';
import { alternate, format, judge, median } from '../harness/table.mjs';

const MIB = 2 ** 20;
/** For what administrators look at with 1,000,000 leads. */
const AT_MOST_MS = 300;

/** Each filter; those without a comment match all of the 100,000 leads. */
const FILTERS = [
  'source=qr',
  'status=verified',
  'q=visitor',
  'from=2000-01-01',
  'to=2100-01-01',
  // Matches none.
  'q=nobody-is-called-this',
];

/** Fewer than a sponsor may make in a minute, both kinds together. */
const SEARCHES = 50;

/** What the other screens of administrators and visitors read. */
const readsOf = (event, answer) => [
  `/api/events/${event}`,
  '/api/leads?limit=30',
  '/api/leads?limit=30&sort=oldest',
  '/api/leads?limit=30&sort=name',
  `/api/leads?limit=30&sort=name&eventId=${event}`,
  '/api/leads?limit=30&status=promoted',
  '/api/leads?limit=30&from=2026-10-31&to=2026-11-01',
  '/api/leads?limit=30&q=ok',
  '/api/leads?limit=30&q=okafor',
  '/api/leads?limit=30&q=chloe%20okafor',
  '/api/leads?limit=30&q=318524',
  '/api/leads?limit=30&q=nobody-is-called-this',
  `/api/leads?limit=30&q=okafor&eventId=${event}`,
  `/api/leads?limit=30&eventId=${event}&answers=${answer}`,
  '/api/leads/counts',
  `/api/leads/counts?eventId=${event}`,
  '/api/leads/counts?q=okafor',
  '/api/leads/counts?q=318524',
  `/api/leads/counts?eventId=${event}&answers=${answer}`,
  '/api/leads/marks',
  `/api/leads/marks?eventId=${event}`,
  '/api/leads/submitters',
  '/api/users/volunteers',
  `/api/events/${event}/readiness`,
  `/api/events/${event}/eligible`,
  '/api/audit?limit=30',
  `/event/${event}/submit`,
  `/api/events/${event}/live/missed`,
];

export const rows = {
  reads: measureReads,
  sponsor: measureSponsorPage,
  list: measureList,
  export: measureExport,
};

async function timeOf({ url, token }, path, headers) {
  return (await call(url, 'GET', path, { token, headers })).ms;
}

async function medianOf(server, path) {
  const rounds = await alternate({ ms: () => timeOf(server, path) });
  return median(rounds.map(({ ms }) => ms));
}

/** Gives an event a question, and each of its leads one of five answers. */
async function answerQuestion({ url, token }, sql, event) {
  const id = randomUUID();
  const questions = [{ id, kind: 'rating', label: 'How do you like it?' }];
  const body = { version: 1, questions };
  await call(url, 'PUT', `/api/events/${event}/questions`, { token, body });
  await sql`
    update leads set answers = jsonb_build_object(${id}::text, 1 + abs(hashtext(id::text)) % 5)
    where event_id = ${event}::uuid`;
  await sql`vacuum (analyze) leads`;
  return `${id}:5`;
}

async function measureReads(databases) {
  const database = await databases.million();
  const event = database.eventIds[3];
  return databases.withServer(database, async (server) => {
    const answer = await answerQuestion(server, database.sql, event);
    const time = async (what, path, atMost) =>
      judge({
        what: `${what}, 1,000,000 leads`,
        value: await medianOf(server, path),
        unit: ' ms',
        against: `wall time of GET ${path.split('?')[0]}`,
        atMost,
      });
    const events = await time('events with their counts', '/api/events', 250);
    const analytics = '/api/analytics?timeZone=Europe/London';
    const dashboard = await time('the dashboard', analytics, AT_MOST_MS);
    const others = {};
    for (const path of readsOf(event, answer)) others[path] = await medianOf(server, path);
    const [slowest, value] = Object.entries(others).reduce((a, b) => (b[1] > a[1] ? b : a));
    return [
      events,
      dashboard,
      judge({
        what: 'every other list, search and count, 1,000,000 leads',
        value,
        unit: ' ms',
        against: `the slowest of ${Object.keys(others).length}: ${slowest.replaceAll(/[\da-f-]{36}/g, 'ID')}`,
        atMost: AT_MOST_MS,
      }),
    ];
  });
}

/** A search on a sponsor's page that finds every lead, and one that finds few; and an entry beside many at once. */
async function measureSponsorPage(databases) {
  const database = await databases.shared();
  const { sql } = database;
  const [eventId] = database.eventIds;
  const postgres = await databases.findPostgres();
  return databases.withServer(database, async ({ url, token, pid }) => {
    const ask = (method, path, body) => call(url, method, path, { token, body });
    const logo = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
    const created = await ask('POST', '/api/sponsors', { eventId, name: 'Acme', logo });
    const { id } = JSON.parse(created.text());
    await ask('PUT', `/api/sponsors/${id}/sharing`, { asked: true, questions: [], prizes: [] });
    const link = await ask('POST', `/api/sponsors/${id}/link`, {});
    const { secret } = JSON.parse(link.text());
    const opened = await call(url, 'POST', '/api/sponsor-page/session', { body: { secret } });
    const page = JSON.parse(opened.text());
    await sql`
      update leads set answers_text = 'Likes sailing boats', answers = jsonb_build_object(
        (select q->>'id' from events e, jsonb_array_elements(e.questions) q where e.id = event_id), 1)`;
    await sql`vacuum (analyze) leads`;
    const search = (text) => call(url, 'GET', `/api/sponsor-page?search=${text}`, page);
    const used = () => cpuSecondsOf(pid) + cpuSecondsOf(postgres);
    const cost = async (text) => {
      await search(text);
      const before = used();
      for (let n = 0; n < SEARCHES; n++) await search(text);
      return ((used() - before) / SEARCHES) * 1000;
    };
    const [all, few] = [await cost('a'), await cost('okafor')];
    const entry = await enterBesideSearches();
    return [
      judge({
        what: 'a search on a sponsor’s page among 12,000 shared leads',
        value: Math.max(all, few),
        unit: ' ms',
        against: `CPU time of server and PostgreSQL; ${format(all)} ms for all, ${format(few)} ms for few`,
        atMost: 20,
      }),
      judge({
        what: 'an entry to another event beside 60 such searches at once',
        value: entry,
        unit: ' ms',
        against: 'the slowest of 10, while three log-ins of one sponsor search',
        atMost: 100,
      }),
    ];

    async function enterBesideSearches() {
      const other = JSON.parse(
        (
          await ask('POST', '/api/events', {
            name: 'Other Fair',
            date: '2026-12-05',
            location: 'Hall 7',
            status: 'active',
          })
        ).text(),
      );
      const pages = [page];
      while (pages.length < 3) {
        const again = await call(url, 'POST', '/api/sponsor-page/session', { body: { secret } });
        pages.push(JSON.parse(again.text()));
      }
      const searches = Array.from({ length: 60 }, (_, n) =>
        call(url, 'GET', '/api/sponsor-page?search=a', pages[n % pages.length]),
      );
      let slowest = 0;
      for (let n = 0; n < 10; n++) {
        const { ms } = await call(url, 'POST', '/api/leads', {
          body: { id: randomUUID(), eventId: other.id, name: `Ada ${n}`, phone: `0744000000${n}` },
        });
        slowest = Math.max(slowest, ms);
      }
      await Promise.all(searches);
      return slowest;
    }
  });
}

/** All leads as one list, compared with PostgreSQL building one JSON document of the same fields. */
async function measureList(databases) {
  const database = await databases.crowd();
  return databases.withServer(database, async (server) => {
    const list = (query = '', encoding = 'identity') =>
      timeOf(server, `/api/leads${query}`, { 'accept-encoding': encoding });
    const { memory } = await server.readGauges('reset');
    const rounds = await alternate({ aggregate: () => aggregate(database.sql), list });
    await list('', 'gzip');
    const { peakMemory, memory: afterwards } = await server.readGauges('reset');
    const filters = [];
    for (const filter of FILTERS) {
      await list(`?${filter}`);
      filters.push({ filter, ...(await server.readGauges('reset')) });
    }
    const worst = (figure) => filters.reduce((a, b) => (b[figure] > a[figure] ? b : a));
    const blocked = worst('longestBlockMs');
    return [
      compareTimes('the list of 100,000 leads', rounds, 'of json_agg', 1.3),
      judge({
        what: 'memory that it takes',
        value: (peakMemory - memory) / MIB,
        unit: ' MiB',
        against: `most of ${rounds.length + 2} lists over ${format(memory / MIB)} MiB before`,
        atMost: 64,
      }),
      judge({
        what: 'the event loop during a filtered list',
        value: blocked.longestBlockMs,
        unit: ' ms',
        against: `the longest that it was blocked, by ${blocked.filter}`,
        atMost: 50,
      }),
      judge({
        what: 'memory that a filtered list takes',
        value: (worst('peakMemory').peakMemory - afterwards) / MIB,
        unit: ' MiB',
        against: `most of ${FILTERS.length} filters over ${format(afterwards / MIB)} MiB before`,
        atMost: 64,
      }),
    ];
  });
}

/** The rows of the CSV file, compared with PostgreSQL's own export. */
async function measureExport(databases) {
  const database = await databases.crowd();
  return databases.withServer(database, async (server) => {
    const rounds = await alternate({
      copy: () => copy(database.sql),
      export: () => timeOf(server, '/api/leads/export'),
    });
    return [compareTimes('the export of 100,000 leads', rounds, 'of copy to stdout', 4)];
  });
}

/** How long the second side of the rounds takes for each time of the first. */
function compareTimes(what, rounds, than, atMost) {
  const [first, second] = Object.keys(rounds[0]);
  const ms = (side) => format(median(rounds.map((round) => round[side])));
  return judge({
    what,
    value: median(rounds.map((round) => round[second] / round[first])),
    unit: ' ×',
    against: `${ms(second)} ms to ${ms(first)} ms ${than}`,
    atMost,
  });
}

async function copy(sql) {
  const client = sql.createConnection();
  await client.connect();
  let bytes = 0;
  client.connection.on('copyData', ({ chunk }) => {
    bytes += chunk.length;
  });
  const began = performance.now();
  await client.query(`
    copy (
      select name, email, phone, status, source, submitted_at
      from leads order by submitted_at desc, id desc
    ) to stdout`);
  const ms = performance.now() - began;
  await client.end();
  if (bytes < 1e6) throw new Error('The copy is shorter than it should be');
  return ms;
}

async function aggregate(sql) {
  const began = performance.now();
  const [{ leads }] = await sql`
    with first_by_phone as (
      select event_id, phone_key, min(submitted_at) as submitted_at, count(*) as entries,
             (array_agg(id order by submitted_at, id))[1] as id
      from leads group by 1, 2 having count(*) > 1
    ),
    first_by_email as (
      select event_id, email, min(submitted_at) as submitted_at,
             (array_agg(id order by submitted_at, id))[1] as id
      from leads where email is not null group by 1, 2 having count(*) > 1
    )
    select json_agg(lead)::text as leads from (
      select l.id, l.event_id as "eventId", l.name, l.email, l.phone, l.status, l.source,
             channel is not distinct from 'import' and source = 'volunteer' as imported,
             l.submitted_by as "submittedBy", l.submitter_name as "submitterName",
             l.submitted_at as "submittedAt", l.verified_at as "verifiedAt",
             nullif(case
               when (e.submitted_at, e.id) < (p.submitted_at, p.id) or p.id is null then e.id
               else p.id end, l.id) as "duplicateOf",
             coalesce(p.entries, 1) as entries,
             case when l.phone_key like '+%' then l.phone_key end as "phoneE164", l.won
      from leads l
      left join first_by_phone p on p.event_id = l.event_id and p.phone_key = l.phone_key
      left join first_by_email e on e.event_id = l.event_id and e.email = l.email
      order by l.submitted_at desc, l.id desc
    ) lead`;
  if (leads.length < 1e7) throw new Error('The list is shorter than it should be');
  return performance.now() - began;
}
