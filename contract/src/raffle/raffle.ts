import { z } from 'zod';
import { hash, id, reference } from '../core/ids.ts';
import { timestamp } from '../core/inputs/times.ts';
import { suspense } from '../events/events.ts';
import { phrase, shownPerson } from '../fair-draw/draws.ts';
import { CLAIM_MINUTES } from './stage.ts';

const claimMinutes = z
  .literal(CLAIM_MINUTES, 'The time to claim must be 0 to 3 minutes')
  .describe('The minutes that a winner has to come to the stage; 0 shows no countdown.');
const drawnPrize = id.nullable().describe('The id of a prize; null for a general draw.');
const winnerIndex = z.int().describe('The index of the winner, from 0.');
const ticket = hash.describe('The ticket of the lead whose name is shown.');

/**
 * A public result: the winner as the event shows it, without the phone number, copied when the draw was held. Winners
 * who have forfeited are not among the results.
 */
export const raffleResult = z
  .object({
    id,
    eventId: id,
    number: z.int().describe("The draw's number in the event's record, from 1."),
    place: winnerIndex,
    prizeId: drawnPrize,
    winner: z.object(shownPerson),
    conductedAt: timestamp.describe('The time of the draw.'),
    phrase: z.string().describe('The phrase of the audience; empty if there was none.'),
    ticket,
    handedOverAt: timestamp
      .nullable()
      .describe('The time of the handover; null if the prize has not been handed over.'),
    // Limited, because thousands would be too much for the live stream.
    tickets: z
      .array(hash)
      .describe('All tickets of the winner as in the public record. Empty in the live stream.'),
  })
  .meta({ id: 'RaffleResult' });

/** The first winner, and all of them. */
export const drawnResult = raffleResult
  .extend({
    winners: z.array(raffleResult).describe('All winners, of whom the first is `winner`.'),
    otherNames: z
      .array(z.string())
      .describe("Other names under the winners' phone numbers, for the presenter alone."),
  })
  .meta({ id: 'DrawnResult' });

/** The digits on which a ticket's name depends. */
export const ticketDigits = z.string().regex(/^[0-9a-f]{8}$/);

const cheers = z.int('Applause is a number').min(0).max(1_000_000);
const CLAPS = 'The number of presses of applause.';
const HEARTS = 'The number of presses of the heart.';
export const applause = z
  .object({ claps: cheers.describe(CLAPS), hearts: cheers.describe(HEARTS) })
  .meta({ id: 'Applause' });

/** The most that two thumbs can do between two reports. */
const cheersPerRequest = cheers.max(20, 'That is more applause than two hands can give');

/** The applause reported by one phone. */
export const applauseInput = z
  .object({
    device: id.describe('Identifies the page; stored for a second.'),
    claps: cheersPerRequest.describe(CLAPS),
    hearts: cheersPerRequest.describe(HEARTS),
  })
  .meta({ id: 'ApplauseReport' });

const BLANK = 'True if the wall is dark.';
const TYPED = 'The phrase of a sealed draw as it is typed.';
const ONLY_HERE =
  'True if the next draw is limited to the people who have answered the latest roll call.';
const APPLAUSE = 'True if phones may applaud.';

/**
 * A rehearsal on the wall and the remote: how far it has come. Every screen invents the same winners from it, so that
 * nothing is stored.
 */
export const rehearsal = z
  .object({
    run: z.int().min(0).max(999_999).describe('A number that decides the invented names.'),
    drawn: z
      .int()
      .min(0)
      .max(1000)
      .describe('The number of prizes that have been drawn, in their order.'),
    began: z
      .int()
      .min(0)
      .nullable()
      .describe(
        "The start of the last draw, in milliseconds of the server's clock; null once continued.",
      ),
    phrase: phrase
      .nullable()
      .describe('The phrase of a sealed draw as it is typed; null if none is sealed.'),
    round: z
      .int()
      .min(1)
      .nullable()
      .describe('The round of the beacon that a sealed draw waits for.'),
  })
  .meta({ id: 'RehearsalState' });

/** The rehearsal, or null at its end. */
export const rehearsalChange = z
  .object({ rehearsal: rehearsal.nullable().describe('The rehearsal; null ends it.') })
  .meta({ id: 'Rehearsal' });

/** The stage as the presenter has set it: the same on every page, and after a reload. */
export const stageState = z
  .object({
    // The next prize is this one or, once it has a winner, the one after it.
    prizeId: id
      .nullable()
      .describe('The prize that was chosen or drawn last; null for a general draw.'),
    revealed: z
      .int()
      .nullable()
      .describe('The number of the draw whose winner is shown, until the raffle is continued.'),
    blank: z.boolean().describe(BLANK),
    phrase: z.string().describe(TYPED),
    drawing: z
      .object({
        prizeId: drawnPrize,
        phrase: z.string(),
        since: z.int().describe("The start, in milliseconds of the database's clock."),
        lasts: z.int().describe('The milliseconds for which names roll.'),
        revealsAt: z
          .int()
          .nullable()
          .describe(
            "The time at which all screens show the winner, in milliseconds of the database's clock; null until the draw was held.",
          ),
        tickets: z
          .array(ticketDigits)
          .describe(
            'The first digits of some tickets in the draw, for pages that may not show names.',
          ),
      })
      .nullable()
      .describe('The draw that has begun, until its winner is shown.'),
    forfeit: z
      .object({
        forfeits: z.int().describe('The number of the draw whose winner has forfeited.'),
        place: winnerIndex,
        prizeId: drawnPrize,
        reason: z.string(),
        ticket,
      })
      .nullable()
      .describe('The last winner who forfeited, named by the ticket, until the next draw.'),
    suspense,
    claimMinutes,
    applause: z.boolean().describe(APPLAUSE),
    onlyHere: z.boolean().describe(ONLY_HERE),
  })
  .meta({ id: 'StageState' });

export const stageChange = z
  .object({
    prizeId: reference('prize-not-found')
      .nullable()
      .describe('The id of the prize that is drawn next; null for a general draw.'),
    continued: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .describe('Continues the raffle after the winner of the draw with this number.'),
    blank: z.boolean().describe(BLANK),
    phrase: phrase.describe(TYPED),
    suspense,
    claimMinutes,
    applause: z.boolean('applause must be true or false').describe(APPLAUSE),
    onlyHere: z.boolean('onlyHere must be true or false').describe(ONLY_HERE),
  })
  .partial()
  .meta({ id: 'StageChange' });

export type StageState = z.infer<typeof stageState>;
export type StageChange = z.infer<typeof stageChange>;
export type Rehearsal = z.infer<typeof rehearsal>;
export type Applause = z.infer<typeof applause>;
export type RaffleResult = z.infer<typeof raffleResult>;
export type DrawnResult = z.infer<typeof drawnResult>;
