import { withBrowser } from '../../scripts/lib/browsers.mjs';
import { call, logIn } from '../harness/http.mjs';
import { startServer } from '../harness/processes.mjs';
import { openCrowd } from './crowd.mjs';

const DRAWS = 3;
const VERIFY_TIMEOUT_MS = 600_000;
const ALL_RIGHT = /^(The draw checks|Both draws check|All \S+ draws check) out\.$/;

/** Draws among 100,000 and among 1,000,000 people, and their proof on the verify page. */
export async function measure({ cluster, factor, note }) {
  const results = {};
  for (const [size, people] of [
    ['one', 100_000],
    ['ten', 1_000_000],
  ]) {
    const crowd = { events: 1, leads: Math.round(people * factor), verifiedOnly: true };
    const database = await openCrowd(cluster, `draw_${size}`, crowd, note);
    results[size] = await drawAndVerify(database, note);
  }
  const row = (what, unit, figure, atMost) => {
    const [one, ten] = [results.one[figure], results.ten[figure]];
    const goal = atMost && `≤ ${atMost}${unit}`;
    return { what, unit, one, ten, goal, reached: atMost && ten <= atMost };
  };
  return [
    row('a draw, the slowest', ' ms', 'drawMs', 5000),
    row('the longest that the event loop was blocked', ' ms', 'blockedMs', 50),
    row('memory that the server takes for it', ' MiB', 'memoryMib'),
    row('its proof', ' MB', 'proofMb'),
    row('the proof checked on the verify page', ' ms', 'verifyMs'),
    row('the longest task of the page while it checks, if over 50 ms', ' ms', 'taskMs', 50),
  ];
}

async function drawAndVerify(database, note) {
  const [eventId] = database.eventIds;
  const server = await startServer({ database });
  try {
    const token = await logIn(server.url);
    const times = [];
    const { memory } = await server.readGauges({ reset: true });
    for (let draw = 0; draw < DRAWS; draw++) {
      const url = `${server.url}/api/events/${eventId}/draw-winner`;
      times.push((await call(url, { method: 'POST', token, body: {} })).ms);
    }
    const { longestBlockMs, peakMemory } = await server.readGauges();
    note(`draws: ${times.map(Math.round).join(', ')} ms`);
    const { bytes } = await call(`${server.url}/api/events/${eventId}/draws/1`);
    const page = await verify(`${server.url}/event/${eventId}/raffle/verify`);
    return {
      drawMs: Math.max(...times),
      blockedMs: longestBlockMs,
      memoryMib: (peakMemory - memory) / 2 ** 20,
      proofMb: bytes.length / 1e6,
      ...page,
    };
  } finally {
    await server.stop();
  }
}

/** Opens the page, waits until it says that all draws are right, and reports the longest task meanwhile. */
async function verify(url) {
  return withBrowser(async (browser) => {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      window.longTasks = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longTasks.push(duration);
      }).observe({ type: 'longtask', buffered: true });
    });
    const began = performance.now();
    const checking = page.waitForRequest(/\/draws\/\d+$/);
    await page.goto(url);
    await checking;
    // What it took to open the page is another matter.
    await page.evaluate(() => (window.longTasks = []));
    await page.getByText(ALL_RIGHT).first().waitFor({ timeout: VERIFY_TIMEOUT_MS });
    const verifyMs = performance.now() - began;
    const tasks = await page.evaluate(() => window.longTasks);
    return { verifyMs, taskMs: Math.max(0, ...tasks) };
  });
}
