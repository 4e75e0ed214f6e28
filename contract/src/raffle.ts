import { z } from 'zod';
import { id } from './ids.ts';
import { moment } from './times.ts';

/** Public: a winner's name and e-mail are shown on the raffle page, a phone number never is. */
export const raffleResult = z
  .object({
    id,
    eventId: id,
    prizeId: id.nullable(),
    winner: z.object({ name: z.string(), email: z.string().nullable() }),
    conductedAt: moment,
  })
  .meta({ id: 'RaffleResult' });

export type RaffleResult = z.infer<typeof raffleResult>;
