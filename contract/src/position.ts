import { z } from 'zod';

/** The position of a prize or sponsor in its list. */
export const position = z
  .int('Position must be a whole number')
  .min(0, 'Position must not be negative')
  .max(1_000_000, 'Position is too large');
