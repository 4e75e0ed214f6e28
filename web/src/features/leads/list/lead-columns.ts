/** The columns of the table that it can do without. */
export type OptionalColumn = 'event' | 'source' | 'addedBy' | 'submitted';

const all = ['event', 'source', 'addedBy', 'submitted'] as const;
const some = ['event', 'submitted'] as const;

/** The optional columns that fit; a narrow table leaves out those that matter least. */
export function columnsFor(width: number): ReadonlySet<OptionalColumn> {
  if (width >= 940) return allColumns;
  return width >= 800 ? someColumns : noColumns;
}

// Stable objects, so that memoised rows are not rendered again.
const allColumns: ReadonlySet<OptionalColumn> = new Set(all);
const someColumns: ReadonlySet<OptionalColumn> = new Set(some);
const noColumns: ReadonlySet<OptionalColumn> = new Set();
