import {
  IMPORT_CHUNK_MAX,
  importCommit,
  importDuplicates,
  importInput,
  importResult,
  importRowsInput,
  importState,
} from '@drawbridge/contract/files/imports';
import { deleted, reference } from '@drawbridge/contract/ids';
import { ANSWERS_BYTES } from '@drawbridge/contract/questions/answers';
import { z } from 'zod';
import { found, unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import type { Routes } from '../feature.ts';
import {
  addImportRows,
  cancelImport,
  commitImport,
  commits,
  findDuplicates,
  findImport,
  forgetImports,
  noteProgress,
  startImport,
} from './store.ts';

const tags = ['imports'];
const params = z.object({ id: reference('import-not-found') });

// The longest name and address of any script take about 1.5 KB.
const CHUNK_BYTES = IMPORT_CHUNK_MAX * (2048 + ANSWERS_BYTES);

export const importRoutes: Routes = async (app, { db, audit, newLeads }) => {
  app.post(
    '/',
    {
      config: { problems: ['event-not-found', 'import-id-reused', 'import-not-found'] },
      schema: {
        tags,
        summary: 'Start an import of leads from a file',
        description:
          'Send its rows, look at the duplicates, then commit it: all leads come into the event at once, or ' +
          'none. Another unfinished import of the same user is abandoned.',
        body: importInput,
        response: { 200: importState, 201: importState },
      },
    },
    async (request, reply) => {
      await forgetImports(db);
      const user = await signedIn(request);
      const { state, created } = unwrap(await startImport(db, user.id, request.body));
      reply.code(created ? 201 : 200);
      return state;
    },
  );

  app.post(
    '/:id/rows',
    {
      bodyLimit: CHUNK_BYTES,
      config: {
        problems: [
          'import-not-found',
          'import-finished',
          'import-committing',
          'phone-too-short',
          'phone-not-valid',
        ],
      },
      schema: {
        tags,
        summary: 'Send rows of an import',
        params,
        body: importRowsInput,
        response: { 200: z.object({ rows: z.int() }) },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      return unwrap(await addImportRows(db, user.id, request.params.id, request.body.rows));
    },
  );

  app.get(
    '/:id',
    {
      config: { problems: ['import-not-found'] },
      schema: {
        tags,
        summary: 'The progress of an import, and its result',
        params,
        response: { 200: importState },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      return found(await findImport(db, user.id, request.params.id), 'import-not-found');
    },
  );

  app.get(
    '/:id/duplicates',
    {
      config: { problems: ['import-not-found'] },
      schema: {
        tags,
        summary: 'The rows whose phone number or e-mail address the event or an earlier row has',
        params,
        response: { 200: importDuplicates },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      const state = await findImport(db, user.id, request.params.id);
      return findDuplicates(db, found(state, 'import-not-found'));
    },
  );

  app.post(
    '/:id/commit',
    {
      config: { problems: ['import-not-found', 'import-incomplete', 'import-outdated'] },
      schema: {
        tags,
        summary: 'Commit the import: all rows become leads at once',
        description: 'A repeated commit changes nothing and gets the same answer.',
        params,
        body: importCommit,
        response: { 200: importResult },
      },
    },
    async (request) => {
      const { id } = request.params;
      const user = await signedIn(request);
      const importer = { id: user.id, name: user.name ?? user.username };
      const onWritten = (rows: number) => noteProgress(db, id, rows);
      await commits.acquire();
      try {
        const { eventId, result, repeated } = await audit(
          request,
          (tx) => commitImport(tx, { ...request.body, id, importer, onWritten }),
          ({ eventId, result, repeated }) => {
            const { imported, leftOut } = result;
            const details = {
              leads: imported,
              duplicates: leftOut.event.length + leftOut.file.length,
              withErrors: request.body.withErrors,
            };
            return repeated ? undefined : { kind: 'leads-imported', eventId, details };
          },
        );
        if (!repeated) newLeads.add(eventId);
        return result;
      } finally {
        commits.release();
      }
    },
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['import-not-found', 'import-finished'] },
      schema: { tags, summary: 'Abandon an import', params, response: { 200: deleted } },
    },
    async (request) => {
      const user = await signedIn(request);
      return unwrap(await cancelImport(db, user.id, request.params.id));
    },
  );
};
