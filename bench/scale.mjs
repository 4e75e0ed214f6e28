// `npm run scale` measures how ten times the load behaves beside one time; `npm run scale -- NAME` measures one part.
// It takes about an hour and 25 GB. SCALE=0.01 tries it out with a hundredth of everything, and SCALE_DATA names a
// directory whose filled databases are kept and used again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { ensureBuilt } from '../scripts/build.mjs';

const parts = ['leads', 'draw', 'pages', 'start'];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. The parts are: ${parts.join(', ')}`);
  process.exit(1);
}
// Whoever stops it also stops the servers that it has started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await ensureBuilt();
// Imported after the build, because the harness uses it.
const { startCluster } = await import('./harness/cluster.mjs');
const { asGrowthTable } = await import('./harness/table.mjs');

const factor = Number(process.env.SCALE ?? 1);
const cluster = await startCluster({ directory: process.env.SCALE_DATA });
const reports = [];
try {
  for (const name of wanted.length > 0 ? wanted : parts) {
    const { measure } = await import(`./scale/${name}.mjs`);
    const note = (text) => process.stderr.write(`${new Date().toISOString()} ${name}: ${text}\n`);
    const began = { at: new Date().toISOString(), load: load() };
    const rows = await measure({ cluster, factor, note });
    reports.push({
      part: name,
      began,
      ended: { at: new Date().toISOString(), load: load() },
      rows,
    });
    console.log(
      `\n${name}, load ${began.load} before and ${load()} after\n\n${asGrowthTable(rows)}`,
    );
  }
} finally {
  await cluster.stop();
}

const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
};
// A part that is measured alone leaves the others as they were.
const target = new URL('scale-results.json', import.meta.url);
const known = existsSync(target) ? JSON.parse(readFileSync(target, 'utf8')) : {};
for (const { part, ...report } of reports) known[part] = { factor, machine, ...report };
writeFileSync(target, `${JSON.stringify(known, null, 2)}\n`);
console.log(
  `\n${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB, ${machine.platform}, ` +
    `Node.js ${machine.node}, ${new Date().toISOString()}${factor === 1 ? '' : `, ${factor} of the load`}`,
);

function load() {
  return loadavg()[0].toFixed(1);
}
