import { z } from 'zod';
import { type AuditKind, auditKinds } from '../core/audit-kinds.ts';
import { id, reference } from '../core/ids.ts';
import { EMAIL_MAX, isPersonContact, PERSON_CONTACT } from '../core/inputs/form-rules.ts';
import { day, timestamp } from '../core/inputs/times.ts';
import { leadChannels, leadSources } from '../events/lead-sources.ts';
import { languageCodes } from '../languages/languages.ts';
import { leadStatuses } from './lead-values.ts';
import { adminLead, storedContact } from './leads.ts';

/** The largest number of leads of a person that are shown, exported or erased at once. */
export const PERSON_LEADS_MAX = 1000;

const kinds = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

/** Identifies a person: by phone number or e-mail, or by the phone number and e-mail of a lead. */
export const personQuery = z
  .object({
    contact: z
      .string(PERSON_CONTACT)
      .trim()
      .max(EMAIL_MAX, PERSON_CONTACT)
      .refine(isPersonContact, PERSON_CONTACT)
      .optional()
      .describe('A phone number or an e-mail address; this or `leadId` is required.'),
    leadId: reference('lead-not-found')
      .optional()
      .describe('The lead whose contact to search for; this or `contact` is required.'),
  })
  .refine(({ contact, leadId }) => (contact === undefined) !== (leadId === undefined), {
    error: PERSON_CONTACT,
    path: ['contact'],
  })
  .meta({ id: 'PersonQuery' });

/** The consent text that the person was shown. */
export const consentText = z
  .object({
    version: z.int().describe('Counts the texts of the event.'),
    note: z.string().describe("The event's own sentence about consent."),
    organiser: z.string().nullable().describe('Null if none was named.'),
    privacyText: z
      .string()
      .nullable()
      .describe('The privacy text of the form; null if there was none.'),
    privacyUrl: z
      .string()
      .nullable()
      .describe('The address of a privacy notice; null if there was none.'),
    marketingText: z
      .string()
      .nullable()
      .describe('The text of the box for marketing; null if there was none.'),
    firstShownAt: timestamp,
  })
  .meta({ id: 'ConsentText' });

/** A lead with everything that refers to it. The entry code is missing: it belongs to the person's device. */
const storedLead = z
  .object({
    id,
    event: z.object({
      id,
      name: z.string(),
      date: day,
      country: z
        .string()
        .describe('ISO 3166 code of the country of phone numbers without a country code.'),
    }),
    ...storedContact,
    number: z
      .string()
      .describe(
        'The form in which phone numbers are compared: with the country code, or digits alone if the number is not valid.',
      ),
    phoneTyped: z
      .string()
      .nullable()
      .describe('The phone number as typed; null if only its normalised form is stored.'),
    answers: z
      .array(
        z.object({
          question: z.string().describe('The question at the time of the answer.'),
          answer: z.string().describe('As text.'),
          text: z
            .string()
            .nullable()
            .describe('The text that was agreed to; null for other questions.'),
        }),
      )
      .describe('The answers as text, with their questions.'),
    sharedWith: z
      .array(
        z.object({
          sponsor: z.string(),
          viewedAt: timestamp
            .nullable()
            .describe('The time of the last visit of the sponsor; null if there was none.'),
          note: z.string().nullable().describe("The sponsor's note; null if there is none."),
        }),
      )
      .describe('The sponsors who may see it, because the person has agreed.'),
    status: z.enum(leadStatuses),
    source: z.enum(leadSources).describe('`qr` for visitors, `volunteer` for all others.'),
    imported: z.boolean().describe('True if it was imported from a file.'),
    submittedAt: timestamp,
    verifiedAt: timestamp.nullable().describe('Null while it is pending.'),
    submitterName: z
      .string()
      .nullable()
      .describe('The volunteer or administrator who added it; null for visitors.'),
    channel: z.enum(leadChannels).nullable().describe('The entry channel; null if not recorded.'),
    language: z
      .enum(languageCodes)
      .nullable()
      .describe('The language in which the person entered; null if unknown.'),
    consent: consentText
      .nullable()
      .describe('The text that the person was shown; null if there was none.'),
    marketing: z
      .boolean()
      .nullable()
      .describe('Whether the box for marketing was ticked; null if there was none.'),
    merged: z
      .array(
        z.object({
          submittedAt: timestamp,
          channel: z
            .enum(leadChannels)
            .nullable()
            .describe('The entry channel; null if not recorded.'),
          submitterName: z
            .string()
            .nullable()
            .describe('Who added the merged entry; null if it came by the form.'),
          consentVersion: z.int().nullable().describe('Null if no text was shown.'),
          marketing: z.boolean().nullable().describe('Null if there was no box for marketing.'),
          agreements: z.array(z.string()).describe('The questions that were agreed to.'),
          keptSubmittedAt: timestamp.describe("The time of the kept lead's own entry."),
          mergedAt: timestamp,
        }),
      )
      .describe(
        'Other entries of the person that were merged into this lead, the latest merge first.',
      ),
    ticket: z
      .string()
      .describe('The hash of the event and the entry code, which stands for the lead in public.'),
    draws: z.array(
      z.object({
        number: z.int().describe("The number of the draw in the event's record, from 1."),
        prizeName: z.string().nullable().describe('Null in a general draw.'),
        at: timestamp.nullable().describe('Null until it is drawn.'),
        won: z.boolean().describe('True if this lead won.'),
        forfeited: z.boolean().describe('True if the winner has forfeited.'),
        handedOverAt: timestamp
          .nullable()
          .describe('The time of the handover; null if the prize has not been handed over.'),
        handoverNote: z
          .string()
          .nullable()
          .describe(
            'How the winner was identified without a phone; null if the phone was checked.',
          ),
      }),
    ),
    audit: z
      .array(
        z.object({
          at: timestamp,
          kind: z.enum(kinds),
          by: z.string().nullable().describe('Null if unknown.'),
        }),
      )
      .describe('The entries of the audit trail about the lead.'),
  })
  .meta({ id: 'StoredLeadDetails' });

