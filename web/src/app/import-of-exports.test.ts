import { BYTE_ORDER_MARK, csvLines } from '@drawbridge/contract/csv';
import { detailColumns, exportColumns } from '@drawbridge/contract/lead-values';
import { expect, it } from 'vitest';
import { guessColumns } from '../features/imports/matching/guess-columns.ts';
import { openFile } from '../features/imports/reading/read-file.ts';

const head = [...exportColumns, ...detailColumns];
const rows = [
  ['Zoë "Zo" <b> & Co _x0041_', 'zoe@example.com', '07700900121', 'pending', 'qr', '', 'Fair'],
  ['Łukasz 漢字', '', '4740612345', 'verified', 'volunteer', '', 'Fair'],
];

it('an exported CSV file can be read again', () => {
  const bytes = new TextEncoder().encode(BYTE_ORDER_MARK + csvLines([head, ...rows]));
  expect(openFile(bytes).read(0).rows).toEqual([head, ...rows]);
});

it('the columns of an export are found', () => {
  expect(guessColumns(head, rows)).toEqual({ name: 0, email: 1, phone: 2 });
});
