import { z } from 'zod';

// Paged lists take `limit` and `cursor`, and name the next page in the `Link` header.

const CURSOR = 'The cursor is not valid';

/** The start of a page, taken from the `Link` header of the page before. */
export const cursor = z
  .string()
  .max(1000, CURSOR)
  .optional()
  .describe('The start of the page, from the `Link` header of the previous page.');

/** The largest number of rows on a page. */
export function pageLimit(max: number) {
  const sentence = `The limit must be a whole number from 1 to ${max}`;
  return z.coerce
    .number<number>(sentence)
    .int(sentence)
    .min(1, sentence)
    .max(max, sentence)
    .describe(`Rows per page, at most ${max}.`);
}
