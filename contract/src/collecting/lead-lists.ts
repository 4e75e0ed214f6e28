import { z } from 'zod';
import { fileFormat, fileTimeZone } from '../core/files/file-inputs.ts';
import { id, reference, referenceOrAll, requestId } from '../core/ids.ts';
import { LINE_CHARACTERS } from '../core/inputs/form-rules.ts';
import { searchText } from '../core/inputs/text.ts';
import { period, timestamp } from '../core/inputs/times.ts';
import { cursor, pageLimit } from '../core/paging.ts';
import { leadSources } from '../events/lead-sources.ts';
import { chances } from '../fair-draw/draws.ts';
import { fileLayoutNames } from './layouts.ts';
import {
  ANSWER_FILTER,
  ANSWER_FILTER_MAX,
  BULK_VERIFY_MAX,
  leadSorts,
  leadStatuses,
} from './lead-values.ts';
import { adminLead, storedContact } from './leads.ts';

export const leadExportQuery = z.object({ eventId: referenceOrAll('event-not-found') });

/** A flag is text in a query, and some programs send it as text in a body as well. */
const flag = (name: string) =>
  z
    .preprocess(
      (value: boolean | string) =>
        value === 'true' || value === 'false' ? value === 'true' : value,
      z.boolean(`${name} must be true or false`),
    )
    .optional();

/** The filters of leads for lists, counts, exports and bulk verification. */
export const leadFilters = leadExportQuery.extend({
  status: z
    .enum(leadStatuses, 'Status must be pending, verified or promoted')
    .optional()
    .describe('Only `pending`, `verified` or `promoted` leads.'),
  source: z
    .enum(leadSources, 'Source must be qr or volunteer')
    .optional()
    .describe(
      'Only leads of visitors (`qr`), or of volunteers, administrators, files and programs (`volunteer`).',
    ),
  imported: flag('imported').describe('True for leads from a file.'),
  won: flag('won').describe('True for leads of winners who have not forfeited.'),
  invalidPhone: flag('invalidPhone').describe('True for leads with an invalid phone number.'),
  duplicate: flag('duplicate').describe(
    'True for leads whose event has an earlier lead with the same phone number or e-mail address.',
  ),
  incomplete: flag('incomplete').describe('True if a required answer is missing.'),
  manyChances: flag('manyChances').describe('True for leads with more than one chance.'),
  here: flag('here').describe("True for leads that have answered the event's latest roll call."),
  notInDraw: flag('notInDraw').describe('True for leads that are not in the next draw.'),
  answers: z
    .string()
    .max(ANSWER_FILTER_MAX, 'answers is not valid')
    .regex(ANSWER_FILTER, 'answers is not valid')
    .optional()
    .describe(
      '`question:value` pairs with commas between them; a lead must have one of the values of each question. The value is the id of a choice or `other`, `yes` or `no`, `1` to `5`, or `agreed`; other kinds of questions cannot be filtered.',
    ),
  q: searchText
    .optional()
    .describe('A part of a name, e-mail address or phone number, or the id of a lead.'),
  addedBy: z
    .string()
    .max(200, 'addedBy is not valid')
    .regex(LINE_CHARACTERS, 'addedBy is not valid')
    .optional()
    .describe('A key of `GET /api/leads/submitters`, or `public` for visitors.'),
  ...period,
});

export const leadQuery = leadFilters.extend({
  sort: z
    .enum(leadSorts, 'sort must be newest, oldest, name or chances')
    .optional()
    .describe('By the time of entry, by name or by chances; `newest` if missing.'),
  limit: pageLimit(1000)
    .optional()
    .describe('Leads per page, at most 1000. Without it, the response is the whole list.'),
  cursor,
});

const leadIds = (tooMany = `At most ${BULK_VERIFY_MAX} leads can be verified at once`) =>
  z.array(id, 'Select at least one lead').max(BULK_VERIFY_MAX, tooMany);

/** The ids of leads to verify, or a filter that selects pending leads. */
export const bulkVerifyInput = z
  .object({
    id: requestId,
    leadIds: leadIds()
      .min(1, 'Select at least one lead')
      .optional()
      .describe('The UUIDs of leads; this or `filter` is required.'),
    filter: leadFilters.optional().describe('All pending leads that match, instead of `leadIds`.'),
    except: leadIds().optional().describe('Matching leads to leave unchanged.'),
  })
  .refine(({ leadIds, filter }) => leadIds || filter, {
    error: 'Select at least one lead',
    path: ['leadIds'],
  })
  .meta({ id: 'BulkVerification' });

/** Sets the same number of chances for the named leads, or for all that match a filter. */
export const bulkChancesInput = z
  .object({
    id: requestId,
    ids: leadIds(`Select at most ${BULK_VERIFY_MAX} leads`)
      .min(1, 'Select at least one lead')
      .optional()
      .describe('The UUIDs of leads; this or `filter` is required.'),
    filter: leadFilters.optional().describe('All leads that match; this or `ids` is required.'),
    chances: chances.describe('Chances in draws, 1 to 1,000.'),
  })
  .refine(({ ids, filter }) => ids || filter, {
    error: 'Select at least one lead',
    path: ['ids'],
  })
  .meta({ id: 'BulkChances' });

/**
 * All leads that match a filter, as counted at a time. Leads that arrive later are not included; if more match for
 * another reason, nothing is changed.
 */
export const bulkInput = leadFilters
  .extend({
    id: requestId,
    count: z
      .int('count must be a whole number')
      .min(0, 'count must not be negative')
      .describe(
        'The number of matching leads, as counted before; if more match now, nothing is changed.',
      ),
    at: z.iso
      .datetime({ offset: true, error: 'at must be the time of the count' })
      .describe('The `at` of the count: later leads are excluded.'),
  })
  .meta({ id: 'BulkChange' });

