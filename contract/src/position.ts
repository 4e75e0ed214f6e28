import { z } from 'zod';

/** Where a prize or sponsor stands in its list. */
export const position = z
  .int('Position must be a whole number')
  .min(0, 'Position must not be negative')
  .max(1_000_000, 'Position is too large');
