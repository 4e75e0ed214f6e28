import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { deleted } from '../../core/ids.ts';
import { ANSWERS_BYTES } from '../../events/questions/answers.ts';
import {
  IMPORT_CHUNK_MAX,
  importCommit,
  importDuplicates,
  importInput,
  importResult,
  importRowsInput,
  importState,
} from '../imports.ts';

export const importCalls = defineCalls(
  {
    room: 'collecting',
    allowedFor: 'administrators',
    tokenScope: 'leads',
    eventScope: 'named',
    changes: 'none',
  },
  {
    createImport: {
      route: 'POST /api/imports',
      summary: 'Start an import of leads from a file',
      description:
        'Send its rows, read the duplicates, then commit it: either all leads are added to the event, or ' +
        'none. Another unfinished import of the same user is abandoned.',
      body: importInput,
      responses: { 200: importState, 201: importState },
      problems: ['event-not-found', 'import-id-reused', 'import-not-found'],
    },
    addImportRows: {
      route: 'POST /api/imports/:importId/rows',
      summary: 'Send rows of an import',
      body: importRowsInput,
      // The longest name and address of any script take about 1.5 KB.
      maxBytes: IMPORT_CHUNK_MAX * (2048 + ANSWERS_BYTES),
      responses: {
        200: z.object({ rows: z.int().describe('The number of rows that have arrived.') }),
      },
      problems: ['import-finished', 'import-committing', 'phone-too-short', 'phone-not-valid'],
    },
    getImport: {
      route: 'GET /api/imports/:importId',
      summary: 'The progress of an import, and its result',
      responses: { 200: importState },
    },
    getImportDuplicates: {
      route: 'GET /api/imports/:importId/duplicates',
      summary: 'The rows whose phone number or e-mail address the event or an earlier row has',
      responses: { 200: importDuplicates },
    },
    commitImport: {
      route: 'POST /api/imports/:importId/commit',
      summary: 'Commit the import: all rows become leads at once',
      description: 'A repeated commit changes nothing and gets the same response.',
      body: importCommit,
      responses: { 200: importResult },
      problems: ['import-incomplete', 'import-outdated', 'chances-need-person'],
      audit: 'leads-imported',
      changes: 'new leads',
    },
    deleteImport: {
      route: 'DELETE /api/imports/:importId',
      summary: 'Abandon an import',
      responses: { 200: deleted },
      problems: ['import-finished'],
    },
  },
);
