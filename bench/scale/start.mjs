import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withBrowser } from '../../scripts/lib/browsers.mjs';
import { createEvent } from '../harness/fill.mjs';
import { startServer } from '../harness/processes.mjs';
import { cpuSecondsOf } from '../harness/procfs.mjs';

const SECONDS = 10;
const VISITS = 5000;
const CLIENTS = 2;

/** The doors open: 500 and 5,000 people open the form within ten seconds, each from their own address, and enter. */
export async function measure({ cluster, factor, note }) {
  const database = await cluster.createDatabase('start');
  await (await startServer({ database })).stop();
  const eventId = await createEvent(database.sql);
  const page = `/event/${eventId}/submit`;
  const results = {};
  for (const workers of [1, 2]) {
    // With the limits that every installation has.
    const env = { WORKERS: String(workers), PUBLIC_SUBMITS_PER_MINUTE: '' };
    const server = await startServer({ database, env });
    try {
      const files = await filesOf(server.url, page);
      note(`${files.length} files beside the page: ${files.join(' ')}`);
      const job = { url: server.url, eventId, page, files };
      await arrive({ ...job, from: 100_000 }, Math.ceil(50 * factor));
      for (const [size, visits] of [
        ['one', VISITS / 10],
        ['ten', VISITS],
      ]) {
        const before = cpuSecondsOf(server.pid);
        const result = await arrive(job, Math.round(visits * factor));
        results[`${size}${workers}`] = {
          ...result,
          cpuMs: ((cpuSecondsOf(server.pid) - before) / result.done) * 1000,
        };
        note(`${workers} processes: ${JSON.stringify(results[`${size}${workers}`])}`);
      }
    } finally {
      await server.stop();
    }
  }
  return [1, 2].flatMap((workers) => {
    const on = workers === 1 ? 'one process' : 'two processes';
    const row = (what, unit, figure, atMost) => {
      const [one, ten] = ['one', 'ten'].map((size) => results[`${size}${workers}`][figure]);
      const goal = atMost === undefined ? '' : `≤ ${atMost}${unit}`;
      return {
        what: `${what}, ${on}`,
        unit,
        one,
        ten,
        goal,
        reached: atMost === undefined ? undefined : ten <= atMost,
      };
    };
    return [
      row(
        `visits that failed, of ${(VISITS * factor) / 10} and ${VISITS * factor}`,
        '',
        'failed',
        0,
      ),
      row('until the page is there, median', ' ms', 'pageMedian'),
      row('the same, 99th percentile', ' ms', 'pageP99'),
      row('until everything is loaded, 99th percentile', ' ms', 'loadedP99'),
      row('an entry, 99th percentile', ' ms', 'entryP99'),
      row('from the first visit to the last answer', ' s', 'seconds'),
      row('CPU time of the server for a visit', ' ms', 'cpuMs'),
    ];
  });
}

/** What a browser loads from the server for the page, after the page itself. */
async function filesOf(url, path) {
  return withBrowser(async (browser) => {
    const page = await browser.newPage();
    const files = new Set();
    page.on('request', (request) => {
      const { origin, pathname, search } = new URL(request.url());
      if (origin === url && request.method() === 'GET') files.add(`${pathname}${search}`);
    });
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
    files.delete(path);
    return [...files];
  });
}

async function arrive(job, visits) {
  const began = performance.now();
  const clients = Array.from({ length: CLIENTS }, () =>
    fork(fileURLToPath(new URL('../harness/visitors.mjs', import.meta.url))),
  );
  const share = Math.floor(visits / CLIENTS);
  for (const [at, client] of clients.entries()) {
    client.send({
      ...job,
      from: (job.from ?? 0) + at * share + 1,
      visits: share,
      seconds: SECONDS,
    });
  }
  const answers = await Promise.all(clients.map((client) => once(client, 'message')));
  const seconds = (performance.now() - began) / 1000;
  for (const client of clients) client.kill();
  const all = answers.flatMap(([answer]) => answer.visits);
  const done = all.filter(({ failure }) => !failure);
  const failures = {};
  for (const { failure } of all) if (failure) failures[failure] = (failures[failure] ?? 0) + 1;
  const sorted = (figure) => done.map((visit) => visit[figure]).sort((a, b) => a - b);
  const at = (figure, share) => sorted(figure)[Math.floor(done.length * share)];
  return {
    done: done.length,
    failed: all.length - done.length,
    failures,
    seconds,
    pageMedian: at('pageMs', 0.5),
    pageP99: at('pageMs', 0.99),
    loadedP99: at('loadedMs', 0.99),
    entryP99: at('entryMs', 0.99),
  };
}
