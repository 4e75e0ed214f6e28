import { call, logIn } from '../harness/http.mjs';
import { judge, median } from '../harness/table.mjs';

const ROUNDS = 7;

/** The pages that count leads, with a million leads. */
export async function measure(workshop) {
  const database = await workshop.million();
  return workshop.withServer({ database }, async ({ url }) => {
    const token = await logIn(url);
    const time = async (path) => {
      const times = [];
      for (let round = 0; round < ROUNDS; round++) {
        times.push((await call(`${url}${path}`, { token })).ms);
      }
      return { value: median(times), details: { times } };
    };
    return [
      judge({
        what: 'events with their counts, 1,000,000 leads',
        ...(await time('/api/events')),
        unit: ' ms',
        against: 'wall time of GET /api/events',
        atMost: 250,
      }),
      judge({
        what: 'the dashboard, 1,000,000 leads',
        ...(await time('/api/analytics?timeZone=Europe/London')),
        unit: ' ms',
        against: 'wall time of GET /api/analytics',
        atMost: 300,
      }),
    ];
  });
}
