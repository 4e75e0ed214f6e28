import { call, logIn } from '../harness/http.mjs';
import { judge } from '../harness/table.mjs';

const DRAWS = 5;

/** Draws among 100,000 verified leads, and how long they block the server. */
export async function measure(workshop) {
  const database = await workshop.crowd();
  const [eventId] = database.eventIds;
  return workshop.withServer({ database }, async (server) => {
    const token = await logIn(server.url);
    const times = [];
    await server.readGauges({ reset: true });
    for (let draw = 0; draw < DRAWS; draw++) {
      const { ms } = await call(`${server.url}/api/events/${eventId}/draw-winner`, {
        method: 'POST',
        token,
        body: {},
      });
      times.push(ms);
    }
    const { longestBlockMs } = await server.readGauges();
    return [
      judge({
        what: 'a draw among 100,000 verified leads',
        value: Math.max(...times),
        unit: ' ms',
        against: `the slowest of ${DRAWS}`,
        atMost: 1000,
        details: { times },
      }),
      judge({
        what: 'the event loop meanwhile',
        value: longestBlockMs,
        unit: ' ms',
        against: 'the longest that it was blocked',
        atMost: 50,
      }),
    ];
  });
}
