import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createEvent, fillEvent } from '../harness/fill.mjs';
import { call, logIn } from '../harness/http.mjs';
import { startServer } from '../harness/processes.mjs';
import { memoryOf, readOpenFiles } from '../harness/procfs.mjs';

const DRAWS = 5;
const PAGES = 10_000;
/** A client needs a file for each page, too, and a source address of its own for each 20,000 ports. */
const PAGES_PER_CLIENT = 5_000;

/** A draw told to 1,000 and 10,000 open raffle pages on one process, and to 40,000 on four. */
export async function measure({ cluster, factor, note }) {
  const database = await cluster.createDatabase('pages');
  await (await startServer({ database })).stop();
  // Half of the files are for other requests.
  const room = Math.floor((readOpenFiles() - 64) / 2);
  const ten = Math.min(Math.round(PAGES * factor), room - 8);
  const results = {};
  for (const [size, pages, workers] of [
    ['one', Math.round(ten / 10), 1],
    ['ten', ten, 1],
    // Connections are not shared out exactly evenly.
    ['forty', Math.round(ten * 3.96), 4],
  ]) {
    note(`${pages} pages on ${workers} processes`);
    results[size] = await tell(database, pages, workers);
    note(JSON.stringify(results[size]));
  }
  const { one, forty } = results;
  const row = (what, unit, from, to, atMost) => ({
    what,
    unit,
    one: from,
    ten: to,
    goal: `≤ ${atMost}${unit}`,
    reached: to <= atMost,
  });
  const named = (n) => n.toLocaleString('en-GB');
  const told = `a draw told to the last of ${named(one.pages)} and ${named(ten)} pages, one process`;
  return [
    row(told, ' ms', one.lastMs, results.ten.lastMs, 1000),
    row('memory for each of them', ' KiB', one.kib, results.ten.kib, 15),
    row(
      `the same with ${named(forty.pages)}, four processes`,
      ' ms',
      undefined,
      forty.lastMs,
      1000,
    ),
    row('memory for each of those', ' KiB', undefined, forty.kib, 15),
    { what: 'pages opened per second', unit: '', one: one.opened, ten: results.ten.opened },
  ];
}

async function tell(database, pages, workers) {
  const eventId = await createEvent(database.sql, 'The live hall');
  await fillEvent(database.sql, eventId, 100);
  const server = await startServer({ database, env: { WORKERS: String(workers) } });
  const clients = [];
  try {
    const token = await logIn(server.url);
    const before = memoryOf(server.pid);
    const began = performance.now();
    for (let left = pages; left > 0; left -= PAGES_PER_CLIENT) {
      const client = fork(fileURLToPath(new URL('../harness/viewers.mjs', import.meta.url)));
      clients.push(client);
      const from = `127.0.0.${10 + clients.length}`;
      const viewers = Math.min(left, PAGES_PER_CLIENT);
      client.send({ url: server.url, eventId, viewers, stuck: 0, from });
    }
    await Promise.all(clients.map((client) => once(client, 'message')));
    const opened = pages / ((performance.now() - began) / 1000);
    const kib = (memoryOf(server.pid) - before) / pages;
    const last = [];
    const url = `${server.url}/api/events/${eventId}`;
    for (let draw = 0; draw < DRAWS; draw++) {
      const told = Promise.all(clients.map((client) => once(client, 'message')));
      const { bytes } = await call(`${url}/draw-winner`, { method: 'POST', token, body: {} });
      const { number, conductedAt } = JSON.parse(bytes);
      const heard = (await told).flatMap(([message]) => message.heard);
      if (heard.length !== pages)
        throw new Error(`${heard.length} of ${pages} pages heard of a draw`);
      last.push(Math.max(...heard.map((at) => at - Date.parse(conductedAt))));
      const continued = Promise.all(clients.map((client) => once(client, 'message')));
      await call(`${url}/stage`, { method: 'PATCH', token, body: { continued: number } });
      await continued;
    }
    return { pages, lastMs: Math.max(...last), all: last, kib, opened };
  } finally {
    for (const client of clients) client.kill();
    await server.stop();
  }
}