/** A lead as in lists, together with everything that refers to it. */
export const leadDetails = z
  .object({
    lead: adminLead,
    held: storedLead.describe('All data stored with this lead.'),
    samePerson: z
      .array(adminLead)
      .describe("The first of the event's other leads with its phone number or e-mail address."),
  })
  .meta({ id: 'LeadDetails' });

/** All data stored about a person, in all events. */
export const personData = z
  .object({
    contact: z
      .string()
      .nullable()
      .describe('The searched contact; null in a file, and if the search was by a lead.'),
    total: z.int().describe('All leads of the person; `leads` has the newest of them.'),
    leads: z.array(storedLead).describe('The newest leads of the person.'),
    accounts: z
      .array(
        z.object({
          username: z.string(),
          name: z.string().nullable().describe('Null if none was given.'),
          role: z.string(),
          createdAt: timestamp,
        }),
      )
      .describe('Accounts whose user name is the e-mail address.'),
  })
  .meta({ id: 'PersonData' });

const NONE_SELECTED = 'Select at least one lead';
const leadIds = z
  .array(id, NONE_SELECTED)
  .max(PERSON_LEADS_MAX, `Select at most ${PERSON_LEADS_MAX} leads at once`)
  .describe('The UUIDs of leads, as `POST /api/people/find` lists them.');

/** The leads and accounts to export; nothing else is exported. */
export const exportInput = z
  .object({
    leadIds,
    usernames: z
      .array(z.string().max(254))
      .max(10)
      .default([])
      .describe('The user names of accounts to include in the file.'),
  })
  .refine((chosen) => chosen.leadIds.length + chosen.usernames.length > 0, {
    error: NONE_SELECTED,
    path: ['leadIds'],
  })
  .meta({ id: 'PersonExport' });

export const eraseInput = z
  .object({ leadIds: leadIds.min(1, NONE_SELECTED) })
  .meta({ id: 'Erasure' });

/** The number of erased leads, and of winners among them. */
export const eraseResponse = z
  .object({
    leads: z.int().describe('Leads that were erased.'),
    winners: z.int().describe('The number of winners among them.'),
  })
  .meta({ id: 'ErasureResponse' });

export type PersonQuery = z.infer<typeof personQuery>;
export type PersonExport = z.infer<typeof exportInput>;
export type PersonData = z.infer<typeof personData>;
export type ConsentText = z.infer<typeof consentText>;
export type LeadDetails = z.infer<typeof leadDetails>;
export type StoredLeadDetails = z.infer<typeof storedLead>;
export type EraseResponse = z.infer<typeof eraseResponse>;
