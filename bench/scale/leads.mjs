import { randomUUID } from 'node:crypto';
import { call, logIn } from '../harness/http.mjs';
import { startServer } from '../harness/processes.mjs';
import { median } from '../harness/table.mjs';
import { openCrowd } from './crowd.mjs';

const ROUNDS = 8;
const LEADS_PER_EVENT = 50_000;
/** For lists, searches, counts and the dashboard with 1,000,000 leads. */
const AT_MOST_MS = 300;
const GROWTH_AT_MOST = 2;
/** Below this, noise is larger than growth. */
const NOISE_MS = 20;

/** What administrators' screens and visitors' pages read; `event` is one of the events, `q` a search. */
const reads = (event) => ({
  'the dashboard': '/api/analytics?timeZone=Europe/London',
  'all events with their counts': '/api/events',
  'one event': `/api/events/${event}`,
  'the first page of all leads': '/api/leads?limit=30',
  'the oldest leads': '/api/leads?limit=30&sort=oldest',
  'the first page of an event': `/api/leads?limit=30&eventId=${event}`,
  'an event by name': `/api/leads?limit=30&eventId=${event}&sort=name`,
  'all leads by name': '/api/leads?limit=30&sort=name',
  'all promoted leads': '/api/leads?limit=30&status=promoted',
  'all imported leads': '/api/leads?limit=30&imported=true',
  'all leads of a day': '/api/leads?limit=30&from=2026-10-31&to=2026-11-01',
  'a search for two letters': '/api/leads?limit=30&q=ok',
  'a search for a frequent name': '/api/leads?limit=30&q=okafor',
  'a search for two names': '/api/leads?limit=30&q=zoe%20okafor',
  'a search for a part of a number': '/api/leads?limit=30&q=318524',
  'a search that finds nobody': '/api/leads?limit=30&q=nobody-is-called-this',
  'a search in an event': `/api/leads?limit=30&eventId=${event}&q=okafor`,
  'counts of all leads': '/api/leads/counts',
  'counts of an event': `/api/leads/counts?eventId=${event}`,
  'counts of a day': '/api/leads/counts?from=2026-10-31&to=2026-11-01',
  'counts of a search for a frequent name': '/api/leads/counts?q=okafor',
  'counts of a search for two names': '/api/leads/counts?q=zoe%20okafor',
  'counts of a search for a part of a number': '/api/leads/counts?q=318524',
  'marks of all leads': '/api/leads/marks',
  'marks of an event': `/api/leads/marks?eventId=${event}`,
  'who has added leads': '/api/leads/submitters',
  'all volunteers with their counts': '/api/users/volunteers',
  'whether an event is ready': `/api/events/${event}/readiness`,
  'who can be drawn': `/api/events/${event}/eligible`,
  'the audit trail': '/api/audit?limit=30',
  'the form of an event': `/event/${event}/submit`,
  'what a raffle page missed': `/api/events/${event}/live/missed`,
});

const judged = /dashboard|counts|search|leads|events/;

/** Every screen and call with 1,000,000 leads in 20 events, and with 10,000,000 in 200. */
export async function measure({ cluster, factor, note }) {
  const leads = Math.round(LEADS_PER_EVENT * factor);
  const sides = {};
  for (const [size, events] of Object.entries({ one: 20, ten: 200 })) {
    const database = await openCrowd(cluster, `leads_${size}`, { events, leads }, note);
    sides[size] = await startServer({ database });
    sides[size].calls = callsOf(
      sides[size].url,
      await logIn(sides[size].url),
      database.eventIds[3],
    );
  }
  note('measuring');
  try {
    const rows = [];
    for (const what of Object.keys(sides.one.calls)) rows.push(await compare(what, sides));
    return rows;
  } finally {
    await Promise.all(Object.values(sides).map((server) => server.stop()));
  }
}

/** Rounds alternate between the two sides, because the machine is not equally busy all the time. */
async function compare(what, sides) {
  const times = { one: [], ten: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of Object.keys(times)) times[size].push(await sides[size].calls[what](round));
  }
  // The first round is not counted.
  const [one, ten] = Object.values(times).map((some) => median(some.slice(1)));
  const limit = judged.test(what) ? AT_MOST_MS : undefined;
  return {
    what,
    unit: ' ms',
    one,
    ten,
    goal: `${limit ? `≤ ${limit} ms, ` : ''}≤ ${GROWTH_AT_MOST} ×`,
    reached: (!limit || one <= limit) && ten <= Math.max(GROWTH_AT_MOST * one, NOISE_MS),
    details: times,
  };
}

/** Each call returns how many milliseconds it took. */
function callsOf(url, token, eventId) {
  const send = async (method, path, body) =>
    (await call(`${url}${path}`, { method, token, body })).ms;
  const made = [];
  const change = (fields) => (round) => send('PATCH', `/api/leads/${made[round]}`, fields);
  return {
    ...Object.fromEntries(
      Object.entries(reads(eventId)).map(([what, path]) => [what, () => send('GET', path)]),
    ),
    'all leads of a person': () =>
      send('POST', '/api/people/find', { contact: 'p6700417@example.org' }),
    'an entry': () => {
      const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
      const id = randomUUID();
      made.push(id);
      const lead = { id, eventId, name: `New ${digits}`, phone: `074${digits}` };
      return send('POST', '/api/leads/public', lead);
    },
    'a lead verified': change({ status: 'verified' }),
    'a lead renamed': change({ name: 'Somebody Else' }),
    'a lead deleted': (round) => send('DELETE', `/api/leads/${made[round]}`),
    'a draw': () => send('POST', `/api/events/${eventId}/draw-winner`, {}),
  };
}
