import { performance } from 'node:perf_hooks';
import { makeDataDirectory, runProgram, startServer } from '../../scripts/lib/server-process.mjs';
import { judge, median } from '../harness/table.mjs';

const ROUNDS = 5;

/** The time from `npm start` on an existing data directory to the first response. */
export async function measure() {
  const data = await makeDataDirectory();
  const env = { DATA_DIR: data.path };
  try {
    const code = await runProgram('demo', { env }).ended;
    if (code !== 0) throw new Error('The data directory could not be filled');
    const times = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await startOnce(env));
    return [
      judge({
        what: '`npm start` to the first answer',
        value: median(times),
        unit: ' ms',
        against: 'a built checkout with data in its directory',
        atMost: 2000,
        details: { times },
      }),
    ];
  } finally {
    await data.remove();
  }
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
