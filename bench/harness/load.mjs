// Visitors who enter as fast as the server responds, by autocannon.
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

const SECONDS = 4;

export async function enter({ url, eventId, connections = 64, seconds = SECONDS }) {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/leads/public',
        headers: { 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: JSON.stringify(newLead(eventId)) }),
      },
    ],
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) {
    throw new Error(`${failed} requests failed: ${JSON.stringify(result.statusCodeStats)}`);
  }
  const count = result['2xx'];
  const took = (result.finish - result.start) / 1000;
  return { count, perSecond: count / took, p50: result.latency.p50, p99: result.latency.p99 };
}

/** A new person every time, with a random British mobile number and an entry code of their device. */
function newLead(eventId) {
  const id = randomUUID();
  const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
  return {
    id,
    eventId,
    name: `Visitor ${digits}`,
    phone: `074${digits}`,
    email: `visitor${digits}@example.com`,
    // The last character of a code carries three bits.
    entryCode: `${id.replaceAll('-', '').slice(0, 25).toUpperCase()}0`,
  };
}
