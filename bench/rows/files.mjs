import { join } from 'node:path';
import { send } from '../../scripts/lib/api.mjs';
import { makeDataDirectory, runProgram, startServer } from '../../scripts/lib/server-process.mjs';
import { judge, median, repeat } from '../harness/table.mjs';

export const rows = { export: measureExport, backup: measureBackup, start: measureStart };

async function measureExport(databases) {
  const database = await databases.peopleOf(100_000);
  return databases.withServer(database, async ({ url, token }) => {
    const answers = await repeat(() => send(url, 'GET', '/api/leads/export', { token }));
    if (answers.some(({ status }) => status !== 200)) throw new Error('The export failed');
    return [
      judge({
        what: 'the export of 100,000 leads',
        value: median(answers.map(({ ms }) => ms)),
        unit: ' ms',
        how: 'the whole CSV file',
        atMost: 1000,
      }),
    ];
  });
}

async function withDirectory(work) {
  const { path, remove } = await makeDataDirectory();
  try {
    return await work(path);
  } finally {
    await remove();
  }
}

/** A backup of a million leads and its restoration, as an operator runs them. */
async function measureBackup(databases) {
  const { environment } = await databases.million();
  return withDirectory(async (directory) => {
    const args = [join(directory, 'million.tar.gz')];
    const into = { DATA_DIR: directory };
    return [
      await run('the backup of 1,000,000 leads', 'backup', 120, { args, env: environment }),
      await run('its restoration into an empty database', 'restore', 40, { args, env: into }),
    ];
  });
}

async function run(what, command, atMost, options) {
  const began = performance.now();
  const { ended, output } = runProgram(command, options);
  if ((await ended) !== 0) throw new Error(`${command} failed: ${output.stderr}`);
  const value = (performance.now() - began) / 1000;
  return judge({ what, value, unit: ' s', how: 'wall time of the command', atMost });
}

/** The time from `npm start` on an existing data directory to the first response. */
async function measureStart() {
  return withDirectory(async (directory) => {
    const env = { DATA_DIR: directory };
    if ((await runProgram('demo', { env }).ended) !== 0) throw new Error('The demo failed');
    const times = await repeat(async () => {
      const began = performance.now();
      const server = await startServer({ command: ['npm', 'start'], env });
      await fetch(`${server.url}/readyz`);
      const ms = performance.now() - began;
      await server.stop();
      return ms;
    });
    return [
      judge({
        what: '`npm start` to the first answer',
        value: median(times),
        unit: ' ms',
        how: 'a built checkout with data in its directory',
        atMost: 1200,
      }),
    ];
  });
}
