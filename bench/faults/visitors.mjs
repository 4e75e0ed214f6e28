// The common parts of all faults: a real server on its own data directory, visitors who enter, and a check of the
// stored leads.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { call, logIn, send } from '../../scripts/lib/api.mjs';
import { ADMIN, startServer } from '../harness/server.mjs';

const TIMEOUT_MS = 120_000;

export const startOn = (dataDir, env) => startServer({ DATA_DIR: dataDir, ...env });

export async function createEvent(url) {
  const { token } = await logIn(url, ADMIN);
  const body = { name: 'Fault fair', date: '2026-12-05', location: 'Hall 7', status: 'active' };
  const event = await call(url, 'POST', '/api/events', { token, body });
  return { eventId: event.id, token };
}

export async function until(condition, complaint, patienceMs = TIMEOUT_MS) {
  const deadline = performance.now() + patienceMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(complaint);
    await delay(5);
  }
}

let people = 0;
function newLead(eventId) {
  people += 1;
  const number = String(people).padStart(9, '0');
  return { id: randomUUID(), eventId, name: `Visitor ${number}`, phone: `07${number}` };
}

/** Visitors who send one entry at a time and record the responses, each at most one per `paceMs`. */
export function startLoad(url, eventId, visitors = 16, paceMs = 0) {
  let going = true;
  let lastGoodAt = performance.now();
  const load = {
    /** The entries with a 2xx response, which must be stored. */
    answered: new Map(),
    /** The entries that were refused or had no response. They may be stored, and are sent again. */
    unknown: new Map(),
    refused: 0,
    unanswered: 0,
    /** Unexpected responses, and 503 responses without Retry-After. */
    bad: [],
    slowestMs: 0,
    /** The time at which the last entry with a 2xx response was sent. */
    lastGoodBegan: 0,
    /** The longest time without a 2xx response. */
    longestPauseMs: 0,
    async stop() {
      going = false;
      await Promise.all(loops);
    },
    /** Waits until the given number of further entries has 2xx responses. */
    more(count) {
      const goal = load.answered.size + count;
      return until(() => load.answered.size >= goal, `No ${count} more answers`);
    },
  };
  const loops = Array.from({ length: visitors }, async () => {
    while (going) {
      const began = performance.now();
      const good = await enter(newLead(eventId), began);
      await delay(Math.max(good ? 0 : 20, began + paceMs - performance.now()));
    }
  });
  return load;

  async function enter(lead, began) {
    const answer = await send(url, 'POST', '/api/leads/public', { body: lead }).catch(() => {});
    if (answer) load.slowestMs = Math.max(load.slowestMs, answer.ms);
    const good = answer?.status === 201 || answer?.status === 200;
    load[good ? 'answered' : 'unknown'].set(lead.id, lead);
    if (good) {
      const now = performance.now();
      load.longestPauseMs = Math.max(load.longestPauseMs, now - lastGoodAt);
      load.lastGoodBegan = Math.max(load.lastGoodBegan, began);
      lastGoodAt = now;
    } else if (!answer) load.unanswered += 1;
    else {
      load.refused += 1;
      const { status, headers, text } = answer;
      const comeBack = status === 503 && Number(headers.get('retry-after')) > 0;
      if (!comeBack || !/^[A-Z].*\.$/.test(text)) load.bad.push(`${status} ${text.slice(0, 80)}`);
    }
    return good;
  }
}

/** Resends entries without a response, as phones do, and reports in figures whether anything is lost or duplicated. */
export async function settle(url, { eventId, token }, loads) {
  const sum = (count) => loads.reduce((total, load) => total + count(load), 0);
  const expected = new Set(loads.flatMap(({ answered }) => [...answered.keys()]));
  const unsure = loads.flatMap(({ unknown }) => [...unknown.values()]);
  for (const { id } of unsure) expected.add(id);
  const resend = async () => {
    while (unsure.length > 0) await call(url, 'POST', '/api/leads/public', { body: unsure.pop() });
  };
  await Promise.all(Array.from({ length: 16 }, resend));
  const leads = await call(url, 'GET', `/api/leads?eventId=${eventId}`, { token });
  const ids = new Set(leads.map(({ id }) => id));
  const lost = [...expected].filter((id) => !ids.has(id)).length;
  const twice = leads.length - new Set(leads.map(({ phone }) => phone)).size;
  const bad = loads.flatMap((load) => load.bad);
  const [refused, unanswered] = [sum((load) => load.refused), sum((load) => load.unanswered)];
  const slowestMs = Math.max(...loads.map((load) => load.slowestMs));
  return {
    kept: lost === 0 && twice === 0,
    /** True if every entry had a response: either 2xx, or a 503 with Retry-After. */
    polite: bad.length === 0 && unanswered === 0,
    refused,
    slowestMs,
    figures:
      `${sum((load) => load.answered.size)} answered, ${refused} told to come back, ${unanswered} not answered, ` +
      `${bad.length} answered wrongly${bad.length > 0 ? ` (${bad[0]})` : ''}; ${leads.length} stored after all ` +
      `others were sent again: ${lost} lost, ${twice} twice; slowest answer ${seconds(slowestMs)}`,
  };
}

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
