import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDirectory, runProgram, startServer } from '../../scripts/lib/server-process.mjs';
import { judge, median } from '../harness/table.mjs';

const STARTS = 5;
const MOST_MEMORY_MIB = 256;

export const rows = { backup: measureBackup, start: measureStart };

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
    against: `wall time of the command, which took ${mib} MiB at most`,
    atMost: mib < MOST_MEMORY_MIB ? 120 : 0,
  });
}

/** The time from `npm start` on an existing data directory to the first response. */
async function measureStart() {
  return withDirectory(async (directory) => {
    const env = { DATA_DIR: directory };
    if ((await runProgram('demo', { env }).ended) !== 0) throw new Error('The demo failed');
    const times = [];
    for (let round = 0; round < STARTS; round++) times.push(await startOnce(env));
    return [
      judge({
        what: '`npm start` to the first answer',
        value: median(times),
        unit: ' ms',
        against: 'a built checkout with data in its directory',
        atMost: 2000,
      }),
    ];
  });
}

async function startOnce(env) {
  const began = performance.now();
  const server = await startServer({ command: ['npm', 'start'], env });
  const { ok } = await fetch(`${server.url}/readyz`);
  if (!ok) throw new Error('The server said that it was ready and was not');
  const ms = performance.now() - began;
  await server.stop();
  return ms;
}
