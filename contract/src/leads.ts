import { z } from 'zod';
import {
  type ContactField,
  contact,
  type IsRequired,
  type LeadContact,
  mapContact,
} from './contact.ts';
import { readEntryCode } from './fair-draw/entry-code.ts';
import {
  EMAIL_MAX,
  EMAIL_NOT_VALID,
  EMAIL_TYPED_MAX,
  emailProblem,
  LINE_CHARACTERS,
  tidyEmail,
} from './form-rules.ts';
import { hash, id, reference, referenceOrAll, requestId } from './ids.ts';
import { BULK_VERIFY_MAX, leadSorts, leadSources, leadStatuses } from './lead-values.ts';
import { PHONE_SHORTEST, PHONE_TOO_SHORT, phoneProblem } from './phone.ts';
import { line, optionalText, searchText } from './text.ts';
import { dayOrMoment, moment } from './times.ts';

export const LEAD_PAGE_MAX = 1000;

/** Null and blank both mean no address; addresses are stored in lower case. */
const leadEmail = z
  .string(EMAIL_NOT_VALID)
  .trim()
  .max(EMAIL_TYPED_MAX, { error: EMAIL_NOT_VALID, abort: true })
  .overwrite(tidyEmail)
  .max(EMAIL_MAX, EMAIL_NOT_VALID)
  .refine((value) => emailProblem(value) === undefined, EMAIL_NOT_VALID)
  .nullable()
  .transform((value) => value || null);

/** The number as typed. The server checks its length against the event's country. */
export const leadPhone = z.string(PHONE_TOO_SHORT).superRefine((typed, context) => {
  const problem = phoneProblem(typed, PHONE_SHORTEST);
  if (problem) context.addIssue(problem);
});

/** The entry code made by the entrant's device; if it is missing, the server makes one. */
const ownEntryCode = z
  .string('The entry code is not valid')
  .refine((typed) => readEntryCode(typed) !== undefined, 'The entry code is not valid');

const eventId = reference('event-not-found', 'Event is required');

type ContactShape = { [Field in ContactField]: z.ZodType<LeadContact[Field], LeadContact[Field]> };

/** The schemas of the contact fields. */
const contactShape = mapContact<z.ZodType>((field) => {
  const definition = contact[field];
  if (definition.kind === 'line') {
    const { rule, required } = definition;
    return required ? line(rule) : optionalText(rule.label, rule.max);
  }
  return definition.kind === 'phone' ? leadPhone : leadEmail;
}) as ContactShape;

/** The fields that every lead form has; what is not required may be missing. */
export const leadContact = z.object(
  mapContact<z.ZodType>((field) => {
    const schema: z.ZodType = contactShape[field];
    return contact[field].required ? schema : schema.default(null);
  }) as {
    [Field in ContactField]: IsRequired<Field> extends true
      ? ContactShape[Field]
      : z.ZodDefault<ContactShape[Field]>;
  },
);

/** The contact in an answer. */
export const storedContact = mapContact<z.ZodType>((field) =>
  contact[field].required ? z.string() : z.string().nullable(),
) as { [Field in ContactField]: z.ZodType<LeadContact[Field]> };

/** A lead as sent by the volunteer and admin forms; sending the same `id` again changes nothing. */
export const leadInput = z
  .object({
    id: id.optional(),
    eventId,
    ...leadContact.shape,
    entryCode: ownEntryCode.optional(),
    /** The version of the consent text that the person was shown; the event's current one if missing. */
    consentVersion: z
      .int('The consent version is not valid')
      .min(1, 'The consent version is not valid')
      .max(2 ** 31 - 1, 'The consent version is not valid')
      .optional(),
    /** Whether the box for marketing was ticked; not kept if that version has none. */
    marketing: z.boolean('Marketing must be true or false').optional(),
  })
  .meta({ id: 'NewLead' });

export const publicLeadInput = leadInput
  .extend({
    // A hidden field (honeypot) that only bots fill in.
    website: z.literal('', 'Please leave the website field empty').optional(),
    /** The nonce of the page that the entry was made on, by which its entries are counted. */
    nonce: z
      .string()
      .regex(/^[\w-]{0,100}$/, 'The nonce is not valid')
      .optional(),
  })
  .meta({ id: 'NewPublicLead' });

export const leadChange = z
  .object({
    eventId,
    ...contactShape,
    source: z.enum(leadSources, 'Source must be qr or volunteer'),
    status: z.enum(leadStatuses, 'Status must be pending, verified or promoted'),
  })
  .partial()
  .meta({ id: 'LeadChange' });

/** What a volunteer may correct in their own lead. */
export const ownLeadChange = z.object(contactShape).partial().meta({ id: 'OwnLeadChange' });

export const leadExportQuery = z.object({ eventId: referenceOrAll('event-not-found') });

const flag = (name: string) =>
  z.enum(['true', 'false'], `${name} must be true or false`).optional();

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
  q: searchText.optional(),
  /** The key of a submitter, or `public`. */
  addedBy: z
    .string()
    .max(200, 'addedBy is not valid')
    .regex(LINE_CHARACTERS, 'addedBy is not valid')
    .optional(),
  from: dayOrMoment('start').optional(),
  to: dayOrMoment('end').optional(),
});

