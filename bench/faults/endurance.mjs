import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { call, send } from '../harness/http.mjs';
import { median } from '../harness/table.mjs';
import { createEvent, seconds, startOn, withDirectory } from './visitors.mjs';

const SLOW = 500;
const SAMPLES = 400;
/** A median of half a millisecond is noisy, but waiting for 500 other clients would be far slower. */
const RATIO = 3;
const DROPPED_MS = 45_000;
const HEAD = 'POST /api/leads/public HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n';
/** What a slow client sends at once, and every second. */
const kinds = [
  ['', ''],
  [`${HEAD}x-slow: `, 'z'],
  [`${HEAD}content-length: 60000\r\n\r\n{"name": "`, 'z'],
];

const REQUESTS = 200_000;
const CLIENTS = 64;
const MIB = 1024 * 1024;
/** Allowed growth from the first third to the last: a leak of 100 bytes per request would be 13 MiB. */
const HEAP_GROWTH = 8 * MIB;
const RSS_GROWTH = 64 * MIB;

/** 500 sockets send nothing or a byte a second: other clients are not affected, and these are dropped. */
export async function serveSlowClients() {
  return withDirectory(async (directory) => {
    const server = await startOn(directory);
    const { eventId } = await createEvent(server.url);
    const sample = () => medianOf(server.url, eventId);
    await sample();
    const without = [await sample()];
    const slow = await Promise.all(Array.from({ length: SLOW }, (_, i) => dawdle(server.url, i)));
    const beside = await sample();
    const open = slow.filter(({ socket }) => !socket.closed).length;
    const longest = Math.max(...(await Promise.all(slow.map(({ lifetime }) => lifetime))));
    without.push(await sample());
    const ratio = beside / Math.min(...without);
    const code = await server.stop();
    return {
      ok: code === 0 && ratio <= RATIO && longest <= DROPPED_MS,
      figures: `median of others ${ratio.toFixed(2)} × that without them (${open} were open), the last slow one dropped after ${seconds(longest)}`,
    };
  });
}

async function medianOf(url, eventId) {
  const times = [];
  for (let i = 0; i < SAMPLES; i++) {
    times.push((await call(url, 'GET', `/api/events/${eventId}`)).ms);
  }
  return median(times);
}

async function dawdle(url, index) {
  const { hostname, port } = new URL(url);
  const [text, byte] = kinds[index % kinds.length];
  const began = performance.now();
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  socket.write(text);
  const trickle = setInterval(() => byte && socket.write(byte), 1_000);
  const lifetime = once(socket, 'close').then(() => {
    clearInterval(trickle);
    return performance.now() - began;
  });
  return { socket, lifetime };
}

/** Compares the memory in use after garbage collection, after each third of the requests. */
export async function watchMemory() {
  return withDirectory(async (directory) => {
    // Rate limits are on and every client has its own address: the table of counts must not grow either.
    const limits = { PUBLIC_SUBMITS_PER_MINUTE: '1000000', TRUST_PROXY: '1' };
    const server = await startOn(directory, limits, { nodeArgs: ['--expose-gc'] });
    const event = await createEvent(server.url);
    // What the first requests of each kind allocate once is not a leak.
    await sendMany(server.url, event, REQUESTS / 20);
    const left = [];
    for (let third = 0; third < 3; third++) {
      await sendMany(server.url, event, Math.ceil(REQUESTS / 3));
      left.push(await server.readGauges('collect'));
    }
    const code = await server.stop();
    const growth = (figure) => left[2][figure] - left[0][figure];
    const mib = (figure) => left.map((one) => (one[figure] / MIB).toFixed(1)).join(', ');
    return {
      ok: code === 0 && growth('heap') < HEAP_GROWTH && growth('memory') < RSS_GROWTH,
      figures: `${REQUESTS} requests; heap ${mib('heap')} MiB, all ${mib('memory')} MiB after each third`,
    };
  });
}

let count = 0;

/** Alternates between entries, look-ups, invalid requests and unauthorised ones. */
async function sendMany(url, { eventId, token }, requests) {
  let left = requests;
  const phone = () => `07${String(count).padStart(9, '0')}`;
  const address = () => `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
  const enter = (body) =>
    send(url, 'POST', '/api/leads/public', { body, headers: { 'x-forwarded-for': address() } });
  const kinds = [
    () => enter({ id: randomUUID(), eventId, name: `Visitor ${count}`, phone: phone() }),
    () => send(url, 'GET', `/api/events/${eventId}`),
    () => enter({ eventId, name: 'A', phone: { a: [count] }, [`field${count}`]: '\u0000' }),
    () => send(url, 'GET', `/api/auth/me`, { token }),
    () => send(url, 'GET', `/api/nothing/${count}`, { token: 'a'.repeat(43) }),
  ];
  const client = async () => {
    while (left-- > 0) {
      count += 1;
      const { status } = await kinds[count % kinds.length]();
      if (status >= 500) throw new Error(`A request was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}
