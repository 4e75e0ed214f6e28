import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDirectory, runProgram, startServer } from '../../scripts/lib/server-process.mjs';
import { call } from '../harness/http.mjs';
import { alternate, format, judge, median } from '../harness/table.mjs';

const MIB = 2 ** 20;
const STARTS = 5;
const MOST_MEMORY_MIB = 256;

export const rows = { export: measureExport, backup: measureBackup, start: measureStart };

/** The rows of the CSV file, compared with PostgreSQL's own export. */
async function measureExport(databases) {
  const database = await databases.crowd();
  return databases.withServer(database, async ({ url, token, readGauges }) => {
    const { memory } = await readGauges('reset');
    const rounds = await alternate({
      copy: () => copy(database.sql),
      export: async () => (await call(url, 'GET', '/api/leads/export', { token })).ms,
    });
    const { peakMemory, longestBlockMs } = await readGauges();
    const ms = (side) => format(median(rounds.map((round) => round[side])));
    return [
      judge({
        what: 'the export of 100,000 leads',
        value: median(rounds.map((round) => round.export / round.copy)),
        unit: ' ×',
        how: `${ms('export')} ms to ${ms('copy')} ms of copy to stdout`,
        atMost: 4,
      }),
      judge({
        what: 'memory that it takes',
        value: (peakMemory - memory) / MIB,
        unit: ' MiB',
        how: `most of ${rounds.length + 1} exports; they blocked the event loop for ${format(longestBlockMs)} ms at most`,
        atMost: 64,
      }),
    ];
  });
}

async function copy(sql) {
  const client = sql.createConnection();
  await client.connect();
  const began = performance.now();
  await client.query(`
    copy (
      select name, email, phone, status, source, submitted_at
      from leads order by submitted_at desc, id desc
    ) to stdout`);
  const ms = performance.now() - began;
  await client.end();
  return ms;
}

async function withDirectory(work) {
  const { path, remove } = await makeDataDirectory();
  try {
    return await work(path);
  } finally {
    await remove();
  }
}

/** A backup of a million leads and its restoration, as an operator calls them. */
async function measureBackup(databases) {
  const { environment } = await databases.million();
  return withDirectory(async (directory) => {
    const file = join(directory, 'million.tar.gz');
    const backup = await run('the backup of 1,000,000 leads', 'backup', file, environment);
    const into = { DATA_DIR: directory };
    return [backup, await run('its restoration into an empty database', 'restore', file, into)];
  });
}

async function run(what, command, file, env) {
  const began = performance.now();
  const program = runProgram(command, { args: [file], env });
  let peakKib = 0;
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${program.child.pid}/status`, 'utf8');
      peakKib = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peakKib);
    } catch {
      // The command has ended, or this system shows no such figures.
    }
  }, 20);
  const code = await program.ended;
  clearInterval(watch);
  if (code !== 0) throw new Error(`${command} failed: ${program.output.stderr}`);
  const mib = Math.round(peakKib / 1024);
  return judge({
    what,
    value: (performance.now() - began) / 1000,
    unit: ' s',
    how: `wall time of the command, which took ${mib} MiB at most`,
    atMost: mib < MOST_MEMORY_MIB ? 120 : 0,
  });
}

/** The time from `npm start` on an existing data directory to the first response. */
async function measureStart() {
  return withDirectory(async (directory) => {
    const env = { DATA_DIR: directory };
    if ((await runProgram('demo', { env }).ended) !== 0) throw new Error('The demo failed');
    const times = [];
    for (let round = 0; round < STARTS; round++) {
      const began = performance.now();
      const server = await startServer({ command: ['npm', 'start'], env });
      await fetch(`${server.url}/readyz`);
      times.push(performance.now() - began);
      await server.stop();
    }
    return [
      judge({
        what: '`npm start` to the first answer',
        value: median(times),
        unit: ' ms',
        how: 'a built checkout with data in its directory',
        atMost: 2000,
      }),
    ];
  });
}
