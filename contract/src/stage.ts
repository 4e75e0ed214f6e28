// What the raffle page needs to know at once. Nothing here needs a schema, so that a phone in a hall
// with bad wifi is not sent the library that reads them.

/** How long everybody looks at the back of the ticket. */
export const DRAW_ANIMATION_MS = 2000;

/** How often a silent stream shows that it is alive; twice as long without a sign means it is not. */
export const HEARTBEAT_MS = 15_000;

/** The version of the fair draw, which is also part of every hash. */
export const SCHEME = 'drawbridge/2';
export const PHRASE_MAX_BYTES = 200;

/** The events of the live stream; `live.ts` has the data of each. */
export const liveKinds = [
  'snapshot',
  'sealed',
  'drawn',
  'voided',
  'forfeited',
  'prizes',
  'sponsors',
  'event',
  'drawing',
  'cancelled',
  'eligible',
  'deleted',
  'heartbeat',
] as const;

export type LiveKind = (typeof liveKinds)[number];
