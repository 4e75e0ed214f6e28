// What every fault needs: a real server on its own data directory, load, and a check of the stored data.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDirectory, startServer as start } from '../../scripts/lib/server-process.mjs';

const administrator = { username: 'admin', password: 'correct-horse' };

export function startServer(dataDir, env = {}) {
  return start({
    env: {
      LOG_LEVEL: 'fatal',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: administrator.password,
      PUBLIC_SUBMITS_PER_MINUTE: '0',
      ...env,
    },
  });
}

/** A data directory; at the end its PostgreSQL is stopped if it is still running. */
export async function withDirectory(work) {
  const { path, remove } = await makeDataDirectory();
  try {
    furnish(path);
    return await work(path);
  } finally {
    await stopDatabase(path);
    await remove();
  }
}

/** Spares a first start if there is a database with our administrator to copy. */
export function furnish(dataDir) {
  const from = process.env.FAULTS_DATABASE;
  if (from) spawnSync('cp', ['-Rp', join(from, 'postgres'), dataDir]);
}

export async function stopDatabase(dataDir) {
  const { withEmbedded } = await import('../../server/dist/db/embedded.js');
  await withEmbedded({ dataDir, log: { info() {}, warn() {} } }, async () => {});
}

export async function postmasterPid(dataDir) {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export function send(url, method, path, { body, token, headers = {} } = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      {
        method,
        agent,
        headers: {
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      (response) => {
        let received = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          received += chunk;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, text: received }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

export async function createEvent(url) {
  const login = await send(url, 'POST', '/api/auth/login', { body: administrator });
  const { token } = JSON.parse(login.text);
  const body = { name: 'Fault fair', date: '2026-12-05', location: 'Hall 7', status: 'active' };
  const event = await send(url, 'POST', '/api/events', { body, token });
  return { eventId: JSON.parse(event.text).id, token };
}

let people = 0;
function newLead(eventId) {
  people += 1;
  const number = String(people).padStart(9, '0');
  return { id: randomUUID(), eventId, name: `Visitor ${number}`, phone: `07${number}` };
}

/** Visitors who send one entry at a time and record the responses, each at most one per `paceMs`. */
export function startLoad(urlOf, eventId, visitors = 16, paceMs = 0) {
  const load = {
    /** Answered 2xx: these must be stored. */
    answered: new Map(),
    /** No response: these may be stored, and are sent again. */
    unknown: new Map(),
    refused: 0,
    /** Unexpected responses, and 503 responses without Retry-After. */
    bad: [],
    /** How many entries got no response at all. */
    unanswered: 0,
    slowestMs: 0,
    /** When the last entry that was answered 2xx was sent. */
    lastGoodBegan: 0,
    stop: async () => {
      going = false;
      await Promise.all(loops);
    },
    /** Waits until the given number of further entries has been answered. */
    more: async (count, patienceMs = 60_000) => {
      const goal = load.answered.size + count;
      const deadline = performance.now() + patienceMs;
      while (load.answered.size < goal) {
        if (performance.now() > deadline)
          throw new Error(`No ${count} answers in ${patienceMs} ms`);
        await delay(5);
      }
    },
  };
  let going = true;
  const visit = async () => {
    while (going) {
      const lead = newLead(eventId);
      const began = performance.now();
      try {
        const answer = await send(urlOf(), 'POST', '/api/leads/public', { body: lead });
        load.slowestMs = Math.max(load.slowestMs, performance.now() - began);
        if (answer.status === 201 || answer.status === 200) {
          load.answered.set(lead.id, lead);
          load.lastGoodBegan = Math.max(load.lastGoodBegan, began);
        } else {
          load.unknown.set(lead.id, lead);
          load.refused += 1;
          const comeBack = answer.status === 503 && Number(answer.headers['retry-after']) > 0;
          if (!comeBack || !/^[A-Z].*\.$/.test(answer.text)) {
            load.bad.push(`${answer.status} ${answer.text.slice(0, 80)}`);
          }
          await delay(20);
        }
      } catch {
        load.unanswered += 1;
        load.unknown.set(lead.id, lead);
        await delay(20);
      }
      const rest = began + paceMs - performance.now();
      if (rest > 0) await delay(rest);
    }
  };
  const loops = Array.from({ length: visitors }, visit);
  return load;
}

/** Resends entries without a response, as phones do, and counts lost and duplicate leads. */
export async function settle(url, { eventId, token }, loads) {
  let resent = 0;
  const answered = new Set();
  for (const load of loads) {
    for (const id of load.answered.keys()) answered.add(id);
    for (const lead of load.unknown.values()) {
      const answer = await send(url, 'POST', '/api/leads/public', { body: lead });
      if (answer.status !== 200 && answer.status !== 201) {
        throw new Error(`Sent again: ${answer.status} ${answer.text}`);
      }
      resent += 1;
      answered.add(lead.id);
    }
  }
  const list = await send(url, 'GET', `/api/leads?eventId=${eventId}`, { token });
  const leads = JSON.parse(list.text);
  const ids = new Set(leads.map(({ id }) => id));
  const phones = new Set(leads.map(({ phone }) => phone));
  return {
    stored: leads.length,
    resent,
    lost: [...answered].filter((id) => !ids.has(id)).length,
    twice: leads.length - phones.size,
  };
}

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
