import { z } from 'zod';
import { optionalAddress } from './addresses.ts';
import {
  type ContactField,
  contact,
  type IsRequired,
  type LeadContact,
  mapContact,
} from './contact.ts';
import { chances } from './draws.ts';
import { readEntryCode } from './fair-draw/entry-code.ts';
import { hash, id, reference } from './ids.ts';
import { languageCodes } from './languages.ts';
import { leadChannels, leadSources, leadStatuses } from './lead-values.ts';
import { PHONE_SHORTEST, PHONE_TOO_SHORT, phoneProblem } from './phones/phone.ts';
import { givenAnswers, storedAnswers } from './questions/schemas.ts';
import { line, optionalText } from './text.ts';
import { moment } from './times.ts';

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
  return definition.kind === 'phone' ? leadPhone : optionalAddress;
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
    /** In the draw; 1 if missing. Only organisers and tokens can give more: volunteers' leads start with 1. */
    chances: chances.optional(),
    /** The version of the consent text that the person was shown; the event's current one if missing. */
    consentVersion: z
      .int('The consent version is not valid')
      .min(1, 'The consent version is not valid')
      .max(2 ** 31 - 1, 'The consent version is not valid')
      .optional(),
    /** The language of the page, in which the texts were shown. */
    language: z.enum(languageCodes, 'Unknown language').optional(),
    /** Whether the box for marketing was ticked; not kept if that version has none. */
    marketing: z.boolean('Marketing must be true or false').optional(),
    /** By the ids of the event's questions. */
    answers: givenAnswers.optional(),
    /** The version of the questions that are answered. If it is not the current one, required answers may be missing. */
    questionsVersion: z
      .int('The version of the questions is not valid')
      .min(1, 'The version of the questions is not valid')
      .optional(),
  })
  .meta({ id: 'NewLead' });

export const publicLeadInput = leadInput
  .omit({ chances: true })
  .extend({
    // A hidden field (honeypot) that only bots fill in; forms send what is in it.
    website: (
      z.literal('', 'Please leave the website field empty') as z.ZodType<'', string>
    ).optional(),
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
    chances,
    /** The answers to change; null removes one. */
    answers: givenAnswers,
  })
  .partial()
  .meta({ id: 'LeadChange' });

/** What a volunteer may correct in their own lead. */
export const ownLeadChange = z
  .object({ ...contactShape, answers: givenAnswers })
  .partial()
  .meta({ id: 'OwnLeadChange' });

/** A lead as its sender gets it back, with its status. */
export const ownLead = z
  .object({
    id,
    eventId: id,
    ...storedContact,
    answers: storedAnswers,
    status: z.enum(leadStatuses),
    source: z.enum(leadSources),
    submittedAt: moment,
  })
  .meta({ id: 'OwnLead' });

export const adminLead = ownLead
  .extend({
    /** Whether it came from a file; its source is then `volunteer`. */
    imported: z.boolean(),
    /** How it came in; null if that was not recorded. */
    channel: z.enum(leadChannels).nullable(),
    submittedBy: id.nullable(),
    submitterName: z.string().nullable(),
    verifiedAt: moment.nullable(),
    /** In the draw: a person has the most of their leads, up to the event's limit. */
    chances: z.int(),
    /** The roll call that the lead has answered last; 0 if none. */
    here: z.int(),
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
    /** Whether a required answer is missing. */
    incomplete: z.boolean(),
  })
  .meta({ id: 'AdminLead' });

/** The entrant's own code, with which they can find themselves in the record of a draw. */
const entryCode = z.string();

/** The answer to a visitor. The lists never contain the code. */
export const enteredLead = ownLead
  .extend({
    entryCode,
    ticket: hash,
    /** The ticket is on the register of every record from this one on, if that has this commitment. */
    nextNumber: z.int().optional(),
    nextCommitment: hash.optional(),
  })
  .meta({ id: 'EnteredLead' });

/** To a repeated call: a code that the server has made goes to the page that entered alone, and for ten minutes. */
export const repeatedEntry = enteredLead.partial({ entryCode: true }).meta({ id: 'RepeatedEntry' });

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
export const repeatedLead = z.union([
  adminLead.extend({ entryCode: entryCode.optional() }),
  collectedLead.partial({ entryCode: true }),
]);

/** By event, the marks of phone numbers (`numberMark`). */
export const numberMarks = z.record(z.string(), z.array(z.string())).meta({ id: 'NumberMarks' });

export type NumberMarks = z.infer<typeof numberMarks>;
export type LeadInput = z.infer<typeof leadInput>;
export type LeadChange = z.infer<typeof leadChange>;
export type OwnLeadChange = z.infer<typeof ownLeadChange>;
export type OwnLead = z.infer<typeof ownLead>;
export type EnteredLead = z.infer<typeof enteredLead>;
export type RepeatedEntry = z.infer<typeof repeatedEntry>;
export type CollectedLead = z.infer<typeof collectedLead>;
export type AdminLead = z.infer<typeof adminLead>;
