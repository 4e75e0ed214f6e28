// The rows that are test suites: they run together and are reported one by one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const files = {
  'two starts on one data directory, starts after kill -9': [
    'server/src/main.test.ts',
    'server/src/db/embedded.test.ts',
    'server/src/db/embedded-install.test.ts',
  ],
  'one client id a hundred times, limits of a venue and of a contact': [
    'server/src/features/leads/submission.test.ts',
  ],
  'draws at once': ['server/src/features/raffle/raffle.test.ts'],
  'bad input on every call': [
    ...['bodies', 'fields', 'addresses', 'http'].map((of) => `server/src/test/bad-${of}.test.ts`),
    'server/src/plugins/problems.test.ts',
  ],
  'slow clients are timed out': ['server/src/test/slow-clients.test.ts'],
  'every call × everybody': ['server/src/test/access.test.ts'],
  'headers and log lines': [
    'server/src/plugins/security-headers.test.ts',
    'server/src/plugins/request-log.test.ts',
  ],
  'harmless CSV cells': ['contract/src/csv.test.ts'],
  'wrong clocks of clients': ['server/src/test/client-clock.test.ts'],
  'several processes, clean ends': [
    'server/src/workers.test.ts',
    'server/src/test/processes.test.ts',
    'server/src/plugins/sockets.test.ts',
  ],
};

let results;

export const suites = Object.entries(files).map(([name, paths]) => ({
  name,
  run: async () => {
    results ??= runAll();
    const found = (await results).filter(({ name }) => paths.some((path) => name.endsWith(path)));
    const tests = found.flatMap(({ assertionResults }) => assertionResults);
    const passed = tests.filter(({ status }) => status === 'passed').length;
    return {
      ok: found.length === paths.length && passed > 0 && passed === tests.length,
      figures: `${passed} of ${tests.length} tests of ${paths.join(', ')}`,
    };
  },
}));

async function runAll() {
  const directory = await mkdtemp(join(tmpdir(), 'drawbridge-faults-'));
  const report = join(directory, 'report.json');
  const vitest = join(
    dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
    'vitest.mjs',
  );
  const args = [vitest, 'run', ...Object.values(files).flat(), '--reporter=json'];
  const child = spawn(process.execPath, [...args, `--outputFile=${report}`], {
    cwd: root,
    env: { ...process.env, THOROUGH: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'close');
  try {
    return JSON.parse(await readFile(report, 'utf8')).testResults;
  } finally {
    await rm(directory, { recursive: true });
  }
}
