import { z } from 'zod';
import { hash } from './ids.ts';
import { moment } from './times.ts';

/**
 * What has become of a ticket. `late`: verified after the next draw was sealed, so only in the one after it. `out`: not
 * in the draw any more, because the team took it out or because the same person has won with another ticket. `over`: the
 * event has ended without a win, and nothing is left to draw.
 */
const ticketStates = [
  'received',
  'in-draw',
  'late',
  'won',
  'handed-over',
  'released',
  'out',
  'over',
] as const;

/**
 * The state of a ticket, for its holder. It says nothing about the person, not even when they entered: rosters are
 * public, and somebody may know who stood at the booth at that minute.
 */
export const ticketStatus = z
  .object({
    ticket: hash,
    state: z.enum(ticketStates),
    /** How many draws have been held since it was verified that it did not win. */
    drawsWithoutWin: z.int(),
    /** The last draw that it was in and did not win. */
    lastDraw: z.int().nullable(),
    /** The number of the draw that comes next. */
    nextNumber: z.int(),
    win: z
      .object({
        /** The number of the draw. */
        number: z.int(),
        /** Which of the draw's winners. */
        place: z.int(),
        prizeName: z.string().nullable(),
        /** Whether it is the ticket whose name the stage shows: a person's tickets win together. */
        shown: z.boolean(),
        handedOverAt: moment.nullable(),
        /** Why the prize was released; null while the win stands. */
        releasedBecause: z.string().nullable(),
      })
      .nullable(),
    /** The server's clock, by which the codes on a winner's phone change. */
    now: moment,
  })
  .meta({ id: 'TicketStatus' });

export type TicketStatus = z.infer<typeof ticketStatus>;
