import { z } from 'zod';

/** Where visitors reach the server: the origin that the operator has set, or null. */
export const publicAddress = z
  .object({ publicUrl: z.string().nullable() })
  .meta({ id: 'PublicAddress' });

export type PublicAddress = z.infer<typeof publicAddress>;
