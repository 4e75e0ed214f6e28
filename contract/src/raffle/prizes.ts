import { z } from 'zod';
import { id, position, reference, requestId } from '../core/ids.ts';
import { formFields } from '../core/inputs/form-fields.ts';
import { optionalText, singleLine } from '../core/inputs/text.ts';
import { timestamp } from '../core/inputs/times.ts';
import { writtenTranslations } from '../core/translations.ts';
import { picture } from '../events/pictures.ts';
import { PRIZE_NAME_MAX, prizeDescription } from '../events/prize-texts.ts';
import { QUANTITY_MAX } from '../fair-draw/draws.ts';

const PRIZE_VALUE_MAX = 100;
const PRIZE_NOTE_MAX = 500;

/** Decides a draw: nothing but the secret seed, a phrase of the audience, or the public beacon. */
export const drawSources = ['none', 'phrase', 'beacon'] as const;
const drawSource = z
  .enum(drawSources, 'drawSource must be none, phrase or beacon')
  .describe(
    'The source that decides its draw: `none` draws at once, `phrase` and `beacon` seal the draw first.',
  );

/** The fields of the prize form. */
export const prizeDetails = z.object({
  name: singleLine({
    label: 'Prize name',
    required: 'Prize name is required',
    min: 1,
    max: PRIZE_NAME_MAX,
  })
    .register(formFields, { label: 'Prize Name' })
    .describe(`1 to ${PRIZE_NAME_MAX} characters.`),
  description: prizeDescription.default(null),
  value: optionalText('Value', PRIZE_VALUE_MAX)
    .register(formFields, { label: 'Value (Optional)', placeholder: '$50 gift card' })
    .describe(`Its value, in any words of at most ${PRIZE_VALUE_MAX} characters; null shows none.`)
    .default(null),
  quantity: z
    .int('The quantity must be a whole number')
    .min(1, 'The quantity must be at least 1')
    .max(QUANTITY_MAX, `The quantity must be at most ${QUANTITY_MAX}`)
    .register(formFields, { label: 'How Many', type: 'number', inputMode: 'numeric', min: 1 })
    .describe(`The quantity, which is the number of people who can win it: 1 to ${QUANTITY_MAX}.`)
    .default(1),
  sponsorId: reference('sponsor-not-found')
    .nullable()
    .describe('The sponsor who donates it; null for none.')
    .default(null),
  picture: picture.default(null),
  note: optionalText('Note', PRIZE_NOTE_MAX, 'many')
    .register(formFields, {
      label: 'Note for the Presenter (Optional)',
      hint: 'Only organisers read it, on the remote.',
      control: 'paragraphs',
    })
    .describe(
      `The presenter's note, which only administrators can read; at most ${PRIZE_NOTE_MAX} characters, null for none.`,
    )
    .default(null),
});

export const prizeInput = z
  .object({
    id: requestId,
    eventId: reference('event-not-found', 'Event is required'),
    ...prizeDetails.shape,
    drawSource: drawSource.default('none'),
    position: position.default(0),
  })
  .meta({ id: 'NewPrize' });

export const prizeChange = z
  .object({
    name: prizeDetails.shape.name,
    description: prizeDetails.shape.description.unwrap(),
    value: prizeDetails.shape.value.unwrap(),
    sponsorId: prizeDetails.shape.sponsorId.unwrap(),
    picture,
    quantity: prizeDetails.shape.quantity.unwrap(),
    note: prizeDetails.shape.note.unwrap(),
    drawSource,
  })
  .partial()
  .meta({ id: 'PrizeChange' });

/** All prizes of an event, in their new order. */
export const prizeOrder = z
  .object({
    eventId: reference('event-not-found', 'Event is required'),
    prizeIds: z
      .array(id, 'The prizes must be a list')
      .max(1000, 'There are too many prizes')
      .describe('All prizes of the event, in their new order.'),
  })
  .meta({ id: 'PrizeOrder' });

export const prizeQuery = z.object({
  eventId: reference('event-not-found')
    .optional()
    .describe('The event, whose prizes are public; without it, the prizes of all events.'),
});

export const prizesLeftQuery = z.object({
  eventId: reference('event-not-found', 'Event is required'),
});

export const prize = z
  .object({
    id,
    eventId: id,
    name: z.string(),
    description: z.string().nullable().describe('Null if there is none.'),
    value: z.string().nullable().describe('Its value, in any words; null if none was given.'),
    sponsorId: id.nullable().describe('The sponsor who donates it; null for none.'),
    picture: z
      .string()
      .nullable()
      .describe('The address of a picture, which can be cached forever; null if there is none.'),
    quantity: z.int().describe('The quantity, which is the number of people who can win it.'),
    drawSource,
    position: z.int().describe('Its index in the list, from 0.'),
    createdAt: timestamp,
    translations: writtenTranslations('name', 'description').describe(
      'Its texts in other languages, by language.',
    ),
  })
  .meta({ id: 'Prize' });

/** The presenter's note about a prize. It is in no public response. */
export const prizeNote = z
  .object({
    prizeId: id.describe('The UUID of the prize.'),
    note: z.string().describe("The presenter's note, which only administrators can read."),
  })
  .meta({ id: 'PrizeNote' });

/** The prizes without a standing winner, for the lead form. */
export const prizesLeft = z
  .object({
    first: z.array(prize).describe('The next prizes to draw.'),
    left: z.int().describe('Prizes that can still be won.'),
    prizes: z.int().describe('All prizes of the event, drawn or not.'),
    winners: z.int().describe('All winners of the event, also without a prize.'),
  })
  .meta({ id: 'PrizesLeft' });

export type DrawSource = (typeof drawSources)[number];
export type PrizeNote = z.infer<typeof prizeNote>;
export type PrizesLeft = z.infer<typeof prizesLeft>;
export type PrizeChange = z.infer<typeof prizeChange>;
export type PrizeOrder = z.infer<typeof prizeOrder>;
export type PrizeInput = z.infer<typeof prizeInput>;
export type Prize = z.infer<typeof prize>;
