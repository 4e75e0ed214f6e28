import { z } from 'zod';
import { id, reference, requestId } from '../core/ids.ts';
import { dayInput, formFields } from '../core/inputs/form-fields.ts';
import { isCalendarDay } from '../core/inputs/form-rules.ts';
import { optionalText, singleLine } from '../core/inputs/text.ts';
import { day, timestamp, timestampOrLocalTime, timeZone } from '../core/inputs/times.ts';
import { byId, translationsOf, writtenTranslations } from '../core/translations.ts';
import { chances } from '../fair-draw/draws.ts';
import { DEFAULT_LANGUAGE, languageCodes } from '../languages/languages.ts';
import { isCountry } from '../phones/countries.ts';
import { picture } from './pictures.ts';
import { prizeTranslations } from './prize-texts.ts';
import {
  adminQuestion,
  QUESTIONS_STORED_MAX,
  question,
  questionTranslations,
} from './questions/schemas.ts';
import { SUSPENSE_SECONDS, winnerDisplays } from './raffle-options.ts';

export const suspense = z
  .literal(SUSPENSE_SECONDS, 'Suspense must be 2, 5 or 8 seconds')
  .describe('The seconds for which names roll before a winner is shown.');

const EVENT_NAME_MAX = 200;
const LOCATION_MAX = 200;
const ORGANISER_MAX = 100;
const PRIVACY_TEXT_MAX = 5000;
const PRIVACY_URL_MAX = 500;
const CONSENT_NOTE_MAX = 500;
const MARKETING_TEXT_MAX = 300;
const RETENTION_DAYS_MAX = 3650;
const RETENTION = `Days must be a whole number from 1 to ${RETENTION_DAYS_MAX}`;

