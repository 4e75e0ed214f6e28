import { z } from 'zod';
import { hash } from '../core/ids.ts';
import { timestamp } from '../core/inputs/times.ts';

/**
 * The states of a ticket. `late`: verified after the next draw was sealed, so only in the one after it. `not-here`: the
 * sealed draw is for people who answered a roll call, and this ticket did not. `out`: no longer in the draw, because
 * the team removed it or because the same person has won with another ticket. `over`: the event has ended without a
 * win, and no draw is left.
 */
const ticketStates = [
  'received',
  'in-draw',
  'late',
  'not-here',
  'won',
  'handed-over',
  'released',
  'out',
  'over',
] as const;

/**
 * The state of a ticket, for its holder. It contains nothing about the person, not even the time of the entry: rosters
 * are public, and somebody may know who stood at the booth at that minute.
 */
export const ticketStatus = z
  .object({
    ticket: hash,
    state: z.enum(ticketStates).describe('The state of the ticket.'),
    drawsWithoutWin: z
      .int()
      .describe('The number of draws since its verification that it did not win.'),
    lastDraw: z.int().nullable().describe('The last draw that it was in and did not win.'),
    nextNumber: z.int().describe('The number of the next draw.'),
    chances: z
      .int()
      .nullable()
      .describe(
        'The chances in the next draw; null if it is not in it, or if the event gives everybody one.',
      ),
    rollCall: z.int().describe('The latest roll call that it answered; 0 if there is none.'),
    win: z
      .object({
        number: z.int().describe("The draw's number in the event's record, from 1."),
        place: z.int().describe('The index of the winner, from 0.'),
        prizeName: z.string().nullable().describe('Null in a general draw.'),
        shown: z
          .boolean()
          .describe(
            "True if the wall shows the name of this ticket: a person's tickets win together.",
          ),
        handedOverAt: timestamp
          .nullable()
          .describe('The time of the handover; null if the prize has not been handed over.'),
        releasedBecause: z
          .string()
          .nullable()
          .describe('Why the prize was released; null while the win stands.'),
      })
      .nullable()
      .describe('The win; null if there is none.'),
    now: timestamp.describe("The server's clock, by which the codes on a winner's phone change."),
  })
  .meta({ id: 'TicketStatus' });

export type TicketStatus = z.infer<typeof ticketStatus>;
