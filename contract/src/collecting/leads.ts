import { z } from 'zod';
import { hash, id, reference } from '../core/ids.ts';
import { optionalAddress } from '../core/inputs/addresses.ts';
import { PHONE_TOO_SHORT } from '../core/inputs/form-rules.ts';
import { optionalText, singleLine } from '../core/inputs/text.ts';
import { timestamp } from '../core/inputs/times.ts';
import { leadChannels, leadSources } from '../events/lead-sources.ts';
import { answersInput, storedAnswers } from '../events/questions/schemas.ts';
import { chances } from '../fair-draw/draws.ts';
import { readEntryCode } from '../fair-draw/entry-code.ts';
import { languageCodes } from '../languages/languages.ts';
import { PHONE_SHORTEST, phoneProblem } from '../phones/phone.ts';
import {
  type ContactField,
  contact,
  type IsRequired,
  type LeadContact,
  mapContact,
} from './contact.ts';
import { leadStatuses, reasonsNotInDraw } from './lead-values.ts';

/** The number as typed. The server checks its length against the event's country. */
export const leadPhone = z.string(PHONE_TOO_SHORT).superRefine((typed, context) => {
  const problem = phoneProblem(typed, PHONE_SHORTEST);
  if (problem) context.addIssue(problem);
});

/** The entry code made by the entrant's device; if it is missing, the server makes one. */
const ownEntryCode = z
  .string('The entry code is not valid')
  .refine((typed) => readEntryCode(typed) !== undefined, 'The entry code is not valid')
  .describe(
    "The entrant's secret, from which their ticket is derived; if missing, the server makes one.",
  );

const eventId = reference('event-not-found', 'Event is required');

type ContactShape = { [Field in ContactField]: z.ZodType<LeadContact[Field], LeadContact[Field]> };

const contactShape = mapContact<z.ZodType>((field) => {
  const definition = contact[field];
  if (definition.kind === 'line') {
    const { rule, required } = definition;
    const text = required ? singleLine(rule) : optionalText(rule.label, rule.max);
    return text.describe(`${rule.min} to ${rule.max} characters.`);
  }
  return definition.kind === 'phone'
    ? leadPhone.describe(
        "In any spelling; without a country code it is one of the event's country.",
      )
    : optionalAddress.describe('Stored in lower case; null or blank means none.');
}) as ContactShape;

/** The fields of every lead form; those that are not required may be left out. */
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

/** The contact in a response. */
export const storedContact = mapContact<z.ZodType>((field) =>
  contact[field].required ? z.string() : z.string().nullable().describe('Null if none was given.'),
) as { [Field in ContactField]: z.ZodType<LeadContact[Field]> };

/** A lead as sent by the volunteer and admin forms; sending the same `id` again changes nothing. */
export const leadInput = z
  .object({
    id: id
      .optional()
      .describe('A UUID that you create: sending the lead again with it changes nothing.'),
    eventId,
    ...leadContact.shape,
    entryCode: ownEntryCode.optional(),
    chances: chances
      .optional()
      .describe('Chances in draws; 1 if missing. Leads of volunteers always start with 1.'),
    consentVersion: z
      .int('The consent version is not valid')
      .min(1, 'The consent version is not valid')
      .max(2 ** 31 - 1, 'The consent version is not valid')
      .optional()
      .describe(
        "The version of the consent text that the person was shown; if missing, the event's current one.",
      ),
    language: z
      .enum(languageCodes, 'Unknown language')
      .optional()
      .describe('The language in which the texts were shown.'),
    marketing: z
      .boolean('Marketing must be true or false')
      .optional()
      .describe('Whether the box for marketing was ticked; not stored if the text had none.'),
    /** The answers by the ids of the event's questions. */
    answers: answersInput.optional(),
    questionsVersion: z
      .int('The version of the questions is not valid')
      .min(1, 'The version of the questions is not valid')
      .optional()
      .describe(
        "The event's `questionsVersion` that the answers refer to; with an older one, required answers may be missing.",
      ),
  })
  .meta({ id: 'NewLead' });

export const publicLeadInput = leadInput
  .omit({ chances: true })
  .extend({
    // A hidden field (honeypot) that only bots fill in; forms send its content.
    website: (z.literal('', 'Please leave the website field empty') as z.ZodType<'', string>)
      .optional()
      .describe('A trap for programs that fill in every field: leave it empty.'),
    nonce: z
      .string()
      .regex(/^[\w-]{0,100}$/, 'The nonce is not valid')
      .optional()
      .describe("The signed id of the form's page, by which its entries are counted."),
  })
  .meta({ id: 'NewPublicLead' });

export const leadChange = z
  .object({
    eventId,
    ...contactShape,
    source: z
      .enum(leadSources, 'Source must be qr or volunteer')
      .describe('`qr` for visitors, `volunteer` for all others.'),
    status: z
      .enum(leadStatuses, 'Status must be pending, verified or promoted')
      .describe('From `pending` to `verified` to `promoted`, one at a time; back only by an undo.'),
    chances: chances.describe('Chances in draws, 1 to 1,000. Tokens cannot change them.'),
    /** The answers to change; null removes one. */
    answers: answersInput,
  })
  .partial()
  .meta({ id: 'LeadChange' });

