import { z } from 'zod';
import { LEADS_PER_SPONSOR_PAGE, leadSorts } from '../collecting/lead-values.ts';
import { storedContact } from '../collecting/leads.ts';
import { id } from '../core/ids.ts';
import { optionalText, searchText } from '../core/inputs/text.ts';
import { day, timestamp } from '../core/inputs/times.ts';
import { cursor, pageLimit } from '../core/paging.ts';
import { writtenTranslations } from '../core/translations.ts';
import {
  answerCounts,
  QUESTIONS_STORED_MAX,
  question,
  storedAnswers,
} from '../events/questions/schemas.ts';
import { languageCodes } from '../languages/languages.ts';
import { passwordOf } from '../login/auth.ts';

// A sponsor's share of an event: the leads that have agreed to it, behind a private link.

const ids = (noun: string, max: number) =>
  z.array(id, `The ${noun} must be a list`).max(max, `There are too many ${noun}`);

/** An organiser's settings for a sponsor. */
export const sharingInput = z
  .object({
    asked: z
      .boolean('Asked must be true or false')
      .describe('True if the form asks people to share their details with the sponsor.'),
    questions: ids('questions', QUESTIONS_STORED_MAX).describe(
      'The UUIDs of questions whose answers the sponsor sees.',
    ),
    prizes: ids('prizes', 1000).describe('The UUIDs of the prizes that the sponsor donates.'),
  })
  .meta({ id: 'NewSharing' });

export const sharing = z
  .object({
    sponsorId: id,
    ...sharingInput.shape,
    agreed: z.int().describe('Leads whose person has agreed to share their details.'),
    link: z
      .object({
        createdAt: timestamp,
        hasPassword: z.boolean().describe('True if opening the link requires a password.'),
        viewedAt: timestamp
          .nullable()
          .describe('The time of the last visit, to the minute; null if there was none.'),
      })
      .nullable()
      .describe('The private link; null if there is none.'),
    endsOn: day
      .nullable()
      .describe('The day on which leads are erased and links end; null if they are kept.'),
  })
  .meta({ id: 'Sharing' });

export const SPONSOR_PASSWORD_MIN = 8;

/** A new link. There is no request id, because a repeated response could not contain the secret again. */
export const sponsorLinkInput = z
  .object({
    password: passwordOf(SPONSOR_PASSWORD_MIN)
      .nullable()
      .default(null)
      .describe(
        `The password that opens the link, at least ${SPONSOR_PASSWORD_MIN} characters; null for none.`,
      ),
  })
  .meta({ id: 'NewSponsorLink' });

/** The only response with the secret of a link. */
export const newSponsorLink = z
  .object({
    secret: z.string().describe("The fragment of the link's address. Shown only in this response."),
  })
  .meta({ id: 'SponsorLinkWithSecret' });

export const sponsorLogIn = z
  .object({
    secret: z
      .string('The link is not complete')
      .max(100, 'The link is not complete')
      .describe("The fragment of the link's address."),
    password: z
      .string('Enter the password')
      .max(200, 'Password is too long')
      .optional()
      .describe('Required if the link has one.'),
    device: id
      .optional()
      .describe(
        'A random UUID that the browser stores, so that wrong passwords elsewhere do not lock it out.',
      ),
  })
  .meta({ id: 'SponsorLogIn' });

export const sponsorSession = z
  .object({ token: z.string().describe('Sent as `Authorization: Bearer …`.') })
  .meta({ id: 'SponsorSession' });

const about = {
  sponsor: z.object({ name: z.string(), logo: z.string().describe('The address of the picture.') }),
  event: z.object({
    name: z.string(),
    date: day,
    location: z.string(),
    cover: z
      .string()
      .nullable()
      .describe('The address of a picture, which can be cached forever; null if there is none.'),
    timeZone: z
      .string()
      .describe("Where the event's days begin and end: an IANA name such as `Europe/Lisbon`."),
    language: z
      .enum(languageCodes)
      .describe(
        "The language of the event's own texts, which visitors get whose own is not offered.",
      ),
    languages: z
      .array(z.enum(languageCodes))
      .nullable()
      .describe('The languages that visitors can choose from; null means all.'),
    translations: writtenTranslations('name').describe(
      "The event's own texts in other languages, by language.",
    ),
    accentStyles: z
      .string()
      .nullable()
      .describe("The event's colour as a style sheet for both themes; null without a colour."),
  }),
  questions: z.array(question).describe('The questions whose answers are shared.'),
  agreed: z.int().describe('Leads whose person has agreed to share their details.'),
};

