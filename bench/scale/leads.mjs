import { randomUUID } from 'node:crypto';
import { call, logIn } from '../harness/http.mjs';
import { startServer } from '../harness/processes.mjs';
import { median } from '../harness/table.mjs';
import { openCrowd } from './crowd.mjs';

const ROUNDS = 5;
const LEADS_PER_EVENT = 50_000;
/** The calls of which quality.md says more than how they grow. */
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

const judged = /dashboard|counts|list|search|page of|events/;

/** Every screen and call with 1,000,000 leads in 20 events, and with 10,000,000 in 200. */
export async function measure({ cluster, factor, note }) {
  const leads = Math.round(LEADS_PER_EVENT * factor);
  const sizes = { one: { events: 20, leads }, ten: { events: 200, leads } };
  const times = {};
  for (const [size, wanted] of Object.entries(sizes)) {
    const database = await openCrowd(cluster, `leads_${size}`, wanted, note);
    note(`measuring ${size}`);
    for (const [what, ms] of Object.entries(await timeAll(database))) {
      times[what] = { ...times[what], [size]: ms };
    }
  }
  return Object.entries(times).map(([what, { one, ten }]) => {
    const limit = judged.test(what) ? AT_MOST_MS : undefined;
    return {
      what,
      unit: ' ms',
      one,
      ten,
      goal: `${limit ? `≤ ${limit} ms, ` : ''}≤ ${GROWTH_AT_MOST} ×`,
      reached: (!limit || one <= limit) && ten <= Math.max(GROWTH_AT_MOST * one, NOISE_MS),
    };
  });
}

async function timeAll(database) {
  const event = database.eventIds[3];
  const server = await startServer({ database });
  try {
    const token = await logIn(server.url);
    const times = {};
    for (const [what, path] of Object.entries(reads(event))) {
      times[what] = await time(async () => (await call(`${server.url}${path}`, { token })).ms);
    }
    return { ...times, ...(await timeChanges(server.url, token, event)) };
  } finally {
    await server.stop();
  }
}

/** An entry through the form, what an administrator does with it, and a draw in an event of 50,000. */
async function timeChanges(url, token, eventId) {
  const send = (method, path, body) => call(`${url}${path}`, { method, token, body });
  const made = [];
  const enter = async () => {
    const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
    const body = { id: randomUUID(), eventId, name: `New ${digits}`, phone: `074${digits}` };
    const { ms } = await call(`${url}/api/leads/public`, { method: 'POST', body });
    made.push(body.id);
    return ms;
  };
  const step = (change) => async (round) =>
    (await send('PATCH', `/api/leads/${made[round]}`, change)).ms;
  return {
    'all leads of a person': await time(
      async () => (await send('POST', '/api/people/find', { contact: 'p6700417@example.org' })).ms,
    ),
    'an entry': await time(enter),
    'a lead verified': await time(step({ status: 'verified' })),
    'a lead renamed': await time(step({ name: 'Somebody Else' })),
    'a lead deleted': await time(
      async (round) => (await send('DELETE', `/api/leads/${made[round]}`)).ms,
    ),
    'a draw': await time(
      async () => (await send('POST', `/api/events/${eventId}/draw-winner`, {})).ms,
    ),
  };
}

/** The median of a few rounds, after one that is not counted. */
async function time(once) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await once(round));
  return median(times.slice(1));
}
