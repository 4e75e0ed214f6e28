import { z } from 'zod';
import { reference, requestId } from '../core/ids.ts';
import { phrase, QUANTITY_MAX, reason, rollCallNumber, winnerIndex } from '../fair-draw/draws.ts';

const prizeId = reference('prize-not-found')
  .nullable()
  .default(null)
  .describe('The id of a prize; null for a general draw.');

const count = z
  .int('The number of winners must be a whole number')
  .min(1, 'A draw has at least one winner')
  .max(QUANTITY_MAX, `A draw has at most ${QUANTITY_MAX} winners`)
  .optional()
  .describe('The number of winners; by default as many as are left of the prize.');
const onlyHere = z
  .boolean('onlyHere must be true or false')
  .default(false)
  .describe('Limits the draw to the people who have answered the latest roll call.');
export const drawInput = z
  .object({
    id: requestId.describe(
      "A UUID that you create for this draw. A repeated request with it gets this draw's winners for as long as there is " +
        'a record of them; one for another prize, phrase or number of winners is refused.',
    ),
    prizeId,
    phrase: phrase
      .default('')
      .describe('The phrase of the audience. It decides only a draw that was sealed for a phrase.'),
    count,
    onlyHere,
  })
  .meta({ id: 'DrawRequest' });
export const sealInput = z
  .object({
    id: requestId,
    prizeId,
    count,
    onlyHere,
    round: z
      .int('The round must be a whole number')
      .min(1, 'The round must be a whole number')
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('The round of the public beacon that decides; without one, a phrase does.'),
  })
  .meta({ id: 'SealRequest' });
export const voidInput = z.object({ id: requestId, reason }).meta({ id: 'VoidRequest' });
export const forfeitInput = z
  .object({ id: requestId, reason, place: winnerIndex })
  .meta({ id: 'ForfeitRequest' });
export const beaconInput = z
  .object({
    signature: z
      .string('A signature is 96 hexadecimal digits')
      .toLowerCase()
      .regex(/^[0-9a-f]{96}$/, 'A signature is 96 hexadecimal digits')
      .describe("The beacon's signature, in hexadecimal digits."),
  })
  .meta({ id: 'BeaconRequest' });

/** The persons in the next draw, for administrators. Names are a first name and an initial. */
export const eligiblePeople = z
  .object({
    people: z.int().describe('The number of people in the next draw.'),
    leads: z.int().describe('The number of their leads.'),
    pending: z.int().describe('The number of leads that are not verified yet.'),
    promoted: z.int().describe('The number of promoted leads.'),
    chances: z.int().describe('The number of their chances.'),
    mostChances: z
      .int()
      .describe('The most chances of one person; 0 if nobody is in the next draw.'),
    here: z
      .object({
        rollCall: rollCallNumber,
        open: z.boolean().describe('True while it can be answered.'),
        people: z.int().describe('The number of people in the next draw who have answered it.'),
        chances: z.int().describe('The number of their chances.'),
      })
      .nullable()
      .describe('The latest roll call; null before the first.'),
    names: z.array(z.string()).describe('First names and initials of some of the people.'),
  })
  .meta({ id: 'EligiblePeople' });

export type EligiblePeople = z.infer<typeof eligiblePeople>;
