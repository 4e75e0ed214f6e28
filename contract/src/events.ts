import { z } from 'zod';
import { dayInput, formFields } from './form-fields.ts';
import { isCalendarDay } from './form-rules.ts';
import { id, reference, requestId } from './ids.ts';
import { DEFAULT_LANGUAGE, languageCodes } from './languages.ts';
import { isCountry } from './phones/countries.ts';
import { picture } from './pictures.ts';
import { prizeTranslations } from './prizes.ts';
import {
  adminQuestion,
  QUESTIONS_KEPT_MAX,
  question,
  questionTranslations,
} from './questions/schemas.ts';
import { suspense, winnerDisplays } from './raffle.ts';
import { line, optionalText } from './text.ts';
import { day, moment, momentOrClock, timeZone } from './times.ts';
import { byId, translationsOf, writtenTranslations } from './translations.ts';

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

/** The list of what is left to do for a new event; `printed` says that its QR code was saved or printed. */
const checklistStates = ['open', 'printed', 'closed'] as const;

// A day, or a date-time of which only the day counts, so that no time zone can move an event.
const dayOrMoment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

const eventDate = z
  .string('Date is required')
  .min(1, 'Date is required')
  .regex(dayOrMoment, { error: 'Invalid date', abort: true })
  .overwrite((value) => value.slice(0, 10))
  .refine(isCalendarDay, 'Invalid date');

/** A numeric(10,2) as text, because JavaScript's numbers cannot hold money. Blank means 0. */
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

/** Some languages, in our order; null means all of them, also those that are added later. */
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

/** Only these two schemes, because a link with another one could run a script. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && !/[\s"<>\\]/.test(text) && URL.canParse(text);
}

const fields = {
  name: line({
    label: 'Event name',
    required: 'Event name is required',
    min: 1,
    max: EVENT_NAME_MAX,
  }).register(formFields, { label: 'Event Name' }),
  date: eventDate.register(formFields, { label: 'Date', ...dayInput }),
  location: line({
    label: 'Location',
    required: 'Location is required',
    min: 1,
    max: LOCATION_MAX,
  }).register(formFields, { label: 'Location' }),
  status: z.enum(eventStatuses, 'Status must be upcoming, active or ended'),
  totalAmountCollected: decimal('Total amount collected', 'not negative'),
  roa: decimal('ROA', 'negative allowed'),
  country: z
    .string('Country must be a two-letter code')
    .toUpperCase()
    .refine(isCountry, 'Country must be a two-letter code, such as GB'),
  /** The language of the event's own texts, which visitors get whose own is not offered. */
  language,
  languages: offeredLanguages,
  /** Of the amounts. */
  currency,
  /** Where the event's days begin and end. Three letters, such as BST, mean another zone to PostgreSQL than to Node. */
  timeZone: timeZone('Unknown time zone').refine(
    (name) => name.length > 3 || /^(utc|gmt)$/i.test(name),
    'Unknown time zone',
  ),
  /** When the draw is; null leaves that open. */
  drawAt: momentOrClock('Time of the draw is not valid').nullable(),
  winnerDisplay: z.enum(winnerDisplays, 'Winner display must be full or short'),
  suspense,
  organiser: optionalText('Organiser', ORGANISER_MAX).register(formFields, { label: 'Organiser' }),
  privacyText: optionalText('Privacy text', PRIVACY_TEXT_MAX, 'many').register(formFields, {
    label: 'Privacy Text',
    control: 'paragraphs',
  }),
  privacyUrl: optionalText('Privacy link', PRIVACY_URL_MAX)
    .refine((address) => address === null || isWebAddress(address), PRIVACY_URL_NOT_VALID)
    .register(formFields, {
      label: 'Privacy Link',
      hint: 'The address of your privacy notice, such as https://example.com/privacy',
    }),
  /** Replaces the form's sentence. */
  consentNote: optionalText('Consent sentence', CONSENT_NOTE_MAX).register(formFields, {
    label: 'Consent Sentence',
    hint: 'Replaces the sentence that the form shows otherwise.',
  }),
  /** What the box says that visitors may tick; without it there is no box. */
  marketingText: optionalText('Marketing box', MARKETING_TEXT_MAX).register(formFields, {
    label: 'Marketing Box',
    hint: 'Asks for marketing separately: what the box says that visitors may tick, such as “Tell me about future events.”',
  }),
  /** How many days after the event its leads are erased; null keeps them. */
  retentionDays: z.int(RETENTION).min(1, RETENTION).max(RETENTION_DAYS_MAX, RETENTION).nullable(),
  checklist: z.enum(checklistStates, 'Checklist must be open, printed or closed'),
  /** Whether entrants who leave an address get a receipt by mail. */
  receipts: z.boolean('receipts must be true or false'),
  /** How its public pages look. */
  logo: picture,
  cover: picture,
  accent: z
    .string('Colour must be text')
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Colour must be like #0f766e')
    .nullable(),
};

type EventField = keyof typeof fields;

