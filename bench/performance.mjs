// What a whole run of `npm run bench` says in the documents.
import { readFileSync, writeFileSync } from 'node:fs';
import { asMarkdown, asTable } from './harness/table.mjs';

/** The figures that the README shows, in an organiser's words. */
const inReadme = {
  'durable public entries, 64 connections':
    'visitors enter at the same time, each stored before the answer',
  'the public form, never visited before': 'the form is usable on a slow phone and a slow line',
  'a draw among 100,000 verified leads': 'a draw among 100,000 people',
  'a draw, told to 2,000 open raffle pages': '2,000 phones in the hall show the winner',
  'the first rows of 1,000,000 leads on the screen': 'the list of 1,000,000 leads is on the screen',
  'the backup of 1,000,000 leads': 'a backup of 1,000,000 leads',
};

export function describeMachine({ version, measuredAt, seconds, machine }) {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(measuredAt));
  return (
    `Version ${version}, ${day}: ${machine.cores} cores (${machine.processor}) for server, PostgreSQL and load generator ` +
    `together, ${machine.memoryGiB} GiB, ${machine.platform}, Node.js ${machine.node}, load ${machine.load.join(' ')}, ${seconds} s`
  );
}

export function writeDocuments(measured) {
  replaceTable('docs/performance.md', asMarkdown(measured.results), measured);
  const figures = Object.entries(inReadme).flatMap(([what, plain]) => {
    const result = measured.results.find((one) => one.what === what);
    return result ? [[plain, result.plain ?? result.measured]] : [];
  });
  replaceTable('README.md', asTable(['what', 'measured'], figures), measured);
}

/** Between the markers is what the command writes. */
function replaceTable(path, table, measured) {
  const file = new URL(`../${path}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const begin = text.indexOf('<!-- bench -->');
  const end = text.indexOf('<!-- /bench -->');
  if (begin < 0 || end < begin) throw new Error(`${path} has no place for the table`);
  const head = text.slice(0, begin);
  const between = `<!-- bench -->\n${table}\n\n${describeMachine(measured)}\n`;
  writeFileSync(file, head + between + text.slice(end));
}
