// A process of its own that enters leads as fast as the server answers, by autocannon.
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

process.on('message', async ({ url, eventId, answers, connections = 64, seconds }) => {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/leads/public',
        headers: { 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: newLead(eventId, answers) }),
      },
    ],
  });
  const { p50, p99, max } = result.latency;
  const count = result['2xx'];
  process.send({
    count,
    perSecond: count / ((result.finish - result.start) / 1000),
    p50,
    p99,
    max,
    failed: result.non2xx + result.errors + result.timeouts,
  });
});

// It ends with the benchmark, however that ends.
process.on('disconnect', () => process.exit());

/** A new person every time, with a random British mobile number and an entry code of their device. */
function newLead(eventId, answers) {
  const id = randomUUID();
  const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
  return JSON.stringify({
    id,
    eventId,
    name: `Visitor ${digits}`,
    phone: `074${digits}`,
    email: `visitor${digits}@example.com`,
    // The last character of a code carries three bits.
    entryCode: `${id.replaceAll('-', '').slice(0, 25).toUpperCase()}0`,
    ...(answers && { answers }),
  });
}
