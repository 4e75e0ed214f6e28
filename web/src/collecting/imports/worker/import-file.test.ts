import { IMPORT_ROWS_MAX } from '@drawbridge/contract/collecting/imports';
import { expect, test } from 'vitest';
import { UnreadableFile } from '../reading/table.ts';
import { ImportFile } from './import-file.ts';

async function open(lines: string[]): Promise<ImportFile> {
  const file = new ImportFile();
  await file.open(new Blob([lines.join('\n')]));
  return file;
}
const plan = (leadsFrom: number) => ({
  matching: { name: 0, phone: 1 },
  leadsFrom,
  country: 'GB',
  questions: [],
  maxChances: 5,
});
const check = (file: ImportFile, leadsFrom: number) => file.check(plan(leadsFrom), () => {});

test('chances are added up as they count, and rows with more than that are counted', async () => {
  const file = await open([
    'Name,Phone,Chances',
    'Zoë,07400 123456,9',
    'Amir,07400 123457,',
    'Ines,07400 123458,3',
  ]);
  const matching = { name: 0, phone: 1, chances: 2 };
  expect(file.check({ ...plan(1), matching }, () => {}).chances).toEqual({
    total: 9,
    most: 5,
    above: 1,
  });
  expect(check(file, 1).chances).toBeUndefined();
});

test('every row but the header is either ready or wrong, and the result file says what became of it', async () => {
  const file = await open([
    'Attendees,',
    'Name,Phone',
    'Zoë Okafor,07400 123456',
    'Z,1',
    'Amir Haddad,07400 123457',
  ]);
  const { ready, wrong, problems } = check(file, 2);
  expect([ready, wrong, problems.map(({ number }) => number)]).toEqual([2, 1, [4]]);
  expect(file.nextRows(0).map(({ row }) => row)).toEqual([1, 3]);
  const result = await file.writeResult({ event: [3], file: [] }).text();
  expect(result.split('\r\n').map((line) => line.split(',')[2])).toEqual([
    '""',
    '"Result"',
    '"Imported"',
    '"Left out: with errors',
    '"Left out: duplicate',
  ]);
  expect(check(file, 0)).toMatchObject({ ready: 2, wrong: 3 });
});

test('a file without rows is refused', async () => {
  await expect(open(['', ' , '])).rejects.toThrow(new UnreadableFile('This file has no rows.'));
});

test('the most rows that can be imported are counted without the header', async () => {
  const lines = Array<string>(IMPORT_ROWS_MAX + 1).fill('x,1');
  const tooMany = /^This file has more than 100,000 rows, .* Split it and try again\.$/;
  await expect(open([...lines, 'x,1'])).rejects.toThrow(tooMany);
  // One of the rows may be the header.
  const file = await open(lines);
  expect(() => check(file, 0)).toThrow(tooMany);
});