/** The fields that volunteers may correct in their own leads. */
export const ownLeadChange = z
  .object({ ...contactShape, answers: answersInput })
  .partial()
  .meta({ id: 'OwnLeadChange' });

/** A lead in the response to its sender, with its status. */
export const ownLead = z
  .object({
    id,
    eventId: id,
    ...storedContact,
    answers: storedAnswers,
    status: z.enum(leadStatuses).describe('A `promoted` lead has left the raffle.'),
    source: z.enum(leadSources).describe('`qr` for visitors, `volunteer` for all others.'),
    submittedAt: timestamp,
  })
  .meta({ id: 'OwnLead' });

export const adminLead = ownLead
  .extend({
    imported: z
      .boolean()
      .describe('True if it was imported from a file; its source is then `volunteer`.'),
    channel: z.enum(leadChannels).nullable().describe('The entry channel; null if not recorded.'),
    submittedBy: id.nullable().describe('The account that added it; null for visitors.'),
    submitterName: z
      .string()
      .nullable()
      .describe('The name of the user who added it, at that time; null for visitors.'),
    verifiedAt: timestamp.nullable().describe('Null while it is pending.'),
    chances: z
      .int()
      .describe("Chances in draws: a person has the most of their leads, up to the event's limit."),
    here: z.int().describe('The last roll call that the lead has answered; 0 if none.'),
    hereNow: z.boolean().describe("Whether it has answered the event's latest roll call."),
    notInDraw: z
      .enum(reasonsNotInDraw)
      .nullable()
      .describe(
        'Why it is not in the next draw: it has won, is `pending` or `promoted`, has the phone number or e-mail address of a winner (`shared`), or has not answered the open roll call (`absent`). Null if it is in the draw.',
      ),
    consentVersion: z
      .int()
      .nullable()
      .describe('The version of the consent text that the person was shown; null if none was.'),
    marketing: z
      .boolean()
      .nullable()
      .describe('Whether the box for marketing was ticked; null if there was none.'),
    duplicateOf: id
      .nullable()
      .describe(
        "The event's earliest lead with the same phone number or e-mail address; null if it is this one.",
      ),
    entries: z.int().describe('Leads of the event with this phone number, this one included.'),
    phoneE164: z
      .string()
      .nullable()
      .describe('The number in international form; null if it is not valid.'),
    won: z
      .boolean()
      .describe(
        'True for leads of winners, including those who forfeited; they cannot be changed.',
      ),
    forfeited: z.boolean().describe('True if the winner has forfeited.'),
    incomplete: z.boolean().describe('True if a required answer is missing.'),
  })
  .meta({ id: 'AdminLead' });

/** The entrant's own code. It finds their ticket in the record of a draw. */
const entryCode = z
  .string()
  .describe("The entrant's secret, from which their ticket is derived; lists never contain it.");

/** The response to a visitor. Lists of leads never contain the code. */
export const enteredLead = ownLead
  .extend({
    entryCode,
    ticket: hash.describe(
      'The hash of the event and the entry code, which stands for the lead in public.',
    ),
    nextNumber: z
      .int()
      .optional()
      .describe(
        'The number of the next draw: the ticket is on the register of every record from this one on.',
      ),
    nextCommitment: hash
      .optional()
      .describe("The hash of that draw's secret, published before it."),
  })
  .meta({ id: 'EnteredLead' });

/**
 * The response to a repeated call. It contains a code made by the server only for the page that sent the entry, and
 * only for ten minutes.
 */
export const repeatedEntry = enteredLead.partial({ entryCode: true }).meta({ id: 'RepeatedEntry' });

/**
 * The response to a volunteer. If a lead with the same contact exists, it tells only when and how that one was added.
 */
export const collectedLead = ownLead
  .extend({
    entryCode,
    alsoEntered: z
      .object({
        submittedAt: timestamp,
        source: z.enum(leadSources),
        imported: z.boolean().describe('True if it was imported from a file.'),
      })
      .nullable()
      .describe('The earlier entry of the same person at the event; null if there is none.'),
  })
  .meta({ id: 'CollectedLead' });

export const addedLead = z.union([adminLead.extend({ entryCode }), collectedLead]);
export const repeatedLead = z.union([
  adminLead.extend({ entryCode: entryCode.optional() }),
  collectedLead.partial({ entryCode: true }),
]);

/** The short hashes of phone numbers (`phoneHash`), by event. */
export const phoneHashes = z.record(z.string(), z.array(z.string())).meta({ id: 'PhoneHashes' });

export type PhoneHashes = z.infer<typeof phoneHashes>;
export type LeadInput = z.infer<typeof leadInput>;
export type LeadChange = z.infer<typeof leadChange>;
export type OwnLeadChange = z.infer<typeof ownLeadChange>;
export type OwnLead = z.infer<typeof ownLead>;
export type EnteredLead = z.infer<typeof enteredLead>;
export type RepeatedEntry = z.infer<typeof repeatedEntry>;
export type CollectedLead = z.infer<typeof collectedLead>;
export type AdminLead = z.infer<typeof adminLead>;
