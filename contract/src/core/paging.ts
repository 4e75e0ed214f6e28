import { z } from 'zod';

// Every list that is read a page at a time takes `limit` and `cursor`, and names the next page in the `Link` header.

const CURSOR = 'The cursor is not valid';

/** Where a page begins, from the address of the next page in a `Link` header. */
export const cursor = z
  .string()
  .max(1000, CURSOR)
  .optional()
  .describe('Where the page begins: from the `Link` header of the page before.');

/** How many rows a page has at most. */
export function pageLimit(max: number) {
  const sentence = `The limit must be a whole number from 1 to ${max}`;
  return z.coerce
    .number<number>(sentence)
    .int(sentence)
    .min(1, sentence)
    .max(max, sentence)
    .describe(`Rows per page, at most ${max}.`);
}