const LIMIT = `The limit must be a whole number from 1 to ${LEAD_PAGE_MAX}`;

export const leadQuery = leadFilters.extend({
  sort: z.enum(leadSorts, 'sort must be newest, oldest or name').optional(),
  limit: z.coerce.number(LIMIT).int(LIMIT).min(1, LIMIT).max(LEAD_PAGE_MAX, LIMIT).optional(),
  cursor: z.string().max(1000, 'The cursor is not valid').optional(),
});

const leadIds = z
  .array(id, 'Select at least one lead')
  .max(BULK_VERIFY_MAX, `At most ${BULK_VERIFY_MAX} leads can be verified at once`);

/** Either some leads, or all pending ones that match a filter. */
export const bulkVerifyInput = z
  .object({
    id: requestId,
    leadIds: leadIds.min(1, 'Select at least one lead').optional(),
    filter: leadFilters.optional(),
    /** Leads that match the filter and stay as they are. */
    except: leadIds.optional(),
  })
  .refine(({ leadIds, filter }) => leadIds || filter, {
    error: 'Select at least one lead',
    path: ['leadIds'],
  })
  .meta({ id: 'BulkVerification' });

/** Takes back the caller's own last step of one lead, or all of a bulk verification by its request id. */
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
    /** Whether the file also has each lead's event and consent. */
    details: z.boolean('details must be true or false').default(false),
    timeZone: z
      .string('The time zone is not valid')
      .refine(isTimeZone, 'The time zone is not valid')
      .default('UTC'),
  })
  .meta({ id: 'LeadFile' });

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

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
    /** Null for all events, where there are too many leads to compare them all. */
    duplicate: z.int().nullable(),
    won: z.int(),
    imported: z.int(),
  })
  .meta({ id: 'LeadMarks' });

/** Somebody who has added leads; the filter `addedBy` takes the key. */
export const submitter = z.object({ key: z.string(), name: z.string() }).meta({ id: 'Submitter' });

/** A lead as its sender gets it back, with its status. */
export const ownLead = z
  .object({
    id,
    eventId: id,
    ...storedContact,
    status: z.enum(leadStatuses),
    source: z.enum(leadSources),
    submittedAt: moment,
  })
  .meta({ id: 'OwnLead' });

export const adminLead = ownLead
  .extend({
    /** Whether it came from a file; its source is then `volunteer`. */
    imported: z.boolean(),
    submittedBy: id.nullable(),
    submitterName: z.string().nullable(),
    verifiedAt: moment.nullable(),
    /** The version of the consent text that the person was shown, if any, and the answer to its box. */
    consentVersion: z.int().nullable(),
    marketing: z.boolean().nullable(),
    /** The earliest lead of the event with the same phone number or e-mail. */
    duplicateOf: id.nullable(),
    /** The number of the event's leads with this phone number. */
    entries: z.int(),
    /** The number in international form; null if it is not valid. */
    phoneE164: z.string().nullable(),
    /** The leads of a winner, including one who has forfeited, cannot be changed. */
    won: z.boolean(),
    /** Whether the winner has forfeited. */
    forfeited: z.boolean(),
  })
  .meta({ id: 'AdminLead' });

/** The entrant's own code, with which they can find themselves in the record of a draw. */
const entryCode = z.string();

/** The answer to a visitor. The lists never contain the code. */
export const enteredLead = ownLead.extend({ entryCode, ticket: hash }).meta({ id: 'EnteredLead' });

/** The answer to a volunteer. Of an earlier lead with the same contact they learn when and how it came. */
export const collectedLead = ownLead
  .extend({
    entryCode,
    alsoEntered: z
      .object({ submittedAt: moment, source: z.enum(leadSources), imported: z.boolean() })
      .nullable(),
  })
  .meta({ id: 'CollectedLead' });

export const addedLead = z.union([adminLead.extend({ entryCode }), collectedLead]);

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

/** How many leads have their status of before. */
export const undoAnswer = z.object({ undone: z.int() }).meta({ id: 'UndoAnswer' });

/** By event, the marks of phone numbers (`numberMark`). */
export const numberMarks = z.record(z.string(), z.array(z.string())).meta({ id: 'NumberMarks' });

export type NumberMarks = z.infer<typeof numberMarks>;
export type LeadInput = z.infer<typeof leadInput>;
export type LeadChange = z.infer<typeof leadChange>;
export type OwnLeadChange = z.infer<typeof ownLeadChange>;
export type LeadFilters = z.infer<typeof leadFilters>;
export type LeadFileInput = z.infer<typeof leadFileInput>;
export type LeadTally = z.infer<typeof leadTally>;
export type LeadMarks = z.infer<typeof leadMarks>;
export type Submitter = z.infer<typeof submitter>;
export type OwnLead = z.infer<typeof ownLead>;
export type EnteredLead = z.infer<typeof enteredLead>;
export type CollectedLead = z.infer<typeof collectedLead>;
export type AdminLead = z.infer<typeof adminLead>;
export type LeadExportRow = z.infer<typeof leadExportRow>;
export type BulkVerifyAnswer = z.infer<typeof bulkVerifyAnswer>;
export type UndoInput = z.infer<typeof undoInput>;
export type UndoAnswer = z.infer<typeof undoAnswer>;