export const eventStatuses = ['upcoming', 'active', 'ended'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** The states of the checklist for a new event. `printed`: its QR code was saved or printed. */
const checklistStates = ['open', 'printed', 'closed'] as const;

// A day, or a date-time of which only the day is used, so that no time zone can move an event.
const dayOrMoment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

const eventDate = z
  .string('Date is required')
  .min(1, 'Date is required')
  .regex(dayOrMoment, { error: 'Invalid date', abort: true })
  .overwrite((value) => value.slice(0, 10))
  .refine(isCalendarDay, 'Invalid date');

/** A numeric(10,2) as text, because JavaScript numbers cannot hold money exactly. Blank means 0. */
function decimal(label: string, sign: 'negative allowed' | 'not negative') {
  const digits = /^(\d{1,8}(\.\d{0,2})?|\.\d{1,2})$/;
  const signed = /^-?(\d{1,8}(\.\d{0,2})?|\.\d{1,2})$/;
  return z
    .string(`${label} must be a number`)
    .trim()
    .overwrite((value) => (value === '' ? '0' : value))
    .refine((value) => sign === 'negative allowed' || !value.startsWith('-'), {
      error: `${label} cannot be negative`,
      abort: true,
    })
    .regex(
      sign === 'negative allowed' ? signed : digits,
      `${label} must be a number with at most 8 digits before and 2 after the point`,
    );
}

const language = z.enum(languageCodes, 'Unknown language');

/** A list of languages, in our order. Null means all of them, including languages added later. */
const offeredLanguages = z
  .array(language, 'Languages must be a list')
  .min(1, 'Choose at least one language')
  .max(100, 'There are too many languages')
  .nullable()
  .transform((chosen) => {
    const offered = languageCodes.filter((code) => chosen?.includes(code));
    return chosen && offered.length < languageCodes.length ? offered : null;
  });

const currency = z
  .string('Currency must be a three-letter code')
  .toUpperCase()
  .refine(
    (code) => Intl.supportedValuesOf('currency').includes(code),
    'Currency must be a three-letter code, such as USD',
  );

const PRIVACY_URL_NOT_VALID =
  'Privacy link must be an address that starts with https:// or http://';

/** True for http and https addresses only: a link with another scheme could run a script. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && !/[\s"<>\\]/.test(text) && URL.canParse(text);
}

const fields = {
  name: singleLine({
    label: 'Event name',
    required: 'Event name is required',
    min: 1,
    max: EVENT_NAME_MAX,
  })
    .register(formFields, { label: 'Event Name' })
    .describe(`1 to ${EVENT_NAME_MAX} characters.`),
  date: eventDate
    .register(formFields, { label: 'Date', ...dayInput })
    .describe('The day of the event: `2026-12-05`. In a date-time, only the day is used.'),
  location: singleLine({
    label: 'Location',
    required: 'Location is required',
    min: 1,
    max: LOCATION_MAX,
  })
    .register(formFields, { label: 'Location' })
    .describe(`1 to ${LOCATION_MAX} characters.`),
  status: z
    .enum(eventStatuses, 'Status must be upcoming, active or ended')
    .describe('Visitors can enter while it is `active`.'),
  totalAmountCollected: decimal('Total amount collected', 'not negative').describe(
    'A decimal number as text, such as `1250.50`: at most 8 digits before and 2 after the point.',
  ),
  roa: decimal('ROA', 'negative allowed').describe(
    'In percent: a decimal number as text; may be negative.',
  ),
  country: z
    .string('Country must be a two-letter code')
    .toUpperCase()
    .refine(isCountry, 'Country must be a two-letter code, such as GB')
    .describe(
      'ISO 3166 code of the country of phone numbers without a country code, such as `GB`.',
    ),
  language: language.describe(
    "The language of the event's own texts, shown where a visitor's own is not offered.",
  ),
  languages: offeredLanguages.describe(
    'The languages that visitors can choose from; null means all.',
  ),
  currency: currency.describe('ISO 4217 code of the amounts, such as `USD`.'),
  timeZone: timeZone('Unknown time zone')
    // Three-letter names such as BST mean different zones in PostgreSQL and Node.
    .refine((name) => name.length > 3 || /^(utc|gmt)$/i.test(name), 'Unknown time zone')
    .describe("Where the event's days begin and end: an IANA name such as `Europe/Lisbon`."),
  drawAt: timestampOrLocalTime('Time of the draw is not valid')
    .nullable()
    .describe(
      'The time of the draw; null leaves it open. Without an offset it is in event time: `2026-12-05T17:30`.',
    ),
  winnerDisplay: z
    .enum(winnerDisplays, 'Winner display must be full or short')
    .describe("How much of a winner's name public pages show."),
  suspense: suspense.describe(
    'The seconds for which names roll before a winner is shown: 2, 5 or 8.',
  ),
  organiser: optionalText('Organiser', ORGANISER_MAX)
    .register(formFields, { label: 'Organiser' })
    .describe(
      `The organiser who collects the entries, named on the form; at most ${ORGANISER_MAX} characters, null shows none.`,
    ),
  privacyText: optionalText('Privacy text', PRIVACY_TEXT_MAX, 'many')
    .register(formFields, {
      label: 'Privacy Text',
      control: 'paragraphs',
    })
    .describe(
      `The privacy text of the form; at most ${PRIVACY_TEXT_MAX} characters, null shows none.`,
    ),
  privacyUrl: optionalText('Privacy link', PRIVACY_URL_MAX)
    .refine((address) => address === null || isWebAddress(address), PRIVACY_URL_NOT_VALID)
    .register(formFields, {
      label: 'Privacy Link',
      hint: 'The address of your privacy notice, such as https://example.com/privacy',
    })
    .describe('An `https://` or `http://` address of a privacy notice; null shows none.'),
  consentNote: optionalText('Consent sentence', CONSENT_NOTE_MAX)
    .register(formFields, {
      label: 'Consent Sentence',
      hint: 'Replaces the sentence that the form shows otherwise.',
    })
    .describe(
      `Replaces the form's default consent text; at most ${CONSENT_NOTE_MAX} characters, null keeps the form's.`,
    ),
  marketingText: optionalText('Marketing box', MARKETING_TEXT_MAX)
    .register(formFields, {
      label: 'Marketing Box',
      hint: 'Asks for marketing separately: what the box says that visitors may tick, such as “Tell me about future events.”',
    })
    .describe(
      `The text of the box for marketing; at most ${MARKETING_TEXT_MAX} characters, null shows no box.`,
    ),
  retentionDays: z
    .int(RETENTION)
    .min(1, RETENTION)
    .max(RETENTION_DAYS_MAX, RETENTION)
    .nullable()
    .describe(
      `Days after the event until its leads are erased, 1 to ${RETENTION_DAYS_MAX}; null keeps them.`,
    ),
  checklist: z
    .enum(checklistStates, 'Checklist must be open, printed or closed')
    .describe('The checklist of a new event; `printed`: its QR code was saved or printed.'),
  receipts: z
    .boolean('receipts must be true or false')
    .describe('True if entrants with an e-mail address get a receipt.'),
  maxChances: chances.describe(
    'The most chances that a person can have in a draw, 1 to 1,000; 1 is one person, one chance.',
  ),
  /** The look of the event's public pages. */
  logo: picture,
  cover: picture,
  accent: z
    .string('Colour must be text')
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Colour must be like #0f766e')
    .nullable()
    .describe('The colour of the public pages, such as `#0f766e`; null is the usual one.'),
};

