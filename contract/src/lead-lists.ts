import { z } from 'zod';
import { chances } from './draws.ts';
import { fileLayoutNames } from './files/layouts.ts';
import { LINE_CHARACTERS } from './form-rules.ts';
import { id, referenceOrAll, requestId } from './ids.ts';
import {
  ANSWER_FILTER,
  ANSWER_FILTER_MAX,
  BULK_VERIFY_MAX,
  leadSorts,
  leadSources,
  leadStatuses,
} from './lead-values.ts';
import { storedContact } from './leads.ts';
import { cursor, pageLimit } from './paging.ts';
import { searchText } from './text.ts';
import { dayOrMoment, moment, timeZone } from './times.ts';

export const leadExportQuery = z.object({ eventId: referenceOrAll('event-not-found') });

/** In a query it is text, and some programs send that in a body too. */
const flag = (name: string) =>
  z
    .preprocess(
      (given: boolean | string) =>
        given === 'true' || given === 'false' ? given === 'true' : given,
      z.boolean(`${name} must be true or false`),
    )
    .optional();

/** Selects the leads of a list, a count, a file or a bulk verification. */
export const leadFilters = leadExportQuery.extend({
  status: z.enum(leadStatuses, 'Status must be pending, verified or promoted').optional(),
  source: z.enum(leadSources, 'Source must be qr or volunteer').optional(),
  imported: flag('imported'),
  /** Whether the lead belongs to a winner who has not forfeited. */
  won: flag('won'),
  /** Whether its phone number is not valid. */
  invalidPhone: flag('invalidPhone'),
  /** Whether the event has an earlier lead with the same phone number or e-mail. */
  duplicate: flag('duplicate'),
  /** Whether a required answer is missing. */
  incomplete: flag('incomplete'),
  /** Answers as `question:value` with commas between them; of each question, a lead must have one of them. */
  answers: z
    .string()
    .max(ANSWER_FILTER_MAX, 'answers is not valid')
    .regex(ANSWER_FILTER, 'answers is not valid')
    .optional(),
  q: searchText.optional(),
  /** The key of a submitter, or `public`. */
  addedBy: z
    .string()
    .max(200, 'addedBy is not valid')
    .regex(LINE_CHARACTERS, 'addedBy is not valid')
    .optional(),
  from: dayOrMoment.optional(),
  to: dayOrMoment.optional(),
});

export const leadQuery = leadFilters.extend({
  sort: z.enum(leadSorts, 'sort must be newest, oldest or name').optional(),
  limit: pageLimit(1000).optional(),
  cursor,
});

const leadIds = (tooMany = `At most ${BULK_VERIFY_MAX} leads can be verified at once`) =>
  z.array(id, 'Select at least one lead').max(BULK_VERIFY_MAX, tooMany);

/** Either some leads, or all pending ones that match a filter. */
export const bulkVerifyInput = z
  .object({
    id: requestId,
    leadIds: leadIds().min(1, 'Select at least one lead').optional(),
    filter: leadFilters.optional(),
    /** Leads that match the filter and stay as they are. */
    except: leadIds().optional(),
  })
  .refine(({ leadIds, filter }) => leadIds || filter, {
    error: 'Select at least one lead',
    path: ['leadIds'],
  })
  .meta({ id: 'BulkVerification' });

/** Gives the same chances to some leads, or to all that match a filter. */
export const bulkChancesInput = z
  .object({
    id: requestId,
    ids: leadIds(`Select at most ${BULK_VERIFY_MAX} leads`)
      .min(1, 'Select at least one lead')
      .optional(),
    filter: leadFilters.optional(),
    chances,
  })
  .refine(({ ids, filter }) => ids || filter, {
    error: 'Select at least one lead',
    path: ['ids'],
  })
  .meta({ id: 'BulkChances' });

/**
 * All leads that match a filter, as they were counted: later ones are not among them, and nothing is changed if there are
 * more for another reason.
 */
