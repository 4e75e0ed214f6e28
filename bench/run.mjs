// `npm run bench` measures every row of the table; `npm run bench -- NAME` measures one.
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { ensureBuilt } from '../scripts/build.mjs';

await ensureBuilt();

/** One file per row, in the order of the table. */
const names = [
  'submissions',
  'million',
  'counts',
  'list',
  'export',
  'import',
  'backup',
  'draw',
  'live',
  'first-view',
  'leads-screen',
  'questions',
  'webhooks',
  'start',
];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. The rows are: ${names.join(', ')}`);
  process.exit(1);
}

// Imported after the build, because the harness uses it.
const { openWorkshop } = await import('./harness/workshop.mjs');
const { asMarkdown } = await import('./harness/table.mjs');

const began = Date.now();
const workshop = await openWorkshop();
const results = [];
try {
  for (const name of wanted.length > 0 ? wanted : names) {
    process.stderr.write(`${name} …\n`);
    const { measure } = await import(`./rows/${name}.mjs`);
    results.push(...(await measure(workshop)).map((result) => ({ row: name, ...result })));
  }
} finally {
  await workshop.close();
}

const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  // Shows what else was running: the ratios are measured side by side, but a busy machine distorts them.
  load: loadavg().map((value) => Math.round(value * 100) / 100),
};
const seconds = Math.round((Date.now() - began) / 1000);
if (wanted.length === 0) {
  const document = { measuredAt: new Date().toISOString(), seconds, machine, results };
  const target = new URL('results.json', import.meta.url);
  writeFileSync(target, `${JSON.stringify(document, null, 2)}\n`);
}
console.log(asMarkdown(results));
console.log(
  `\n${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB, ${machine.platform}, ` +
    `Node.js ${machine.node}, load ${machine.load.join(' ')}, ${seconds} s`,
);
