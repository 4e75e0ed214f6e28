import { z } from 'zod';
import { QUANTITY_MAX } from './draws.ts';
import { formFields } from './form-fields.ts';
import { id, position, reference, requestId } from './ids.ts';
import { picture } from './pictures.ts';
import { line, optionalText } from './text.ts';
import { moment } from './times.ts';
import { translationsOf, writtenTranslations } from './translations.ts';

const PRIZE_NAME_MAX = 100;
const PRIZE_DESCRIPTION_MAX = 500;
const PRIZE_VALUE_MAX = 100;
const PRIZE_NOTE_MAX = 500;

/** The fields of the prize form. */
export const prizeDetails = z.object({
  name: line({
    label: 'Prize name',
    required: 'Prize name is required',
    min: 1,
    max: PRIZE_NAME_MAX,
  }).register(formFields, { label: 'Prize Name' }),
  description: optionalText('Description', PRIZE_DESCRIPTION_MAX, 'many')
    .register(formFields, { label: 'Description (Optional)', control: 'paragraphs' })
    .default(null),
  value: optionalText('Value', PRIZE_VALUE_MAX)
    .register(formFields, { label: 'Value (Optional)', placeholder: '$50 gift card' })
    .default(null),
  /** How many there are of it, and so how many can win it. */
  quantity: z
    .int('The quantity must be a whole number')
    .min(1, 'The quantity must be at least 1')
    .max(QUANTITY_MAX, `The quantity must be at most ${QUANTITY_MAX}`)
    .register(formFields, { label: 'How Many', type: 'number', inputMode: 'numeric', min: 1 })
    .default(1),
  /** Who gives it. */
  sponsorId: reference('sponsor-not-found').nullable().default(null),
  picture: picture.default(null),
  note: optionalText('Note', PRIZE_NOTE_MAX, 'many')
    .register(formFields, {
      label: 'Note for the Speaker (Optional)',
      hint: 'Only organisers read it, on the remote.',
      control: 'paragraphs',
    })
    .default(null),
});

export const prizeTranslations = translationsOf({
  name: optionalText('Prize name', PRIZE_NAME_MAX),
  description: prizeDetails.shape.description.unwrap(),
});

export const prizeInput = z
  .object({
    id: requestId,
    eventId: reference('event-not-found', 'Event is required'),
    ...prizeDetails.shape,
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
  })
  .partial()
  .meta({ id: 'PrizeChange' });

/** All prizes of an event, in their new order. */
export const prizeOrder = z
  .object({
    eventId: reference('event-not-found', 'Event is required'),
    prizeIds: z.array(id, 'The prizes must be a list').max(1000, 'There are too many prizes'),
  })
  .meta({ id: 'PrizeOrder' });

export const prizeQuery = z.object({ eventId: reference('event-not-found').optional() });

export const prizesLeftQuery = z.object({
  eventId: reference('event-not-found', 'Event is required'),
});

export const prize = z
  .object({
    id,
    eventId: id,
    name: z.string(),
    description: z.string().nullable(),
    value: z.string().nullable(),
    sponsorId: id.nullable(),
    picture: z.string().nullable(),
    quantity: z.int(),
    position: z.int(),
    createdAt: moment,
    translations: writtenTranslations('name', 'description'),
  })
  .meta({ id: 'Prize' });

/** What the presenter says about a prize. It is in no public answer. */
export const prizeNote = z.object({ prizeId: id, note: z.string() }).meta({ id: 'PrizeNote' });

/** What the lead form shows: the prizes without a standing winner. */
export const prizesLeft = z
  .object({
    /** The first of them. */
    first: z.array(prize),
    /** All of them. */
    left: z.int(),
    /** How many prizes the event has, drawn or not. */
    prizes: z.int(),
    /** How many winners it has, also without a prize. */
    winners: z.int(),
  })
  .meta({ id: 'PrizesLeft' });

export type PrizeNote = z.infer<typeof prizeNote>;
export type PrizesLeft = z.infer<typeof prizesLeft>;
export type PrizeChange = z.infer<typeof prizeChange>;
export type PrizeOrder = z.infer<typeof prizeOrder>;
export type PrizeInput = z.infer<typeof prizeInput>;
export type Prize = z.infer<typeof prize>;
