import { z } from 'zod';
import { id } from './ids.ts';

/** The answer to every deletion. */
export const deleted = z.object({ id }).meta({ id: 'Deleted' });

export type Deleted = z.infer<typeof deleted>;