/** The fields of an event of which a copy begins with its own. */
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
    /** If it is missing, a new event takes the country of the last one. */
    country: fields.country.optional(),
    language: fields.language.default(DEFAULT_LANGUAGE),
    languages: fields.languages.default(null),
    currency: fields.currency.default('USD'),
    /** If it is missing, it is the server's. */
    timeZone: fields.timeZone.optional(),
    drawAt: fields.drawAt.default(null),
    /** If it is missing, it is that of the event that is copied, otherwise `full`. */
    winnerDisplay: fields.winnerDisplay.optional(),
    suspense: fields.suspense.default(2),
    organiser: fields.organiser.default(null),
    privacyText: fields.privacyText.default(null),
    privacyUrl: fields.privacyUrl.default(null),
    consentNote: fields.consentNote.default(null),
    marketingText: fields.marketingText.default(null),
    retentionDays: fields.retentionDays.default(null),
    checklist: fields.checklist.default('closed'),
    receipts: fields.receipts.default(false),
    /** If they are missing, they are those of the event that is copied. */
    logo: fields.logo.optional(),
    cover: fields.cover.optional(),
    accent: fields.accent.optional(),
    /** The event whose sponsors, prizes and questions the new one gets, too. */
    copyOf: reference('event-not-found').optional(),
  })
  .meta({ id: 'NewEvent' });

export const eventChange = z
  .object({ ...fields, archived: z.boolean('archived must be true or false') })
  .partial()
  .meta({ id: 'EventChange' });

/** An event's own texts in other languages, which replace those before. What is left out has none any more. */
export const translationsInput = z
  .object({
    /** The version of the questions to which they belong; each change of translations counts as one. */
    version: z.int('The version is not valid'),
    event: translationsOf({
      name: optionalText('Event name', EVENT_NAME_MAX),
      privacyText: fields.privacyText,
      consentNote: fields.consentNote,
      marketingText: fields.marketingText,
    }).default({}),
    questions: byId(questionTranslations, QUESTIONS_KEPT_MAX),
    prizes: byId(prizeTranslations, 1000),
  })
  .meta({ id: 'Translations' });

/** The public fields of an event. */
export const publicEvent = z
  .object({
    id,
    name: z.string(),
    date: day,
    location: z.string(),
    status: z.enum(eventStatuses),
    /** When the draw is, if that is known. */
    drawAt: moment.nullable(),
    /** The same on the event's clock (`2026-12-05 17:30`), so that phones need not compute it, and the clock's zone. */
    drawClock: z.string().nullable(),
    timeZone: z.string(),
    /** Stands for the event in the address that people type. */
    shortCode: z.string(),
    /** The country of phone numbers without a country code (ISO 3166). */
    country: z.string(),
    /** No valid phone number of that country is shorter. */
    phoneMinLength: z.int(),
    /** The language of its own texts, and those that it offers; null means all. */
    language,
    languages: z.array(language).nullable(),
    translations: writtenTranslations('name', 'privacyText', 'consentNote', 'marketingText'),
    /** Who collects the entries, as the form names them. */
    organiser: z.string().nullable(),
    /** What happens with the entries: a text, and the address of one. */
    privacyText: z.string().nullable(),
    privacyUrl: z.string().nullable(),
    /** The event's own sentence about consent, and what its box for marketing says, if it has them. */
    consentNote: z.string().nullable(),
    marketingText: z.string().nullable(),
    /** Whether whoever leaves an address gets a receipt by mail. */
    receipts: z.boolean(),
    /** How its pages look: the addresses of two pictures, and a colour. */
    logo: z.string().nullable(),
    cover: z.string().nullable(),
    accent: z.string().nullable(),
    /** The tokens of that colour as a style sheet, so that the form need not compute them. */
    accentStyles: z.string().nullable(),
    /** The version of the consent text that the form shows. */
    consentVersion: z.int(),
    /** What visitors are asked beside their contact; volunteers get what they are asked. */
    questions: z.array(question),
    /** Counts the changes of the questions; an entry names the version that it answers. */
    questionsVersion: z.int(),
  })
  .meta({ id: 'PublicEvent' });

export const adminEvent = publicEvent
  .extend({
    totalAmountCollected: z.string(),
    roa: z.string(),
    currency: z.string(),
    createdAt: moment,
    createdBy: id,
    winnerDisplay: z.enum(winnerDisplays),
    suspense,
    retentionDays: z.int().nullable(),
    /**
     * Set while erasing its leads waits because its date or retention was changed: for an administrator of all events to
     * confirm it, or, once they have, for a day.
     */
    erasure: z.object({ day, confirmedAt: moment.nullable() }).nullable(),
    /** Whether it is out of sight in the list of events. */
    archived: z.boolean(),
    /** Whether it belongs to the sample data. */
    sample: z.boolean(),
    checklist: z.enum(checklistStates),
    /** All of them, with those that are archived. */
    questions: z.array(adminQuestion),
    leadCount: z.int(),
    volunteerCount: z.int(),
    prizeCount: z.int(),
  })
  .meta({ id: 'AdminEvent' });

export type EventInput = z.infer<typeof eventInput>;
export type EventChange = z.infer<typeof eventChange>;
export type TranslationsInput = z.infer<typeof translationsInput>;
export type PublicEvent = z.infer<typeof publicEvent>;
export type AdminEvent = z.infer<typeof adminEvent>;

/** Where visitors reach the server: the origin that the operator has set, or null. */
export const publicAddress = z
  .object({ publicUrl: z.string().nullable() })
  .meta({ id: 'PublicAddress' });

export type PublicAddress = z.infer<typeof publicAddress>;

/** Where phones of the server's own network reach it, as long as no public address is set. */
export const networkAddress = z
  .object({ urls: z.array(z.string()) })
  .meta({ id: 'NetworkAddress' });

export type NetworkAddress = z.infer<typeof networkAddress>;
