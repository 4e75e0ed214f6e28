import { z } from 'zod';
import { id, reference } from '../core/ids.ts';
import { answersInput } from '../events/questions/schemas.ts';
import { chances } from '../fair-draw/draws.ts';
import { leadContact } from './leads.ts';

/** The limits on the rows of a file and on the rows of one request. */
export const IMPORT_ROWS_MAX = 100_000;
export const IMPORT_CHUNK_MAX = 500;

const ROW = `A row must have a number from 1 to ${IMPORT_ROWS_MAX}`;
const ERRORS = `The number of rows with errors must be from 0 to ${IMPORT_ROWS_MAX}`;
const CHUNK = `Send from 1 to ${IMPORT_CHUNK_MAX} rows at once`;

/** The id is made by the client, so that a repeated request never creates a second import. */
export const importInput = z
  .object({
    id: id.describe(
      'A UUID that you create, so that a repeated request does not start a second import.',
    ),
    eventId: reference('event-not-found', 'Event is required'),
  })
  .meta({ id: 'NewImport' });

/** A valid row of the file. Sending the same row number again replaces it. */
const importRow = z
  .object({
    row: z
      .int(ROW)
      .min(1, ROW)
      .max(IMPORT_ROWS_MAX, ROW)
      .describe('The number of the row in the file, from 1. Sending it again replaces the row.'),
    ...leadContact.shape,
    chances: chances.optional().describe('Chances in draws, 1 to 1,000; 1 unless given.'),
    answers: answersInput.optional(),
  })
  .meta({ id: 'ImportRow' });

export const importRowsInput = z
  .object({
    rows: z
      .array(importRow, CHUNK)
      .min(1, CHUNK)
      .max(IMPORT_CHUNK_MAX, CHUNK)
      .describe('The next rows of the file, in any order.'),
  })
  .meta({ id: 'ImportRows' });

export const importCommit = z
  .object({
    rows: z
      .int(ROW)
      .min(1, ROW)
      .max(IMPORT_ROWS_MAX, ROW)
      .describe('The number of rows sent: an import with missing rows is refused.'),
    duplicates: z
      .enum(
        ['import', 'leave-out', 'take-chances'],
        'Duplicates must be import, leave-out or take-chances',
      )
      .describe(
        'Whether rows whose contact the event already has are imported. With `take-chances` they are left out, and the leads that the event has get their chances; tokens cannot choose it.',
      ),
    withErrors: z
      .int(ERRORS)
      .min(0, ERRORS)
      .max(IMPORT_ROWS_MAX, ERRORS)
      .default(0)
      .describe('Rows of the file that were not sent because of errors, for the audit trail.'),
  })
  .meta({ id: 'ImportCommit' });

/** The numbers of rows whose contact is already in the event or in an earlier row of the file. */
export const importDuplicates = z
  .object({
    event: z.array(z.int()).describe('The numbers of rows whose contact the event already has.'),
    file: z.array(z.int()).describe('The numbers of rows whose contact an earlier row has.'),
  })
  .meta({ id: 'ImportDuplicates' });

export const importResult = z
  .object({
    imported: z.int().describe('Rows that became leads.'),
    leftOut: importDuplicates.describe('The numbers of the omitted rows.'),
    chancesTaken: z.int().default(0).describe('Leads that have taken the chances of a row.'),
  })
  .meta({ id: 'ImportResult' });

export const importState = z
  .object({
    id,
    eventId: id,
    rows: z.int().describe('Rows that have arrived.'),
    written: z.int().describe('Rows that have been written to the event.'),
    result: importResult.nullable().describe('Null until all leads are in the event.'),
  })
  .meta({ id: 'ImportState' });

export type ImportInput = z.infer<typeof importInput>;
export type ImportRow = z.infer<typeof importRow>;
export type ImportCommit = z.infer<typeof importCommit>;
export type ImportDuplicates = z.infer<typeof importDuplicates>;
export type ImportResult = z.infer<typeof importResult>;
export type ImportState = z.infer<typeof importState>;
