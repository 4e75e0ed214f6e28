// Constants for the raffle page. This module does not import zod, so that a phone on bad Wi-Fi does not
// have to load it.

/** The heartbeat interval of an idle stream; twice this long without a message means it is dead. */
export const HEARTBEAT_MS = 15_000;

/** The minutes in which a prize can be claimed. */
export const CLAIM_MINUTES = [0, 1, 2, 3] as const;

/** The events of the live stream; their data is in `live.ts`. */
export const liveKinds = [
  'snapshot',
  'sealed',
  'drawn',
  'voided',
  'forfeited',
  'prizes',
  'sponsors',
  'event',
  'stage',
  'handed-over',
  'eligible',
  'roll-call',
  'applause',
  'rehearsal',
  'deleted',
  'heartbeat',
] as const;

export type LiveKind = (typeof liveKinds)[number];

/**
 * Screens that identify themselves in the stream. The time of walls is reported to sponsors, and both show applause.
 */
export const liveScreens = ['wall', 'remote'] as const;
export type LiveScreen = (typeof liveScreens)[number];

/** The name of an erased winner. */
export const ERASED_NAME = 'Erased';

/** Scripts in which a full name is written without a space. */
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]{2,}/u;

/** The short form of a name, for people who have not agreed to be named in full: `Amara O.` */
export function shortName(name: string): string {
  const parts = (separator: RegExp) => name.split(separator).filter(Boolean);
  const words = parts(/[\s\p{Cf}]+/u);
  // One word can contain two names: `Frank-Last`, `Dave_Last`.
  const [first = '', ...others] = words.length > 1 ? words : parts(/[\s\p{Cf}\p{P}]+/u);
  const initial = [...(others.at(-1) ?? '')][0];
  if (initial) return `${first} ${initial.toUpperCase().normalize()}.`;
  return unspaced.test(first) ? `${[...first][0]}…` : first;
}
