import { day, listOf, number, optional, type Shape, text } from '../lib/shape.ts';

const result = {
  id: text,
  number,
  prizeId: optional(text),
  winner: { name: text, email: optional(text) },
  tickets: optional(listOf(text)),
};

/**
 * What the public pages rely on in the answers that they read. They do so without zod, to stay small; any other
 * answer, such as one of a proxy, counts as a failure instead of ending the page.
 */
export const publicShapes = {
  event: {
    id: text,
    name: text,
    date: day,
    location: text,
    status: text,
    shortCode: text,
    country: text,
    phoneMinLength: number,
    organiser: optional(text),
    privacyText: optional(text),
    privacyUrl: optional(text),
    consentNote: optional(text),
    marketingText: optional(text),
  },
  address: { publicUrl: optional(text) },
  prizes: listOf({ id: text, name: text, value: optional(text) }),
  sponsors: listOf({ id: text, name: optional(text), logo: text }),
  result,
  results: listOf(result),
  draws: {
    nextNumber: number,
    nextCommitment: text,
    sealed: optional({ number, commitment: text }),
    draws: listOf({ kind: text, number }),
  },
  enteredLead: { eventId: text, entryCode: text, name: text, submittedAt: text },
} satisfies Record<string, Shape>;
