import { z } from 'zod';
import { phrase } from './draws.ts';
import { hash, id, reference } from './ids.ts';
import { claims, suspenses } from './stage.ts';
import { moment } from './times.ts';

/** How much of its winners an event shows: everything, or a first name, an initial and a masked e-mail. */
export const winnerDisplays = ['full', 'short'] as const;
export type WinnerDisplay = (typeof winnerDisplays)[number];

export const suspense = z.literal(suspenses, 'Suspense must be 2, 5 or 8 seconds');
const claimMinutes = z.literal(claims, 'The time to claim must be 0 to 3 minutes');

/**
 * Public: the winner as the event shows it, copied when the draw was held, without the phone number. The
 * results do not contain winners who have forfeited.
 */
export const raffleResult = z
  .object({
    id,
    eventId: id,
    /** The number of the draw in the public record. */
    number: z.int(),
    /** Which of the draw's winners, from 0 on. */
    place: z.int(),
    prizeId: id.nullable(),
    winner: z.object({ name: z.string(), email: z.string().nullable() }),
    conductedAt: moment,
    /** What the audience called out; empty if nothing was. */
    phrase: z.string(),
    /** The ticket of the lead whose name is shown, from which its name is derived. */
    ticket: hash,
    handedOverAt: moment.nullable(),
    /**
     * The winner's tickets as in the public record, by which a device recognises its own. Empty in the live
     * stream, where thousands would be too much: pages that need them read the record.
     */
    tickets: z.array(hash),
  })
  .meta({ id: 'RaffleResult' });

/** The first winner, and all of them; for the presenter alone, other names under their phone numbers. */
export const drawnResult = raffleResult
  .extend({ winners: z.array(raffleResult), otherNames: z.array(z.string()) })
  .meta({ id: 'DrawnResult' });

/** As many as a ticket's name depends on. */
export const ticketDigits = z.string().regex(/^[0-9a-f]{8}$/);

const cheers = z.int('Applause is a number').min(0).max(1_000_000);
/** How often something was pressed. */
export const applause = z.object({ claps: cheers, hearts: cheers }).meta({ id: 'Applause' });

/** As much as two thumbs can do between two reports. */
const fromOne = cheers.max(20, 'That is more applause than two hands can give');

/** What one phone reports; the id stands for its page and is kept for a second. */
export const applauseInput = z
  .object({ device: id, claps: fromOne, hearts: fromOne })
  .meta({ id: 'ApplauseReport' });

/** What the presenter has put on the stage: the same on every page, and after a reload. */
export const stageState = z
  .object({
    /** The prize that was chosen or drawn last. The next one is it or, once it has a winner, the one after it. */
    prizeId: id.nullable(),
    /** The number of the draw whose winner is on show, until the raffle is continued. */
    revealed: z.int().nullable(),
    /** Whether the wall is dark. */
    blank: z.boolean(),
    /** The phrase of a sealed draw as it is typed. */
    phrase: z.string(),
    /** The draw that has begun, until its winner is shown. Times are milliseconds of the database's clock. */
    drawing: z
      .object({
        prizeId: id.nullable(),
        phrase: z.string(),
        since: z.int(),
        /** For how many milliseconds names roll. */
        lasts: z.int(),
        /** Null until it was held. */
        revealsAt: z.int().nullable(),
        /** The first digits of some tickets in the draw, for pages that may not show names. */
        tickets: z.array(ticketDigits),
      })
      .nullable(),
    /** The winner who was passed over last, until the next draw. Nobody is named but by the ticket. */
    forfeit: z
      .object({
        forfeits: z.int(),
        place: z.int(),
        prizeId: id.nullable(),
        reason: z.string(),
        ticket: hash,
      })
      .nullable(),
    suspense,
    /** How many minutes a winner has to come to the stage; 0 shows no countdown. */
    claimMinutes,
    /** Whether phones may applaud. */
    applause: z.boolean(),
  })
  .meta({ id: 'StageState' });

export const stageChange = z
  .object({
    prizeId: reference('prize-not-found').nullable(),
    /** Continues the raffle after the winner of this draw. */
    continued: z
      .int()
      .min(1)
      .max(2 ** 31 - 1),
    blank: z.boolean(),
    phrase,
    suspense,
    claimMinutes,
    applause: z.boolean('applause must be true or false'),
  })
  .partial()
  .meta({ id: 'StageChange' });

export type StageState = z.infer<typeof stageState>;
export type StageChange = z.infer<typeof stageChange>;
export type Applause = z.infer<typeof applause>;
export type RaffleResult = z.infer<typeof raffleResult>;
export type DrawnResult = z.infer<typeof drawnResult>;
