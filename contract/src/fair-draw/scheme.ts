// The draw's constants. This module does not import zod, so that a phone on bad Wi-Fi does not have to load it.

/** The scheme of the fair draw, which is part of every hash. */
export const SCHEME = 'drawbridge/1';
export const PHRASE_MAX_BYTES = 200;

/** The reasons why a ticket is not in a draw, by its status in the register from 1 on. */
export const exclusionReasons = [
  'removed',
  'won',
  'unverified',
  'promoted',
  'related',
  'absent',
] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];
