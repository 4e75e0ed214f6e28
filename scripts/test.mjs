// npm test: runs side by side what does not need one another, and says how long each step took.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
};

/** The last two have the machine to themselves and show their progress; of the others only a failure is shown. */
const steps = {
  build: { command: 'node scripts/build.mjs' },
  lint: { command: 'npm run --silent lint' },
  units: { command: 'vitest run --project units contract/src web/src', after: ['lint'] },
  // Reads the declarations that the build writes.
  types: { command: 'npm run --silent types', after: ['build'] },
  tests: { command: 'vitest run server/src scripts/', after: ['types', 'units'], shown: true },
  journeys: { command: 'playwright test', after: ['tests'], shown: true },
};

const began = performance.now();
const started = new Map();
let failed = false;

/** Once a step has failed no other begins; one that runs beside it ends, because it may be writing the build. */
function start(name) {
  if (!started.has(name)) started.set(name, run(name));
  return started.get(name);
}

async function run(name) {
  const { command, after = [], shown = false } = steps[name];
  await Promise.all(after.map(start));
  if (failed) return;
  const since = performance.now();
  const { code, output } = await execute(command, shown);
  const time = `${((performance.now() - since) / 1000).toFixed(1)} s`;
  if (code === 0) {
    console.log(`✓ ${name} (${time})`);
    return;
  }
  failed = true;
  console.error(`${output}\n✗ ${name} failed (${time}): ${command}`);
}

function execute(command, shown) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, {
      cwd: root,
      env,
      shell: true,
      stdio: shown ? 'inherit' : 'pipe',
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

await Promise.all(Object.keys(steps).map(start));
if (failed) process.exitCode = 1;
else console.log(`Everything passed (${((performance.now() - began) / 1000).toFixed(0)} s)`);
