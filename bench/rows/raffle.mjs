import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { call, send } from '../../scripts/lib/api.mjs';
import { createEvent } from '../harness/databases.mjs';
import { enter } from '../harness/load.mjs';
import { format, judge, median, percentile } from '../harness/table.mjs';

/** The number of pages that have stopped reading but are still connected. */
const STUCK = 50;
/** The number of pages opened at the same time; the system refuses connections in too long a queue. */
const AT_ONCE = 400;

export const rows = { draw: measureDraws, live: measurePages };

async function draw({ url, token }, eventId, body = {}) {
  const response = await send(url, 'POST', `/api/events/${eventId}/draw-winner`, { token, body });
  if (response.status >= 400) throw new Error(response.text);
  return response;
}

async function measureDraws(databases) {
  return [
    ...(await measure(100_000, 10, 400, async (server, eventId) => [
      ...(await drawThousand(server, eventId)),
      ...(await enterMeanwhile(server, eventId)),
    ])),
    ...(await measure(1_000_000, 3, 3000)),
  ];

  async function measure(leads, draws, atMost, more = async () => []) {
    const database = await databases.peopleOf(leads);
    const [eventId] = database.eventIds;
    return databases.withServer(database, async (server) => {
      const times = [];
      for (let n = 0; n < draws; n++) times.push((await draw(server, eventId)).ms);
      const slowest = judge({
        what: `a draw among ${leads.toLocaleString('en-GB')} verified leads`,
        value: Math.max(...times),
        unit: ' ms',
        how: `the slowest of ${draws}`,
        atMost,
      });
      return [slowest, ...(await more(server, eventId))];
    });
  }
}

async function drawThousand(server, eventId) {
  const { url, token } = server;
  const body = { eventId, name: 'A thousand vouchers', quantity: 1000 };
  const { id: prizeId } = await call(url, 'POST', '/api/prizes', { token, body });
  const { ms } = await draw(server, eventId, { prizeId });
  const what = '1,000 winners among 100,000';
  return [judge({ what, value: ms, unit: ' ms', how: 'one draw', atMost: 800 })];
}

/** How long the server answers nothing during a draw, and how long an entry at the same event waits for its end. */
async function enterMeanwhile(server, eventId) {
  const entering = enter({ url: server.url, eventId, connections: 4, seconds: 3 });
  const answers = [];
  let drawing = true;
  const watching = (async () => {
    while (drawing) answers.push((await send(server.url, 'GET', '/healthz')).ms);
  })();
  await draw(server, eventId);
  drawing = false;
  await watching;
  return [
    judge({
      what: 'the slowest other answer during a draw among 100,000',
      value: Math.max(...answers),
      unit: ' ms',
      how: `of ${answers.length}; the longest an entry of the event waits is ${format((await entering).longest)} ms`,
      atMost: 50,
    }),
  ];
}

/** The delay until open raffle pages receive a draw, while other pages do not read. */
async function measurePages(databases) {
  // Half of the files that a process may open are for other requests.
  const [, files] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
  const maxPages = Math.floor(Math.min(10_000, files / 2 - 100));
  const hall = { pages: 2000, draws: 10, share: 0.99, which: '99th percentile', atMost: 500 };
  const all = { pages: maxPages, draws: 5, share: 1, which: 'the last of them', atMost: 1000 };
  return [...(await tell(databases, hall)), ...(await tell(databases, all))];
}

async function tell(databases, { pages, draws, share, which, atMost }) {
  const database = await databases.empty();
  const eventId = await createEvent(database.sql, 'The live hall', 100);
  return databases.withServer(database, async (server) => {
    const before = memoryOf(server);
    const hall = [];
    while (hall.length < pages + STUCK) {
      const some = Math.min(AT_ONCE, pages + STUCK - hall.length);
      const opened = Array.from({ length: some }, () => watch(server.url, eventId));
      hall.push(...(await Promise.all(opened)));
    }
    for (const socket of hall.slice(pages)) socket.pause();
    const kib = (memoryOf(server) - before) / hall.length;
    const delays = [];
    for (let n = 0; n < draws; n++) {
      const notifications = Promise.all(
        hall.slice(0, pages).map((socket) => hear(socket, 'drawn')),
      );
      const { conductedAt } = JSON.parse((await draw(server, eventId)).text);
      // The time of the draw is recorded just before the commit, by the same machine's clock.
      delays.push(...(await notifications).map((at) => at - Date.parse(conductedAt)));
    }
    for (const socket of hall) socket.destroy();
    return [
      judge({
        what: `a draw, sent to ${pages.toLocaleString('en-GB')} open raffle pages`,
        value: percentile(delays, share),
        unit: ' ms',
        how: `${which} from the commit, ${draws} times, ${STUCK} pages stuck; median ${format(median(delays))} ms; ${format(kib)} KiB of memory each`,
        atMost,
      }),
    ];
  });
}

/** The resident memory of the server in KiB. */
function memoryOf({ child }) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]);
}

/** Resolves when the first message has arrived. */
async function watch(url, eventId) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  socket.write(`GET /api/events/${eventId}/live HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await hear(socket, 'snapshot');
  return socket;
}

/** Resolves with the time of the next message of this kind. */
async function hear(socket, kind) {
  for (;;) {
    const [text] = await once(socket, 'data');
    if (text.includes(`event: ${kind}`)) return performance.timeOrigin + performance.now();
  }
}
