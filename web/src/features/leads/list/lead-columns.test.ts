import { expect, it } from 'vitest';
import { columnsFor } from './lead-columns.ts';

it.each([
  ['a tablet with a collapsed sidebar', 744, []],
  ['a window of 1024 px with an open sidebar', 702, []],
  ['a window of 1024 px with a collapsed sidebar', 910, ['event', 'submitted']],
  ['a laptop with a scrollbar', 943, ['event', 'source', 'addedBy', 'submitted']],
])('%s has room for the columns it shows', (_, width, columns) => {
  expect([...columnsFor(width)]).toEqual(columns);
});
