import { once } from 'node:events';
import { connect } from 'node:net';
import { withBrowser } from '../../scripts/lib/browsers.mjs';
import { createEvent } from '../harness/databases.mjs';
import { call } from '../harness/http.mjs';
import { format, judge, median, percentile } from '../harness/table.mjs';
import { watchLongTasks } from './screens.mjs';

const VERIFY_TIMEOUT_MS = 600_000;
/** How many pages have stopped reading but are still connected. */
const STUCK = 50;
/** How many are opened at the same time; the system refuses connections that wait in too long a queue. */
const AT_ONCE = 400;

export const rows = { draw: measureDraws, live: measurePages };

const draw = async ({ url, token }, eventId) =>
  call(url, 'POST', `/api/events/${eventId}/draw-winner`, { token, body: {} });

/** Draws among 100,000 people, the page that checks them, and draws among a million. */
async function measureDraws(databases) {
  const some = await measure(databases, 'crowd', '100,000', 10, 1000, verify);
  return [...some, ...(await measure(databases, 'people', '1,000,000', 3, 5000))];
}

async function measure(databases, size, leads, draws, atMost, afterwards) {
  const database = await databases[size]();
  const [eventId] = database.eventIds;
  return databases.withServer(database, async (server) => {
    const times = [];
    await server.readGauges('reset');
    for (let n = 0; n < draws; n++) times.push((await draw(server, eventId)).ms);
    const { longestBlockMs } = await server.readGauges();
    return [
      judge({
        what: `a draw among ${leads} verified leads`,
        value: Math.max(...times),
        unit: ' ms',
        how: `the slowest of ${draws}`,
        atMost,
      }),
      judge({
        what: 'the event loop meanwhile',
        value: longestBlockMs,
        unit: ' ms',
        how: 'the longest that it was blocked',
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
        how: `the longest task, if any is over 50 ms; ${draws} draws took ${seconds} s`,
        atMost: 50,
      }),
    ];
  });
}

/** How soon open raffle pages receive a draw, while others do not read. */
async function measurePages(databases) {
  // Half of the files that a process may open are for other requests.
  process.report.excludeNetwork = true;
  const files = process.report.getReport().userLimits.open_files.soft;
  const room = files === 'unlimited' ? Number.POSITIVE_INFINITY : files / 2 - 100;
  const goals = [
    { pages: 2000, draws: 10, share: 0.99, which: '99th percentile', atMost: 500, kib: 40 },
    {
      pages: Math.floor(Math.min(10_000, room)),
      draws: 5,
      share: 1,
      which: 'the last of them',
      atMost: 1000,
      kib: 15,
    },
  ];
  const results = [];
  for (const goal of goals) results.push(...(await tell(databases, goal)));
  return results;
}

async function tell(databases, { pages, draws, share, which, atMost, kib }) {
  const database = await databases.empty();
  const eventId = await createEvent(database.sql, 'The live hall', 100);
  return databases.withServer(database, async (server) => {
    const before = await server.readGauges();
    const hall = [];
    while (hall.length < pages + STUCK) {
      const some = Math.min(AT_ONCE, pages + STUCK - hall.length);
      const opened = Array.from({ length: some }, () => watch(server.url, eventId));
      hall.push(...(await Promise.all(opened)));
    }
    for (const socket of hall.slice(pages)) socket.pause();
    const after = await server.readGauges();
    const delays = [];
    for (let n = 0; n < draws; n++) {
      const told = Promise.all(hall.slice(0, pages).map((socket) => hear(socket, 'drawn')));
      const { conductedAt } = JSON.parse((await draw(server, eventId)).text());
      // Recorded just before the commit, by the same machine's clock.
      delays.push(...(await told).map((at) => at - Date.parse(conductedAt)));
    }
    for (const socket of hall) socket.destroy();
    return [
      judge({
        what: `a draw, told to ${pages.toLocaleString('en-GB')} open raffle pages`,
        value: percentile(delays, share),
        unit: ' ms',
        how: `${which} from the commit, ${draws} times, ${STUCK} pages stuck; median ${format(median(delays))} ms`,
        atMost,
      }),
      judge({
        what: 'memory for each of them',
        value: (after.memory - before.memory) / 1024 / hall.length,
        unit: ' KiB',
        how: 'growth of the process',
        atMost: kib,
      }),
    ];
  });
}

/** Resolves when the first message has arrived. */
async function watch(url, eventId) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  socket.write(`GET /api/events/${eventId}/live HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await hear(socket, 'snapshot');
  return socket;
}

/** When a message of this kind has arrived. */
async function hear(socket, kind) {
  for (;;) {
    const [text] = await once(socket, 'data');
    if (text.includes(`event: ${kind}`)) return performance.timeOrigin + performance.now();
  }
}
