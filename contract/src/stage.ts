// Constants for the raffle page. This module does not import zod, so that a phone on bad Wi-Fi does not
// have to load it.

/** How long the stage shows the back of the ticket before the winner. */
export const DRAW_ANIMATION_MS = 2000;

/** The heartbeat interval of an idle stream; twice this long without a message means it is dead. */
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

/** Shown instead of the name of a winner who was erased. */
export const ERASED_NAME = 'Erased';