export const bulkInput = leadFilters
  .extend({
    id: requestId,
    count: z.int('count must be a whole number').min(0, 'count must not be negative'),
    at: z.iso.datetime({ offset: true, error: 'at must be the moment of the count' }),
  })
  .meta({ id: 'BulkChange' });

/** Takes back the caller's own last step of one lead, or all of a bulk change by its request id. */
export const undoInput = z
  .object({ id: requestId, leadId: id.optional(), request: id.optional() })
  .refine(({ leadId, request }) => leadId || request, {
    error: 'Say what to undo',
    path: ['leadId'],
  })
  .meta({ id: 'Undo' });

/** A file of leads. Its times are those of a clock in the given zone. */
export const leadFileInput = leadFilters
  .extend({
    sort: leadQuery.shape.sort,
    format: z.enum(['csv', 'xlsx'], 'format must be csv or xlsx'),
    /** Whether the file also has each lead's event, consent and answers. */
    details: z.boolean('details must be true or false').default(false),
    /** The program that is to read the file, whose columns it has instead. */
    layout: z.enum(fileLayoutNames, 'There is no such layout').optional(),
    /** If it is missing, it is the event's, or the server's for all events. */
    timeZone: timeZone('The time zone is not valid').optional(),
  })
  .meta({ id: 'LeadFile' });

/** How many leads of each status there are. */
export const leadTally = z
  .object({
    pending: z.int(),
    verified: z.int(),
    promoted: z.int(),
    /** When they were counted, by the database's clock. */
    at: moment,
  })
  .meta({ id: 'LeadTally' });

/** How many leads have each mark; the filter of that name finds them. */
export const leadMarks = z
  .object({
    invalidPhone: z.int(),
    /** Null if all events together have too many leads to compare; the filter is refused then, too. */
    duplicate: z.int().nullable(),
    incomplete: z.int(),
    won: z.int(),
    imported: z.int(),
  })
  .meta({ id: 'LeadMarks' });

/** Somebody who has added leads; the filter `addedBy` takes the key. */
export const submitter = z.object({ key: z.string(), name: z.string() }).meta({ id: 'Submitter' });

export const leadExportRow = z
  .object({
    ...storedContact,
    status: z.enum(leadStatuses),
    source: z.enum(leadSources),
    imported: z.boolean(),
    submittedAt: moment,
  })
  .meta({ id: 'LeadExportRow' });

export const bulkVerifyAnswer = z
  .object({ verified: z.int(), skipped: z.int() })
  .meta({ id: 'BulkVerifyAnswer' });

export const bulkPromoteAnswer = z.object({ promoted: z.int() }).meta({ id: 'BulkPromoteAnswer' });

/** How many leads have these chances now, and how many could not be changed: they have won, or their event has a sealed draw. */
export const bulkChancesAnswer = z
  .object({ changed: z.int(), won: z.int(), sealed: z.int() })
  .meta({ id: 'BulkChancesAnswer' });

/** How many were deleted, and how many could not be: they have won, or their event has a sealed draw. */
export const bulkDeleteAnswer = z
  .object({ deleted: z.int(), won: z.int(), sealed: z.int() })
  .meta({ id: 'BulkDeleteAnswer' });

/** How many leads have their status of before. */
export const undoAnswer = z.object({ undone: z.int() }).meta({ id: 'UndoAnswer' });

export type LeadFilters = z.infer<typeof leadFilters>;
export type LeadFileInput = z.infer<typeof leadFileInput>;
export type LeadTally = z.infer<typeof leadTally>;
export type LeadMarks = z.infer<typeof leadMarks>;
export type Submitter = z.infer<typeof submitter>;
export type BulkInput = z.infer<typeof bulkInput>;
export type BulkChancesInput = z.infer<typeof bulkChancesInput>;
export type BulkChancesAnswer = z.infer<typeof bulkChancesAnswer>;
export type BulkVerifyAnswer = z.infer<typeof bulkVerifyAnswer>;
export type BulkDeleteAnswer = z.infer<typeof bulkDeleteAnswer>;
export type UndoInput = z.infer<typeof undoInput>;
export type UndoAnswer = z.infer<typeof undoAnswer>;
