import { randomUUID } from 'node:crypto';
import { send } from '../harness/http.mjs';
import { createEvent, startOn, withDirectory } from './visitors.mjs';

const REQUESTS = 200_000;
const CLIENTS = 64;
const MIB = 1024 * 1024;
/** Allowed growth from the first third to the last: a leak of 100 bytes per request would be 13 MiB. */
const HEAP_GROWTH = 8 * MIB;
const RSS_GROWTH = 64 * MIB;

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
