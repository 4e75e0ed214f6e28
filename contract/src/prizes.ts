import { z } from 'zod';
import { id, position, reference, requestId } from './ids.ts';
import { line, optionalText } from './text.ts';
import { moment } from './times.ts';

export const PRIZE_NAME_MAX = 100;
export const PRIZE_DESCRIPTION_MAX = 500;
export const PRIZE_VALUE_MAX = 100;

/** The three fields of the prize form. */
export const prizeDetails = z.object({
  name: line({
    label: 'Prize name',
    required: 'Prize name is required',
    min: 1,
    max: PRIZE_NAME_MAX,
  }),
  description: optionalText('Description', PRIZE_DESCRIPTION_MAX, 'many').default(null),
  value: optionalText('Value', PRIZE_VALUE_MAX).default(null),
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

const LIMIT_NOT_VALID = 'The limit must be a whole number from 1 to 1000';

export const prizeQuery = z.object({
  eventId: reference('event-not-found').optional(),
  /** Only the first ones. */
  limit: z.coerce
    .number(LIMIT_NOT_VALID)
    .int(LIMIT_NOT_VALID)
    .min(1, LIMIT_NOT_VALID)
    .max(1000, LIMIT_NOT_VALID)
    .optional(),
});

export const prize = z
  .object({
    id,
    eventId: id,
    name: z.string(),
    description: z.string().nullable(),
    value: z.string().nullable(),
    position: z.int(),
    createdAt: moment,
  })
  .meta({ id: 'Prize' });

export type PrizeChange = z.infer<typeof prizeChange>;
export type PrizeOrder = z.infer<typeof prizeOrder>;
export type PrizeInput = z.infer<typeof prizeInput>;
export type Prize = z.infer<typeof prize>;
