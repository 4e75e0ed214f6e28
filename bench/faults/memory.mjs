import autocannon from 'autocannon';
import { newLead } from '../harness/load.mjs';
import { createEvent, startOn, withDirectory } from './visitors.mjs';

const REQUESTS = 200_000;
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
async function sendMany(url, { eventId, token }, amount) {
  const post = (bodyOf) => ({
    method: 'POST',
    path: '/api/leads/public',
    setupRequest(request) {
      count += 1;
      const address = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
      return { ...request, headers, body: JSON.stringify(bodyOf()) };
    },
  });
  const requests = [
    post(() => newLead(eventId)),
    { path: `/api/events/${eventId}` },
    post(() => ({ eventId, name: 'A', phone: { a: [count] }, [`field${count}`]: '\u0000' })),
    { path: '/api/auth/me', headers: { authorization: `Bearer ${token}` } },
    { path: '/api/nothing', headers: { authorization: `Bearer ${'a'.repeat(43)}` } },
  ];
  const result = await autocannon({ url, connections: 64, amount, requests });
  if (result['5xx'] > 0) throw new Error(`${result['5xx']} requests were answered 5xx`);
}
