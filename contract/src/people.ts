import { z } from 'zod';
import { type AuditKind, auditKinds } from './audit-kinds.ts';
import { EMAIL_MAX, isPersonContact, PERSON_CONTACT } from './form-rules.ts';
import { id, reference } from './ids.ts';
import { languageCodes } from './languages.ts';
import { leadChannels, leadSources, leadStatuses } from './lead-values.ts';
import { adminLead, storedContact } from './leads.ts';
import { day, moment } from './times.ts';

/** How many leads of a person are shown, exported and erased at once. */
export const PERSON_LEADS_MAX = 1000;

const kinds = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

/** Whose data is asked for: everybody with this phone number or e-mail, or with those of this lead. */
export const personQuery = z
  .object({
    contact: z
      .string(PERSON_CONTACT)
      .trim()
      .max(EMAIL_MAX, PERSON_CONTACT)
      .refine(isPersonContact, PERSON_CONTACT)
      .optional(),
    leadId: reference('lead-not-found').optional(),
  })
  .refine(({ contact, leadId }) => (contact === undefined) !== (leadId === undefined), {
    error: PERSON_CONTACT,
    path: ['contact'],
  })
  .meta({ id: 'PersonQuery' });

/** The consent text that the person was shown. */
export const consentText = z
  .object({
    version: z.int(),
    note: z.string(),
    organiser: z.string().nullable(),
    privacyText: z.string().nullable(),
    privacyUrl: z.string().nullable(),
    /** What the box for marketing said, if there was one. */
    marketingText: z.string().nullable(),
    firstShownAt: moment,
  })
  .meta({ id: 'ConsentText' });

/** A lead with everything that refers to it. The entry code is missing: it belongs to the person's device. */
const heldLead = z
  .object({
    id,
    event: z.object({ id, name: z.string(), date: day, country: z.string() }),
    ...storedContact,
    /** What numbers are compared by: with the country code, or digits alone if it is not a valid number. */
    number: z.string(),
    /** The number as it was typed, if it was stored too. */
    phoneTyped: z.string().nullable(),
    answers: z.array(
      z.object({
        question: z.string(),
        answer: z.string(),
        /** What was agreed to, if that was the question. */
        text: z.string().nullable(),
      }),
    ),
    /** The sponsors who may see it, because the person has agreed, when each last looked at its leads, and its note. */
    sharedWith: z.array(
      z.object({
        sponsor: z.string(),
        viewedAt: moment.nullable(),
        note: z.string().nullable(),
      }),
    ),
    status: z.enum(leadStatuses),
    source: z.enum(leadSources),
    imported: z.boolean(),
    submittedAt: moment,
    verifiedAt: moment.nullable(),
    /** The volunteer or administrator who added it. */
    submitterName: z.string().nullable(),
    channel: z.enum(leadChannels).nullable(),
    /** The language in which they entered, if that is known. */
    language: z.enum(languageCodes).nullable(),
    /** Null if the person was shown no text. */
    consent: consentText.nullable(),
    /** Whether the box for marketing was ticked. */
    marketing: z.boolean().nullable(),
    ticket: z.string(),
    draws: z.array(
      z.object({
        number: z.int(),
        prizeName: z.string().nullable(),
        at: moment.nullable(),
        won: z.boolean(),
        forfeited: z.boolean(),
        /** When the prize was handed over, and a note if that was not checked with the person's phone. */
        handedOverAt: moment.nullable(),
        handoverNote: z.string().nullable(),
      }),
    ),
    audit: z.array(z.object({ at: moment, kind: z.enum(kinds), by: z.string().nullable() })),
  })
  .meta({ id: 'HeldLead' });

/** A lead as lists show it, and with everything that refers to it. */
export const leadDetails = z
  .object({
    lead: adminLead,
    held: heldLead,
    /** The first of the event's other leads with its phone number or e-mail. */
    samePerson: z.array(adminLead),
  })
  .meta({ id: 'LeadDetails' });

/** Everything that is held about a person, in all events. */
export const personData = z
  .object({
    /** What was looked for; null for the contact of a lead, and in a file. */
    contact: z.string().nullable(),
    /** How many leads there are; `leads` has the newest of them. */
    total: z.int(),
    leads: z.array(heldLead),
    /** Accounts whose user name is the e-mail address. */
    accounts: z.array(
      z.object({
        username: z.string(),
        name: z.string().nullable(),
        role: z.string(),
        createdAt: moment,
      }),
    ),
  })
  .meta({ id: 'PersonData' });

const NONE_SELECTED = 'Select at least one lead';
const leadIds = z
  .array(id, NONE_SELECTED)
  .max(PERSON_LEADS_MAX, `Select at most ${PERSON_LEADS_MAX} leads at once`);

/** What is handed out: these leads and accounts, and nothing else. */
export const exportInput = z
  .object({ leadIds, usernames: z.array(z.string().max(254)).max(10).default([]) })
  .refine((chosen) => chosen.leadIds.length + chosen.usernames.length > 0, {
    error: NONE_SELECTED,
    path: ['leadIds'],
  })
  .meta({ id: 'PersonExport' });

export const eraseInput = z
  .object({ leadIds: leadIds.min(1, NONE_SELECTED) })
  .meta({ id: 'Erasure' });

/** How many leads were erased, and how many of them had won. */
export const eraseAnswer = z
  .object({ leads: z.int(), winners: z.int() })
  .meta({ id: 'ErasureAnswer' });

export type PersonQuery = z.infer<typeof personQuery>;
export type PersonExport = z.infer<typeof exportInput>;
export type PersonData = z.infer<typeof personData>;
export type ConsentText = z.infer<typeof consentText>;
export type LeadDetails = z.infer<typeof leadDetails>;
export type HeldLead = z.infer<typeof heldLead>;
export type EraseAnswer = z.infer<typeof eraseAnswer>;