type EventField = keyof typeof fields;

/** The fields that a copy of an event does not take over. */
const ownFields: readonly EventField[] = [
  'date',
  'status',
  'totalAmountCollected',
  'roa',
  'drawAt',
  'checklist',
];

export const copiedFields = (Object.keys(fields) as EventField[]).filter(
  (field) => !ownFields.includes(field),
);

export const eventInput = z
  .object({
    id: requestId,
    ...fields,
    status: fields.status.default('upcoming'),
    totalAmountCollected: fields.totalAmountCollected.default('0'),
    roa: fields.roa.default('0'),
    country: fields.country
      .optional()
      .describe(
        'ISO 3166 code of the country of phone numbers without a country code, such as `GB`; if missing, that of the last event.',
      ),
    language: fields.language.default(DEFAULT_LANGUAGE),
    languages: fields.languages
      .optional()
      .describe(
        "The languages that visitors can choose from; null means all. If missing, only the event's own.",
      ),
    currency: fields.currency.default('USD'),
    timeZone: fields.timeZone
      .optional()
      .describe(
        "Where the event's days begin and end: an IANA name such as `Europe/Lisbon`; if missing, the server's.",
      ),
    drawAt: fields.drawAt.default(null),
    winnerDisplay: fields.winnerDisplay
      .optional()
      .describe(
        "How much of a winner's name public pages show; if missing, as in the copied event, or `full`.",
      ),
    suspense: fields.suspense.default(2),
    organiser: fields.organiser.default(null),
    privacyText: fields.privacyText.default(null),
    privacyUrl: fields.privacyUrl.default(null),
    consentNote: fields.consentNote.default(null),
    marketingText: fields.marketingText.default(null),
    retentionDays: fields.retentionDays.default(null),
    checklist: fields.checklist.default('closed'),
    receipts: fields.receipts.default(false),
    maxChances: fields.maxChances.default(1),
    logo: fields.logo.optional(),
    cover: fields.cover.optional(),
    accent: fields.accent.optional(),
    copyOf: reference('event-not-found')
      .optional()
      .describe(
        'The event whose sponsors, prizes and questions the new one gets, and its look unless that is given.',
      ),
  })
  .meta({ id: 'NewEvent' });

export const eventChange = z
  .object({
    ...fields,
    archived: z
      .boolean('archived must be true or false')
      .describe('True hides it in the list of events.'),
  })
  .partial()
  .meta({ id: 'EventChange' });

/** An event's own texts in other languages. They replace the existing ones: omitted texts are removed. */
export const translationsInput = z
  .object({
    version: z
      .int('The version is not valid')
      .describe(
        'The `questionsVersion` that they belong to; if it is no longer current, nothing is changed.',
      ),
    event: translationsOf({
      name: optionalText('Event name', EVENT_NAME_MAX).describe(
        `At most ${EVENT_NAME_MAX} characters.`,
      ),
      privacyText: fields.privacyText,
      consentNote: fields.consentNote,
      marketingText: fields.marketingText,
    })
      .default({})
      .describe(
        "The event's own texts by language. Translations into missing languages are removed.",
      ),
    questions: byId(questionTranslations, QUESTIONS_STORED_MAX).describe(
      'The texts of questions by question id, then by language.',
    ),
    prizes: byId(prizeTranslations, 1000).describe(
      'The texts of prizes by prize id, then by language.',
    ),
  })
  .meta({ id: 'Translations' });

