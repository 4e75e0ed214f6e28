import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createEvent, fillEvent } from '../harness/fill.mjs';
import { call, logIn } from '../harness/http.mjs';
import { judge } from '../harness/table.mjs';

const VIEWERS = 2000;
const STUCK = 50;
const DRAWS = 10;

/** How soon 2,000 open raffle pages receive a draw, and 'Continue' after it, while 50 others do not read. */
export async function measure(workshop) {
  const database = await workshop.empty();
  const eventId = await createEvent(database.sql, 'The live hall');
  await fillEvent(database.sql, eventId, 100);
  return workshop.withServer({ database }, async (server) => {
    const token = await logIn(server.url);
    const before = await server.readGauges();
    const hall = fork(fileURLToPath(new URL('../harness/viewers.mjs', import.meta.url)));
    try {
      hall.send({ url: server.url, eventId, viewers: VIEWERS, stuck: STUCK });
      await once(hall, 'message');
      const after = await server.readGauges();
      const delays = { draw: [], proceed: [] };
      const url = `${server.url}/api/events/${eventId}`;
      for (let draw = 0; draw < DRAWS; draw++) {
        const told = once(hall, 'message');
        const { bytes } = await call(`${url}/draw-winner`, { method: 'POST', token, body: {} });
        const { number, conductedAt } = JSON.parse(bytes);
        const [{ heard }] = await told;
        // Recorded just before the commit, by the same machine's clock.
        delays.draw.push(...heard.map((at) => at - Date.parse(conductedAt)));
        const continued = once(hall, 'message');
        const calledAt = Date.now();
        await call(`${url}/stage`, { method: 'PATCH', token, body: { continued: number } });
        const [{ heard: heardNext }] = await continued;
        delays.proceed.push(...heardNext.map((at) => at - calledAt));
      }
      for (const sorted of Object.values(delays)) sorted.sort((a, b) => a - b);
      const news = (what, against, sorted) =>
        judge({
          what: `${what}, told to ${VIEWERS.toLocaleString('en-GB')} open raffle pages`,
          value: sorted[Math.floor(sorted.length * 0.99)],
          unit: ' ms',
          against: `99th percentile from ${against}, ${DRAWS} times, ${STUCK} pages stuck`,
          atMost: 500,
          details: { median: sorted[sorted.length >> 1], last: sorted.at(-1) },
        });
      return [
        news('a draw', 'the commit', delays.draw),
        news("'Continue'", 'the call', delays.proceed),
        judge({
          what: 'memory for each of them',
          value: (after.memory - before.memory) / 1024 / (VIEWERS + STUCK),
          unit: ' KiB',
          against: 'growth of the process',
          atMost: 40,
        }),
      ];
    } finally {
      hall.kill();
    }
  });
}
