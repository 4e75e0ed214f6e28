import { day, listOf, number, optional, type Shape, text } from './shape.ts';

const prize = { id: text, name: text, value: optional(text) };
const result = {
  id: text,
  number,
  prizeId: optional(text),
  winner: { name: text, email: optional(text) },
  ticket: text,
};

/**
 * The fields that the public pages rely on in responses. They are checked without zod, to keep the pages small. Any
 * other response, such as a proxy's, counts as a failure instead of crashing the page.
 */
export const publicShapes = {
  event: {
    id: text,
    name: text,
    date: day,
    location: text,
    status: text,
    drawClock: optional(text),
    timeZone: text,
    shortCode: text,
    country: text,
    language: text,
    phoneMinLength: number,
    organiser: optional(text),
    privacyText: optional(text),
    privacyUrl: optional(text),
    consentNote: optional(text),
    marketingText: optional(text),
    questions: listOf({
      id: text,
      kind: text,
      label: text,
      choices: listOf({ id: text, label: text }),
    }),
  },
  address: { publicUrl: optional(text), country: text },
  prizes: listOf(prize),
  prizesLeft: { first: listOf(prize), left: number, prizes: number, winners: number },
  sponsors: listOf({ id: text, name: optional(text), logo: text }),
  result,
  results: listOf(result),
  draws: {
    nextNumber: number,
    nextCommitment: text,
    sealed: optional({ number, commitment: text }),
    draws: listOf({ kind: text, number }),
  },
  lists: {
    roster: { tickets: listOf(listOf(text)), nameHashes: listOf(text), chances: listOf(number) },
  },
  register: { hash: text, size: number, buckets: listOf(text) },
  bucket: { count: number, entries: text },
  enteredLead: { eventId: text, entryCode: text, ticket: text, name: text, submittedAt: text },
  ticket: {
    ticket: text,
    state: text,
    drawsWithoutWin: number,
    lastDraw: optional(number),
    nextNumber: number,
    chances: optional(number),
    rollCall: number,
    win: optional({ number, prizeName: optional(text), releasedBecause: optional(text) }),
    now: text,
  },
} satisfies Record<string, Shape>;