/** The public fields of an event. */
export const publicEvent = z
  .object({
    id,
    name: z.string(),
    date: day,
    location: z.string(),
    status: z.enum(eventStatuses).describe('Visitors can enter while it is `active`.'),
    drawAt: timestamp.nullable().describe('The time of the draw; null if it is open.'),
    drawClock: z.string().nullable().describe('The same in event time: `2026-12-05 17:30`.'),
    timeZone: z
      .string()
      .describe("Where the event's days begin and end: an IANA name such as `Europe/Lisbon`."),
    shortCode: z.string().describe('The short code in the address that people type.'),
    country: z
      .string()
      .describe('ISO 3166 code of the country of phone numbers without a country code.'),
    phoneMinLength: z.int().describe('No valid phone number of that country has fewer digits.'),
    language: language.describe(
      "The language of the event's own texts, shown where a visitor's own is not offered.",
    ),
    languages: z
      .array(language)
      .nullable()
      .describe('The languages that visitors can choose from; null means all.'),
    translations: writtenTranslations(
      'name',
      'privacyText',
      'consentNote',
      'marketingText',
    ).describe("The event's own texts in other languages, by language."),
    organiser: z
      .string()
      .nullable()
      .describe('The organiser who collects the entries, named on the form; null shows none.'),
    privacyText: z.string().nullable().describe('The privacy text of the form; null shows none.'),
    privacyUrl: z.string().nullable().describe('The address of a privacy notice; null shows none.'),
    consentNote: z
      .string()
      .nullable()
      .describe("Replaces the form's default consent text; null keeps the form's."),
    marketingText: z
      .string()
      .nullable()
      .describe('The text of the box for marketing; null shows no box.'),
    receipts: z.boolean().describe('True if entrants with an e-mail address get a receipt.'),
    logo: z
      .string()
      .nullable()
      .describe('The address of a picture, which can be cached forever; null if there is none.'),
    cover: z
      .string()
      .nullable()
      .describe('The address of a picture, which can be cached forever; null if there is none.'),
    accent: z
      .string()
      .nullable()
      .describe('The colour of the public pages, such as `#0f766e`; null is the usual one.'),
    accentStyles: z
      .string()
      .nullable()
      .describe('The accent colour as a style sheet for both themes; null without a colour.'),
    consentVersion: z.int().describe('The version of the consent text that the form shows.'),
    questions: z
      .array(question)
      .describe(
        'The questions besides the contact: those for visitors or, for volunteers, those for volunteers.',
      ),
    questionsVersion: z
      .int()
      .describe('The version of the questions; a new lead names the one that it answers.'),
  })
  .meta({ id: 'PublicEvent' });

export const adminEvent = publicEvent
  .extend({
    totalAmountCollected: z.string().describe('A decimal number as text, such as `1250.50`.'),
    roa: z.string().describe('In percent: a decimal number as text.'),
    currency: z.string().describe('ISO 4217 code of the amounts.'),
    createdAt: timestamp,
    createdBy: id.describe('The UUID of an account.'),
    winnerDisplay: z
      .enum(winnerDisplays)
      .describe("How much of a winner's name public pages show."),
    winnerDisplayChosen: z
      .boolean()
      .describe('Whether somebody has chosen it; until then the checklist asks.'),
    suspense: suspense.describe('The seconds for which names roll before a winner is shown.'),
    maxChances: z.int().describe('The most chances that a person can have in a draw.'),
    retentionDays: z
      .int()
      .nullable()
      .describe('Days after the event until its leads are erased; null keeps them.'),
    erasure: z
      .object({
        day: day.describe('The earlier day.'),
        confirmedAt: timestamp.nullable().describe('Null until an administrator confirms it.'),
      })
      .nullable()
      .describe(
        'Set if the erasure day became earlier: leads are erased 24 hours after an administrator has confirmed it.',
      ),
    archived: z.boolean().describe('True if the list of events hides it.'),
    sample: z.boolean().describe('True if it belongs to the sample data.'),
    checklist: z
      .enum(checklistStates)
      .describe('The checklist of a new event; `printed`: its QR code was saved or printed.'),
    questions: z.array(adminQuestion).describe('All questions, including archived ones.'),
    leadCount: z.int().describe('All leads, in the draw or not.'),
    volunteerCount: z.int().describe('Volunteers with an active assignment.'),
    prizeCount: z.int().describe('Prizes, drawn or not.'),
    prizesLeft: z.int().describe('Prizes that can still be drawn.'),
  })
  .meta({ id: 'AdminEvent' });

export type EventInput = z.infer<typeof eventInput>;
export type EventChange = z.infer<typeof eventChange>;
export type TranslationsInput = z.infer<typeof translationsInput>;
export type PublicEvent = z.infer<typeof publicEvent>;
export type AdminEvent = z.infer<typeof adminEvent>;

/** The public origin set by the operator, or null, and the country. */
export const publicAddress = z
  .object({
    publicUrl: z
      .string()
      .nullable()
      .describe('The origin of the public pages; null if the operator has set none.'),
    country: z.string().describe('ISO 3166 code of the country of the first event, such as `GB`.'),
  })
  .meta({ id: 'PublicAddress' });

export type PublicAddress = z.infer<typeof publicAddress>;

/** The address for phones in the server's own network, if no public address is set. */
export const networkAddress = z
  .object({
    urls: z
      .array(z.string())
      .describe('Addresses for phones in the same network; empty if a public address is set.'),
  })
  .meta({ id: 'NetworkAddress' });

export type NetworkAddress = z.infer<typeof networkAddress>;
