import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createEvent, send, startServer, withDirectory } from './harness.mjs';

const REQUESTS = 200_000;
const VISITORS = 64;
const MIB = 1024 * 1024;
/** Allowed growth from the first third to the last: a leak of 100 bytes per request would be 13 MiB. */
const HEAP_GROWTH = 8 * MIB;
const RSS_GROWTH = 64 * MIB;

/** Compares the memory in use after garbage collection, after each third of the requests. */
export const memory = {
  name: 'memory stays flat',
  run: () =>
    withDirectory(async (directory) => {
      const preload = new URL('./report-memory.mjs', import.meta.url).href;
      const server = await startServer(directory, {
        NODE_OPTIONS: `--expose-gc --import=${preload}`,
        // Rate limits are on and every client has its own address: the table of counts must not grow either.
        PUBLIC_SUBMITS_PER_MINUTE: '1000000',
        TRUST_PROXY: '1',
      });
      const { eventId, token } = await createEvent(server.url);
      // What the first requests of each kind allocate once is not a leak.
      await sendMany(server.url, eventId, token, REQUESTS / 20);
      const left = [];
      for (let third = 0; third < 3; third++) {
        await sendMany(server.url, eventId, token, Math.ceil(REQUESTS / 3));
        left.push(await weigh(server));
      }
      const code = await server.stop();
      const [first, , last] = left;
      const mib = (bytes) => Math.round((bytes / MIB) * 10) / 10;
      return {
        ok: code === 0 && last.heap - first.heap < HEAP_GROWTH && last.rss - first.rss < RSS_GROWTH,
        figures: `${REQUESTS} requests; heap ${left.map(({ heap }) => mib(heap)).join(', ')} MiB, all ${left.map(({ rss }) => mib(rss)).join(', ')} MiB after each third`,
      };
    }),
};

async function weigh(server) {
  const before = server.output.stderr.length;
  server.child.kill('SIGUSR2');
  for (;;) {
    const told = /memory (\{.*\})\n/.exec(server.output.stderr.slice(before));
    if (told) return JSON.parse(told[1]);
    await delay(20);
  }
}

let count = 0;

/** Alternates between entries, look-ups, invalid requests and unauthorised ones. */
async function sendMany(url, eventId, token, requests) {
  let left = requests;
  const kinds = [
    () => enter({ id: randomUUID(), eventId, name: `Visitor ${count}`, phone: phone() }),
    () => send(url, 'GET', `/api/events/${eventId}`),
    () => enter({ eventId, name: 'A', phone: { a: [count] }, [`field${count}`]: '\u0000' }),
    () => send(url, 'GET', `/api/auth/me`, { token }),
    () => send(url, 'GET', `/api/nothing/${count}`, { token: 'a'.repeat(43) }),
  ];
  const phone = () => `07${String(count).padStart(9, '0')}`;
  const enter = (body) =>
    send(url, 'POST', '/api/leads/public', {
      body,
      headers: {
        'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
      },
    });
  const visit = async () => {
    while (left-- > 0) {
      count += 1;
      const { status } = await kinds[count % kinds.length]();
      if (status >= 500) throw new Error(`A request was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
}
