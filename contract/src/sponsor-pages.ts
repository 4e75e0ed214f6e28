import { z } from 'zod';
import { passwordOf } from './accounts/auth.ts';
import { id } from './ids.ts';
import { languageCodes } from './languages.ts';
import { LEADS_PER_SPONSOR_PAGE, leadSorts } from './lead-values.ts';
import { storedContact } from './leads.ts';
import { cursor, pageLimit } from './paging.ts';
import { answerCounts, QUESTIONS_KEPT_MAX, question, storedAnswers } from './questions/schemas.ts';
import { optionalText, searchText } from './text.ts';
import { day, moment } from './times.ts';
import { writtenTranslations } from './translations.ts';

// What a sponsor gets of an event: the leads who have agreed to that, behind a private link.

const ids = (what: string, max: number) =>
  z.array(id, `The ${what} must be a list`).max(max, `There are too many ${what}`);

/** What an organiser decides about a sponsor. */
export const sharingInput = z
  .object({
    /** Whether the form asks people to share their details with the sponsor. */
    asked: z.boolean('Asked must be true or false'),
    /** Whose answers the sponsor sees. */
    questions: ids('questions', QUESTIONS_KEPT_MAX),
    /** The prizes that the sponsor gives. */
    prizes: ids('prizes', 1000),
  })
  .meta({ id: 'NewSharing' });

export const sharing = z
  .object({
    sponsorId: id,
    ...sharingInput.shape,
    /** How many leads have agreed. */
    agreed: z.int(),
    link: z
      .object({
        madeAt: moment,
        hasPassword: z.boolean(),
        /** When the sponsor last looked, give or take a minute. */
        viewedAt: moment.nullable(),
      })
      .nullable(),
    /** The day on which the event's leads are erased and links end. */
    endsOn: day.nullable(),
  })
  .meta({ id: 'Sharing' });

export const SPONSOR_PASSWORD_MIN = 8;

/** Without an id of the request: a repeated answer could not contain the secret again. */
export const sponsorLinkInput = z
  .object({ password: passwordOf(SPONSOR_PASSWORD_MIN).nullable().default(null) })
  .meta({ id: 'NewSponsorLink' });

/** The only answer with the secret of a link. */
export const newSponsorLink = z
  .object({ secret: z.string() })
  .meta({ id: 'SponsorLinkWithSecret' });

export const sponsorLogIn = z
  .object({
    secret: z.string('The link is not complete').max(100, 'The link is not complete'),
    password: z.string('Enter the password').max(200, 'Password is too long').optional(),
    /** The id that the browser keeps, by which wrong passwords from elsewhere do not lock it out. */
    device: id.optional(),
  })
  .meta({ id: 'SponsorLogIn' });

export const sponsorSession = z.object({ token: z.string() }).meta({ id: 'SponsorSession' });

const about = {
  sponsor: z.object({ name: z.string(), logo: z.string() }),
  event: z.object({
    name: z.string(),
    date: day,
    location: z.string(),
    cover: z.string().nullable(),
    timeZone: z.string(),
    language: z.enum(languageCodes),
    languages: z.array(z.enum(languageCodes)).nullable(),
    translations: writtenTranslations('name'),
    accentStyles: z.string().nullable(),
  }),
  /** Those whose answers are shared. */
  questions: z.array(question),
  /** How many leads have agreed. */
  agreed: z.int(),
};

export const sponsorPageQuery = z.object({
  /** Looks in what the sponsor sees of everybody, and in its own notes. */
  search: searchText.optional(),
  sort: z.enum(leadSorts, 'sort must be newest, oldest or name').default('newest'),
  limit: pageLimit(200).default(LEADS_PER_SPONSOR_PAGE),
  cursor,
});

export const SPONSOR_NOTE_MAX = 500;

/** One page of a sponsor's leads. They have no ids, which would be of use elsewhere. */
export const sponsorPage = z
  .object({
    ...about,
    endsOn: day.nullable(),
    /** How many of those who have agreed match the search. */
    found: z.int(),
    leads: z.array(
      z.object({
        ...storedContact,
        /** Stands for the lead on this page alone. */
        key: id,
        at: moment,
        answers: storedAnswers,
        note: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'SponsorPage' });

/** What a sponsor notes of somebody; nothing erases the note. */
export const sponsorNote = z
  .object({ key: id, note: optionalText('Note', SPONSOR_NOTE_MAX, 'many') })
  .meta({ id: 'SponsorNote' });

export const sponsorFileInput = z
  .object({ format: z.enum(['csv', 'xlsx'], 'format must be csv or xlsx') })
  .meta({ id: 'SponsorFile' });

export const sponsorReport = z
  .object({
    ...about,
    /** The leads of the event since people were first asked, and those who agreed. */
    leads: z.int(),
    /** How many agreed in which hour, by the event's clock: `2026-12-05 14:00`. */
    times: z.array(z.object({ at: z.string(), leads: z.int() })),
    answers: answerCounts,
    reach: z.object({
      /** All leads of the event. */
      entries: z.int(),
      /** The most people who were in a draw, or are in the next one. */
      people: z.int(),
      /** How often a browser has shown the form with the logo. */
      formViews: z.int(),
    }),
    /** What the sponsor gives. */
    prizes: z.array(
      z.object({
        name: z.string(),
        picture: z.string().nullable(),
        drawnAt: moment.nullable(),
        /** How many people were in the draw. */
        people: z.int().nullable(),
        /** As the event shows winners; in full if the winner has agreed to share that. */
        winner: z.string().nullable(),
        handedOver: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'SponsorReport' });

export type SharingInput = z.infer<typeof sharingInput>;
export type Sharing = z.infer<typeof sharing>;
export type SponsorPage = z.infer<typeof sponsorPage>;
export type SponsorReport = z.infer<typeof sponsorReport>;