/** Merges another lead of the same person into a lead. */
export const mergeInput = z
  .object({
    id: requestId,
    other: reference('lead-not-found').describe(
      'The lead that is removed. It must be of the same event and share the phone number or e-mail address.',
    ),
  })
  .meta({ id: 'Merge' });

/** Undoes the caller's own last status change of one lead, or a whole bulk change by its request id. */
export const undoInput = z
  .object({
    id: requestId,
    leadId: id
      .optional()
      .describe(
        'The lead whose last status change of yours is undone; this or `request` is required.',
      ),
    request: id
      .optional()
      .describe(
        'The request id (`id`) of a bulk verification or promotion, of a bulk change of chances, or of a merge.',
      ),
  })
  .refine(({ leadId, request }) => leadId || request, {
    error: 'Say what to undo',
    path: ['leadId'],
  })
  .meta({ id: 'Undo' });

/** The options of an exported file of leads. Its times are in the given time zone. */
export const leadFileInput = leadFilters
  .extend({
    sort: leadQuery.shape.sort,
    format: fileFormat,
    details: z
      .boolean('details must be true or false')
      .default(false)
      .describe("Adds each lead's event, consent and answers."),
    layout: z
      .enum(fileLayoutNames, 'There is no such layout')
      .optional()
      .describe('The program that will read the file; its columns replace the usual ones.'),
    timeZone: fileTimeZone,
  })
  .meta({ id: 'LeadFile' });

/** The number of leads per status. */
export const leadTally = z
  .object({
    pending: z.int().describe('Not verified yet.'),
    verified: z.int().describe('Verified and not promoted.'),
    promoted: z.int().describe('No longer in the draw.'),
    at: timestamp.describe("The time of the count, by the database's clock."),
  })
  .meta({ id: 'LeadTally' });

/** The number of leads per flag. Each flag is also the name of a filter. */
export const leadFlagCounts = z
  .object({
    invalidPhone: z.int().describe('Leads whose phone number is not valid.'),
    duplicate: z
      .int()
      .nullable()
      .describe(
        'Leads with an earlier one of the same contact; null if all events together have too many leads to compare.',
      ),
    incomplete: z.int().describe('Leads without a required answer.'),
    won: z.int().describe('Leads of winners who have not forfeited.'),
    imported: z.int().describe('Leads from a file.'),
    manyChances: z.int().describe('Leads with more than one chance.'),
    here: z.int().describe("Leads that have answered their event's latest roll call."),
    notInDraw: z
      .int()
      .nullable()
      .describe('Leads that are not in the next draw; null unless an event is asked for.'),
  })
  .meta({ id: 'LeadMarks' });

/** A user who has added leads; the filter `addedBy` takes the key. */
export const submitter = z
  .object({ key: z.string().describe('The value for the filter `addedBy`.'), name: z.string() })
  .meta({ id: 'Submitter' });

export const leadExportRow = z
  .object({
    ...storedContact,
    status: z.enum(leadStatuses),
    source: z.enum(leadSources).describe('`qr` for visitors, `volunteer` for all others.'),
    imported: z.boolean().describe('True if it was imported from a file.'),
    submittedAt: timestamp,
  })
  .meta({ id: 'LeadExportRow' });

export const bulkVerifyResponse = z
  .object({
    verified: z.int().describe('Leads that are verified now.'),
    skipped: z.int().describe('Leads that were no longer pending.'),
  })
  .meta({ id: 'BulkVerifyResponse' });

export const bulkPromoteResponse = z
  .object({ promoted: z.int().describe('Leads that are promoted now.') })
  .meta({ id: 'BulkPromoteResponse' });

export const bulkChancesResponse = z
  .object({
    changed: z.int().describe('Leads that have these chances now.'),
    won: z.int().describe('Leads unchanged because they have won.'),
    sealed: z.int().describe('Leads unchanged because their event has a sealed draw.'),
  })
  .meta({ id: 'BulkChancesResponse' });

/** The number of deleted leads, and of those that were kept because they have won or are in a sealed draw. */
export const bulkDeleteResponse = z
  .object({
    deleted: z.int().describe('Deleted leads.'),
    won: z.int().describe('Leads kept because they have won.'),
    sealed: z.int().describe('Leads kept because their event has a sealed draw.'),
  })
  .meta({ id: 'BulkDeleteResponse' });

/** The kept lead after a merge. */
export const mergeResponse = z
  .object({ lead: adminLead, removed: id.describe('The id of the removed lead.') })
  .meta({ id: 'MergeResponse' });

/** The number of leads that have their earlier status again. */
export const undoResponse = z
  .object({ undone: z.int().describe('Leads that have their earlier status again.') })
  .meta({ id: 'UndoResponse' });

export type LeadFilters = z.infer<typeof leadFilters>;
export type LeadFileInput = z.infer<typeof leadFileInput>;
export type LeadTally = z.infer<typeof leadTally>;
export type LeadFlagCounts = z.infer<typeof leadFlagCounts>;
export type Submitter = z.infer<typeof submitter>;
export type BulkInput = z.infer<typeof bulkInput>;
export type BulkChancesInput = z.infer<typeof bulkChancesInput>;
export type BulkChancesResponse = z.infer<typeof bulkChancesResponse>;
export type BulkVerifyResponse = z.infer<typeof bulkVerifyResponse>;
export type BulkDeleteResponse = z.infer<typeof bulkDeleteResponse>;
export type MergeInput = z.infer<typeof mergeInput>;
export type UndoInput = z.infer<typeof undoInput>;
export type UndoResponse = z.infer<typeof undoResponse>;
