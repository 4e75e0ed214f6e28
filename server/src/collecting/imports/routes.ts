import { importCalls } from '@drawbridge/contract/collecting/calls/imports';
import { id } from '@drawbridge/contract/core/ids';
import { feature, type Services } from '../../core/feature.ts';
import type { DebouncedBatch } from '../../core/queue/debounced-batch.ts';
import { orProblem, Problem, unwrap } from '../../errors.ts';
import { collectRowProblems } from '../submission/entry-problems.ts';
import {
  addImportRows,
  cancelImport,
  commitImport,
  commits,
  deleteExpiredImports,
  findDuplicates,
  findImport,
  findRules,
  saveProgress,
  startImport,
} from './store.ts';

export interface ImportServices extends Services {
  newLeads: DebouncedBatch;
}

export const imports = feature(importCalls, ({ db, newLeads }: ImportServices, app) => {
  app.setErrorHandler(async (error, request) => {
    const { importId } = Object(request.params);
    const user = await request.findUser();
    const readable = user?.role === 'admin' && id.safeParse(importId).success;
    const rules = readable ? await findRules(db, user.id, importId) : undefined;
    const theirs = rules && (user?.events?.includes(rules.eventId) ?? true);
    throw theirs ? collectRowProblems(error, request.body, rules, user?.scopes !== null) : error;
  });

  return {
    createImport: async ({ body, user, reply }) => {
      await deleteExpiredImports(db);
      const { state, created } = unwrap(await startImport(db, user.id, body));
      reply.code(created ? 201 : 200);
      return state;
    },
    addImportRows: async ({ params: { importId }, body: { rows }, user }) =>
      unwrap(await addImportRows(db, user, importId, rows)),
    getImport: async ({ params: { importId }, user }) =>
      orProblem(await findImport(db, user.id, importId), 'import-not-found'),
    getImportDuplicates: async ({ params: { importId }, user }) =>
      findDuplicates(db, orProblem(await findImport(db, user.id, importId), 'import-not-found')),
    commitImport: async ({ params: { importId }, body, user, change }) => {
      if (body.duplicates === 'take-chances' && user.scopes !== null) {
        throw new Problem('chances-need-person');
      }
      const importer = { id: user.id, name: user.name ?? user.username };
      const onWritten = (rows: number) => saveProgress(db, importId, rows);
      await commits.acquire();
      try {
        const { eventId, result, repeated } = await change(
          (tx) => commitImport(tx, { ...body, id: importId, importer, onWritten }),
          ({ eventId, result: { imported, leftOut, chancesTaken }, repeated }) => {
            const details = {
              leads: imported,
              duplicates: leftOut.event.length + leftOut.file.length,
              withErrors: body.withErrors,
            };
            if (repeated) return undefined;
            return [
              { eventId, details },
              ...(chancesTaken > 0
                ? [{ kind: 'chances-changed' as const, eventId, details: { leads: chancesTaken } }]
                : []),
            ];
          },
        );
        if (!repeated) newLeads.add(eventId);
        return result;
      } finally {
        commits.release();
      }
    },
    deleteImport: async ({ params: { importId }, user }) =>
      unwrap(await cancelImport(db, user.id, importId)),
  };
});
