import { newContact } from '../../test/fixtures.ts';
import type { Examples, World } from '../../test/world.ts';

/** An import with one row. */
export async function newImportId({ api, eventId }: World): Promise<string> {
  const id = crypto.randomUUID();
  await api.admin.post('/api/imports', { id, eventId });
  await api.admin.post(`/api/imports/${id}/rows`, { rows: [{ row: 1, ...newContact() }] });
  return id;
}

export const importExamples: Examples = {
  createImport: ({ eventId }) => ({ body: () => ({ id: crypto.randomUUID(), eventId }) }),
  addImportRows: () => ({ body: () => ({ rows: [{ row: 2, ...newContact() }] }) }),
  commitImport: () => ({ body: () => ({ rows: 1, duplicates: 'leave-out', withErrors: 0 }) }),
};
