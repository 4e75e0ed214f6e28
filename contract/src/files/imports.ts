import { z } from 'zod';
import { chances } from '../draws.ts';
import { id, reference } from '../ids.ts';
import { leadContact } from '../leads.ts';
import { givenAnswers } from '../questions/schemas.ts';

/** How many rows a file may have, and how many of them are sent at once. */
export const IMPORT_ROWS_MAX = 100_000;
export const IMPORT_CHUNK_MAX = 500;

const ROW = `A row must have a number from 1 to ${IMPORT_ROWS_MAX}`;
const ERRORS = `The number of rows with errors must be from 0 to ${IMPORT_ROWS_MAX}`;
const CHUNK = `Send from 1 to ${IMPORT_CHUNK_MAX} rows at once`;

/** The id is made by the client, so that a lost answer never leads to a second import. */
export const importInput = z
  .object({ id, eventId: reference('event-not-found', 'Event is required') })
  .meta({ id: 'NewImport' });

/** A row of the file that is correct; sending the same number again replaces it. */
const importRow = z
  .object({
    row: z.int(ROW).min(1, ROW).max(IMPORT_ROWS_MAX, ROW),
    ...leadContact.shape,
    chances: chances.optional(),
    answers: givenAnswers.optional(),
  })
  .meta({ id: 'ImportRow' });

export const importRowsInput = z
  .object({ rows: z.array(importRow, CHUNK).min(1, CHUNK).max(IMPORT_CHUNK_MAX, CHUNK) })
  .meta({ id: 'ImportRows' });

export const importCommit = z
  .object({
    /** How many rows were sent, so that an import with lost rows is refused. */
    rows: z.int(ROW).min(1, ROW).max(IMPORT_ROWS_MAX, ROW),
    duplicates: z.enum(['import', 'leave-out'], 'Duplicates must be import or leave-out'),
    /** How many rows of the file were not sent because of errors, for the audit trail. */
    withErrors: z.int(ERRORS).min(0, ERRORS).max(IMPORT_ROWS_MAX, ERRORS).default(0),
  })
  .meta({ id: 'ImportCommit' });

/** The numbers of the rows whose contact the event already has, or an earlier row of the file. */
export const importDuplicates = z
  .object({ event: z.array(z.int()), file: z.array(z.int()) })
  .meta({ id: 'ImportDuplicates' });

export const importResult = z
  .object({ imported: z.int(), leftOut: importDuplicates })
  .meta({ id: 'ImportResult' });

export const importState = z
  .object({
    id,
    eventId: id,
    /** How many rows have arrived, and how many of them have been written so far. */
    rows: z.int(),
    written: z.int(),
    /** Null until all leads are in the event. */
    result: importResult.nullable(),
  })
  .meta({ id: 'ImportState' });

export type ImportInput = z.infer<typeof importInput>;
export type ImportRow = z.infer<typeof importRow>;
export type ImportCommit = z.infer<typeof importCommit>;
export type ImportDuplicates = z.infer<typeof importDuplicates>;
export type ImportResult = z.infer<typeof importResult>;
export type ImportState = z.infer<typeof importState>;
