// A separate process that submits entries as fast as the server answers. It uses bare sockets, because it
// shares the CPU with the server and PostgreSQL.
import { connect } from 'node:net';
import { createHistogram, performance } from 'node:perf_hooks';
import { nextLead } from './next-lead.mjs';

process.on('message', async (job) => {
  process.send(await run(job));
});

/** Keeps each of `connections` busy for the given time, with one request at a time. */
async function run({ url, eventId, connections, seconds, answers }) {
  const { hostname, port } = new URL(url);
  const head = `POST /api/leads/public HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\n`;
  const more = answers ? `,"answers":${JSON.stringify(answers)}` : '';
  const latencies = createHistogram();
  const statuses = {};
  const began = performance.now();
  const end = began + seconds * 1000;

  await Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect(Number(port), hostname).setNoDelay();
      let sentAt = 0;
      let rest = '';
      const send = () => {
        const body = nextLead(eventId, more);
        sentAt = performance.now();
        // The text is ASCII, so each character is one byte.
        socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`, 'latin1');
      };
      socket.setEncoding('latin1').on('data', (piece) => {
        rest += piece;
        const headEnd = rest.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(rest)?.[1]);
        if (rest.length < headEnd + 4 + length) return;
        const now = performance.now();
        const status = rest.slice(9, 12);
        rest = '';
        latencies.record(Math.max(1, Math.round((now - sentAt) * 1000)));
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (now < end) send();
        else socket.end();
      });
      return new Promise((resolve, reject) => {
        socket.on('connect', send).on('error', reject).on('close', resolve);
      });
    }),
  );

  const elapsed = (performance.now() - began) / 1000;
  const ms = (microseconds) => microseconds / 1000;
  return {
    statuses,
    perSecond: latencies.count / elapsed,
    p50: ms(latencies.percentile(50)),
    p99: ms(latencies.percentile(99)),
    max: ms(latencies.max),
  };
}
