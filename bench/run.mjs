// `npm run bench` measures everything and writes its table into docs/performance.md and README.md;
// `npm run bench -- NAME…` only prints some rows.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { ensureBuilt } from '../scripts/build.mjs';
import { asTable } from './harness/table.mjs';

/** The figures in the README, described for organisers. */
const inReadme = {
  'public entries, 64 connections':
    'visitors enter at the same time, each stored before the response',
  'the public form, never visited before': 'the form is usable on a slow phone and a slow line',
  'a draw among 100,000 verified leads': 'a draw among 100,000 people',
  'a draw, sent to 2,000 open raffle pages': '2,000 phones in the hall show the winner',
  'the first rows of 1,000,000 leads on the screen': 'the list of 1,000,000 leads is on the screen',
  'the backup of 1,000,000 leads': 'a backup of 1,000,000 leads',
};

// Stopping it also stops the servers that it has started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await ensureBuilt();
// Imported after the build, because these modules use it.
const { openDatabases } = await import('./harness/databases.mjs');
const rows = {};
for (const file of ['entries', 'raffle', 'screens', 'files', 'growth', 'others']) {
  Object.assign(rows, (await import(`./rows/${file}.mjs`)).rows);
}
// PocketBase is installed only for those who ask for its row.
const always = Object.keys(rows).filter((name) => name !== 'pocketbase');

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(rows, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. The rows are: ${Object.keys(rows).join(', ')}`);
  process.exit(1);
}

const began = Date.now();
const databases = await openDatabases();
const results = [];
try {
  for (const name of requested.length > 0 ? requested : always) {
    process.stderr.write(`${name} …\n`);
    const measurements = await rows[name](databases);
    for (const { what, measured } of measurements) process.stderr.write(`  ${what}: ${measured}\n`);
    results.push(...measurements);
  }
} finally {
  await databases.close();
}
const machine = describeMachine();
const table = asTable(['what', 'measured', 'how', 'goal', 'reached'], results);
console.log(`${table}\n\n${machine}`);
if (requested.length === 0) {
  replaceTable('docs/performance.md', `${table}\n\n${machine}`);
  const figures = Object.entries(inReadme).map(([name, what]) => ({
    ...results.find((result) => result.what === name),
    what,
  }));
  replaceTable('README.md', asTable(['what', 'measured'], figures));
}

function describeMachine() {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(began);
  // Shows what else was running: a busy machine distorts every figure.
  const load = loadavg().map((value) => Math.round(value * 100) / 100);
  return (
    `Version ${version}, ${day}: ${availableParallelism()} cores (${cpus()[0]?.model}) for server, PostgreSQL and load ` +
    `generator together, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, ` +
    `Node.js ${process.version}, load ${load.join(' ')}, ${Math.round((Date.now() - began) / 1000)} s`
  );
}

/** Replaces the text between the markers. */
function replaceTable(path, content) {
  const file = new URL(`../${path}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const [before, rest] = text.split('<!-- bench -->');
  const [, after] = rest.split('<!-- /bench -->');
  const between = `<!-- bench -->\n${content}\n<!-- /bench -->`;
  writeFileSync(file, before + between + after);
}