export const sponsorPageQuery = z.object({
  search: searchText
    .optional()
    .describe("Words in the name, e-mail address, phone number or the sponsor's note."),
  sort: z
    .enum(leadSorts, 'sort must be newest, oldest or name')
    .default('newest')
    .describe('By the time of entry or by name.'),
  limit: pageLimit(200).default(LEADS_PER_SPONSOR_PAGE),
  cursor,
});

export const SPONSOR_NOTE_MAX = 500;

/** A page of a sponsor's leads. They have no ids, which could be used elsewhere. */
export const sponsorPage = z
  .object({
    ...about,
    endsOn: day
      .nullable()
      .describe('The day on which leads are erased and the link ends; null if they are kept.'),
    found: z.int().describe('Leads that match the search.'),
    leads: z
      .array(
        z.object({
          ...storedContact,
          key: id.describe("Identifies the lead in this sponsor's calls only."),
          at: timestamp.describe('The time of the entry.'),
          answers: storedAnswers,
          note: z.string().nullable().describe("The sponsor's note; null if there is none."),
        }),
      )
      .describe('The leads, without their ids, which could be used elsewhere.'),
  })
  .meta({ id: 'SponsorPage' });

/** A sponsor's note about a lead; null erases it. */
export const sponsorNote = z
  .object({
    key: id.describe("The `key` of the lead on the sponsor's page."),
    note: optionalText('Note', SPONSOR_NOTE_MAX, 'many').describe(
      `At most ${SPONSOR_NOTE_MAX} characters; null erases it.`,
    ),
  })
  .meta({ id: 'SponsorNote' });

export const sponsorFileInput = z
  .object({
    format: z
      .enum(['csv', 'xlsx'], 'format must be csv or xlsx')
      .describe('A CSV file or an Excel workbook.'),
  })
  .meta({ id: 'SponsorFile' });

export const sponsorReport = z
  .object({
    ...about,
    leads: z
      .int()
      .describe('All leads since people were first asked, including those that did not agree.'),
    times: z
      .array(
        z.object({
          at: z.string().describe('In event time: `2026-12-05 14:00`.'),
          leads: z.int().describe('Leads that agreed in this hour.'),
        }),
      )
      .describe('Leads that agreed, per hour.'),
    answers: answerCounts.describe('The number of leads per shared answer.'),
    reach: z
      .object({
        entries: z.int().describe('All leads of the event.'),
        people: z.int().describe('The most people who were in a draw, or are in the next one.'),
        formViews: z
          .int()
          .describe('The number of times a browser has shown the form with the logo.'),
      })
      .describe('The public reach of the sponsor, and figures of the whole event.'),
    prizes: z
      .array(
        z.object({
          name: z.string(),
          picture: z
            .string()
            .nullable()
            .describe(
              'The address of a picture, which can be cached forever; null if there is none.',
            ),
          drawnAt: timestamp.nullable().describe('Null until it is drawn.'),
          people: z.int().nullable().describe('People in the draw; null until it is drawn.'),
          winner: z
            .string()
            .nullable()
            .describe(
              'As the event shows winners, or in full if the winner has agreed to that; null until it is drawn.',
            ),
          handedOver: z.boolean().describe('True if the prize has been handed over.'),
        }),
      )
      .describe('The prizes that the sponsor donates.'),
  })
  .meta({ id: 'SponsorReport' });

export type SharingInput = z.infer<typeof sharingInput>;
export type Sharing = z.infer<typeof sharing>;
export type SponsorPage = z.infer<typeof sponsorPage>;
export type SponsorReport = z.infer<typeof sponsorReport>;
