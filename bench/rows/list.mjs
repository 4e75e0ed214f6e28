import { performance } from 'node:perf_hooks';
import { call, logIn } from '../harness/http.mjs';
import { format, judge, median } from '../harness/table.mjs';

const ROUNDS = 5;
const MIB = 2 ** 20;

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

/** All leads as one list, compared with PostgreSQL building one JSON document of the same fields. */
export async function measure(workshop) {
  const database = await workshop.crowd();
  return workshop.withServer({ database }, async (server) => {
    const token = await logIn(server.url);
    const list = (encoding) => call(`${server.url}/api/leads`, { token, encoding });
    const { memory } = await server.readGauges({ reset: true });
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ aggregate: await aggregate(database.sql), list: (await list('identity')).ms });
    }
    const packed = await list('gzip');
    const { peakMemory } = await server.readGauges();
    const filtered = await measureFilters(server, token);
    const ms = (which) => format(median(rounds.map((round) => round[which])));
    return [
      judge({
        what: 'the list of 100,000 leads',
        value: median(rounds.map((round) => round.list / round.aggregate)),
        unit: ' ×',
        against: `${ms('list')} ms to ${ms('aggregate')} ms of json_agg`,
        atMost: 1.3,
        details: { rounds, packed: { ms: packed.ms, bytes: packed.bytes.length } },
      }),
      judge({
        what: 'memory that it takes',
        value: (peakMemory - memory) / MIB,
        unit: ' MiB',
        against: `most of ${ROUNDS + 1} lists over ${format(memory / MIB)} MiB before`,
        atMost: 64,
      }),
      ...filtered,
    ];
  });
}

/** The same list with each filter, and how long it blocks other requests. */
async function measureFilters(server, token) {
  const { memory } = await server.readGauges({ reset: true });
  const filters = [];
  for (const filter of FILTERS) {
    const { ms, bytes } = await call(`${server.url}/api/leads?${filter}`, { token });
    const { longestBlockMs, peakMemory } = await server.readGauges({ reset: true });
    filters.push({ filter, ms, bytes: bytes.length, longestBlockMs, peakMemory });
  }
  const worst = (figure) => filters.reduce((a, b) => (b[figure] > a[figure] ? b : a));
  const [blocked, largest] = [worst('longestBlockMs'), worst('peakMemory')];
  return [
    judge({
      what: 'the event loop during a filtered list',
      value: blocked.longestBlockMs,
      unit: ' ms',
      against: `the longest that it was blocked, by ${blocked.filter}`,
      atMost: 50,
      details: { filters },
    }),
    judge({
      what: 'memory that a filtered list takes',
      value: (largest.peakMemory - memory) / MIB,
      unit: ' MiB',
      against: `most of ${FILTERS.length} filters over ${format(memory / MIB)} MiB before`,
      atMost: 64,
    }),
  ];
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
