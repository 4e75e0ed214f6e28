// `npm run bench` measures everything and writes docs/performance.md; `npm run bench -- NAME…` only prints some rows.
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { ensureBuilt } from '../scripts/build.mjs';
import { asMarkdown } from './harness/table.mjs';
import { describeMachine, writeDocuments } from './performance.mjs';

// Whoever stops it also stops the servers that it has started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await ensureBuilt();
// Imported after the build, because they use it.
const { openDatabases } = await import('./harness/databases.mjs');
const rows = {};
for (const file of ['entries', 'lists', 'raffle', 'screens', 'operation']) {
  Object.assign(rows, (await import(`./rows/${file}.mjs`)).rows);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(rows, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. The rows are: ${Object.keys(rows).join(', ')}`);
  process.exit(1);
}

const began = Date.now();
const databases = await openDatabases();
const results = [];
try {
  for (const name of wanted.length > 0 ? wanted : Object.keys(rows)) {
    process.stderr.write(`${name} …\n`);
    results.push(...(await rows[name](databases)).map((result) => ({ row: name, ...result })));
  }
} finally {
  await databases.close();
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const measured = {
  version,
  measuredAt: new Date().toISOString(),
  seconds: Math.round((Date.now() - began) / 1000),
  machine: {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    // Shows what else was running: the ratios are measured side by side, but a busy machine distorts them.
    load: loadavg().map((value) => Math.round(value * 100) / 100),
  },
  results,
};
console.log(`${asMarkdown(results)}\n\n${describeMachine(measured)}`);
if (wanted.length === 0) writeDocuments(measured);
