import { z } from 'zod';

/** A SHA-256 in lower-case hex. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/, 'A hash is 64 hexadecimal digits');
