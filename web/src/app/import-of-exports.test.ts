import { expect, it } from 'vitest';
import { guessColumns } from '../features/imports/matching/guess-columns.ts';
import { openFile } from '../features/imports/reading/read-file.ts';
import { headOf } from '../features/leads/export/export-table.ts';
import { csvChunk, csvHead } from '../features/leads/export/lead-csv.ts';
import { XlsxFile } from '../features/leads/export/xlsx-file.ts';

const head = headOf({ withEvent: true });
const rows = [
  ['Zoë "Zo" <b> & Co _x0041_', 'zoe@example.com', '07700900121', 'pending', 'qr', '', 'Fair'],
  ['Łukasz 漢字', '', '4740612345', 'verified', 'volunteer', '', 'Fair'],
];

it('an exported workbook can be read again', async () => {
  const file = new XlsxFile(head);
  file.add(rows);
  const table = openFile(new Uint8Array(await file.end().arrayBuffer())).read(0);
  expect(table.rows).toEqual([head, ...rows]);
});

it('an exported CSV file can be read again', () => {
  const bytes = new TextEncoder().encode(csvHead(head) + csvChunk(rows));
  expect(openFile(bytes).read(0).rows).toEqual([head, ...rows]);
});

it('the columns of an export are found', () => {
  expect(guessColumns(head, rows)).toEqual({ name: 0, email: 1, phone: 2 });
});
