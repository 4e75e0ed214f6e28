import { z } from 'zod';
import { hash, id } from './ids.ts';
import { moment } from './times.ts';

/** How much of its winners an event shows: everything, or a first name, an initial and a masked e-mail. */
export const winnerDisplays = ['full', 'short'] as const;
export type WinnerDisplay = (typeof winnerDisplays)[number];

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
    prizeId: id.nullable(),
    winner: z.object({ name: z.string(), email: z.string().nullable() }),
    conductedAt: moment,
    /**
     * The winner's tickets as in the public record, by which a device recognises its own. Empty in the live
     * stream, where thousands would be too much: pages that need them read the record.
     */
    tickets: z.array(hash),
  })
  .meta({ id: 'RaffleResult' });

/** For the presenter alone: other names that were entered under the winner's phone number. */
export const drawnResult = raffleResult
  .extend({ otherNames: z.array(z.string()) })
  .meta({ id: 'DrawnResult' });

export type RaffleResult = z.infer<typeof raffleResult>;
export type DrawnResult = z.infer<typeof drawnResult>;
