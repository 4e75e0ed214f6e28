import { withBrowser } from '../../scripts/lib/browsers.mjs';
import { createEvent } from '../harness/databases.mjs';
import { call } from '../harness/http.mjs';
import { startHelper } from '../harness/server.mjs';
import { format, judge, median, percentile } from '../harness/table.mjs';
import { watchLongTasks } from './screens.mjs';

const VERIFY_TIMEOUT_MS = 600_000;
const STUCK = 50;

export const rows = { draw: measureDraws, 'large-draw': measureLargeDraws, pages: measurePages };

const draw = async ({ url, token }, eventId) =>
  call(url, 'POST', `/api/events/${eventId}/draw-winner`, { token, body: {} });

/** Ten draws among 100,000 people, and the page that checks them. */
function measureDraws(databases) {
  return measure(databases, 'crowd', 'a draw among 100,000 verified leads', 10, 1000, verify);
}

function measureLargeDraws(databases) {
  return measure(databases, 'people', 'a draw among 1,000,000 verified leads', 3, 5000);
}

async function measure(databases, size, what, draws, atMost, afterwards) {
  const database = await databases[size]();
  const [eventId] = database.eventIds;
  return databases.withServer(database, async (server) => {
    const times = [];
    await server.readGauges('reset');
    for (let n = 0; n < draws; n++) times.push((await draw(server, eventId)).ms);
    const { longestBlockMs } = await server.readGauges();
    return [
      judge({
        what,
        value: Math.max(...times),
        unit: ' ms',
        against: `the slowest of ${draws}`,
        atMost,
      }),
      judge({
        what: 'the event loop meanwhile',
        value: longestBlockMs,
        unit: ' ms',
        against: 'the longest that it was blocked',
        atMost: 50,
      }),
      ...((await afterwards?.(`${server.url}/event/${eventId}/raffle/verify`, draws)) ?? []),
    ];
  });
}

/** Opens the page, waits until it says that all draws are right, and reports the longest task meanwhile. */
function verify(url, draws) {
  return withBrowser(async (browser) => {
    const page = await browser.newPage();
    const checking = page.waitForRequest(/\/draws\/\d+$/);
    await page.goto(url);
    await checking;
    const readLongestTask = await watchLongTasks(page);
    const began = performance.now();
    const done = page.getByText(/^All \S+ draws check out\.$/).first();
    await done.waitFor({ timeout: VERIFY_TIMEOUT_MS });
    const seconds = format((performance.now() - began) / 1000);
    return [
      judge({
        what: 'the verify page while it checks them',
        value: await readLongestTask(),
        unit: ' ms',
        against: `the longest task, if any is over 50 ms; ${draws} draws took ${seconds} s`,
        atMost: 50,
      }),
    ];
  });
}

/** How soon open raffle pages receive a draw, and 'Continue' after it, while others do not read. */
async function measurePages(databases) {
  // Half of the files that a process may open are for other requests.
  process.report.excludeNetwork = true;
  const files = process.report.getReport().userLimits.open_files.soft;
  const room = files === 'unlimited' ? Number.POSITIVE_INFINITY : files / 2 - 100;
  const hall = await tell(databases, 2000, 10);
  const applauding = await tell(databases, 2000, 10, { applaud: true });
  const arena = await tell(databases, Math.floor(Math.min(10_000, room)), 5);
  const pages = (count) => `told to ${count.toLocaleString('en-GB')} open raffle pages`;
  const since = (which, times, figures) =>
    `${which}, ${times} times, ${STUCK} pages stuck; median ${format(median(figures))} ms`;
  const memory = ({ kib }, atMost) =>
    judge({
      what: 'memory for each of them',
      value: kib,
      unit: ' KiB',
      against: 'growth of the process',
      atMost,
    });
  return [
    judge({
      what: `a draw, ${pages(2000)}`,
      value: percentile(hall.draw, 0.99),
      unit: ' ms',
      against: since('99th percentile from the commit', 10, hall.draw),
      atMost: 500,
    }),
    judge({
      what: 'the same draw, while all of them applaud',
      value: percentile(applauding.draw, 0.99) - percentile(hall.draw, 0.99),
      unit: ' ms',
      against: since('later, at the 99th percentile', 10, applauding.draw),
      atMost: 100,
    }),
    judge({
      what: `'Continue', ${pages(2000)}`,
      value: percentile(hall.proceed, 0.99),
      unit: ' ms',
      against: since('99th percentile from the call', 10, hall.proceed),
      atMost: 500,
    }),
    memory(hall, 40),
    judge({
      what: `a draw, ${pages(arena.count)}`,
      value: Math.max(...arena.draw),
      unit: ' ms',
      against: since('the last of them from the commit', 5, arena.draw),
      atMost: 1000,
    }),
    memory(arena, 15),
  ];
}

async function tell(databases, count, draws, options) {
  const database = await databases.empty();
  const eventId = await createEvent(database.sql, 'The live hall', 100);
  return databases.withServer(database, async (server) => {
    const viewers = startHelper('viewers.mjs');
    try {
      const before = await server.readGauges();
      await viewers.ask({ url: server.url, eventId, viewers: count, stuck: STUCK, ...options });
      const after = await server.readGauges();
      const delays = { draw: [], proceed: [] };
      for (let n = 0; n < draws; n++) {
        const told = viewers.next();
        const { number, conductedAt } = JSON.parse((await draw(server, eventId)).text());
        // Recorded just before the commit, by the same machine's clock.
        delays.draw.push(...(await told).map((at) => at - Date.parse(conductedAt)));
        const continued = viewers.next();
        const calledAt = Date.now();
        const body = { continued: number };
        const { token } = server;
        await call(server.url, 'PATCH', `/api/events/${eventId}/stage`, { token, body });
        delays.proceed.push(...(await continued).map((at) => at - calledAt));
      }
      return { count, ...delays, kib: (after.memory - before.memory) / 1024 / (count + STUCK) };
    } finally {
      viewers.stop();
    }
  });
}
