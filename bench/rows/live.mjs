import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createEvent, fillEvent } from '../harness/fill.mjs';
import { call, logIn } from '../harness/http.mjs';
import { judge } from '../harness/table.mjs';

const VIEWERS = 2000;
const STUCK = 50;
const DRAWS = 10;

/** How soon 2,000 open raffle pages receive a draw, while 50 others do not read. */
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
      const delays = [];
      for (let draw = 0; draw < DRAWS; draw++) {
        const told = once(hall, 'message');
        const { bytes } = await call(`${server.url}/api/events/${eventId}/draw-winner`, {
          method: 'POST',
          token,
          body: {},
        });
        // Recorded just before the commit, by the same machine's clock.
        const drawnAt = Date.parse(JSON.parse(bytes).conductedAt);
        const [{ heard }] = await told;
        delays.push(...heard.map((at) => at - drawnAt));
      }
      delays.sort((a, b) => a - b);
      return [
        judge({
          what: `a draw, told to ${VIEWERS.toLocaleString('en-GB')} open raffle pages`,
          value: delays[Math.floor(delays.length * 0.99)],
          unit: ' ms',
          against: `99th percentile from the commit, over ${DRAWS} draws, ${STUCK} pages stuck`,
          atMost: 500,
          details: { median: delays[delays.length >> 1], last: delays.at(-1) },
        }),
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
