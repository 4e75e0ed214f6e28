// The checks that a phone in the hall makes by itself. Without zod; the curve is loaded with the first beacon.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { RollCall, SealedDraw } from '../draws.ts';
import { readEntryCode } from '../entry-code.ts';
import { commitmentOf } from '../records.ts';
import { findRegistered } from '../register.ts';
import { type ExclusionReason, exclusionReasons } from '../scheme.ts';
import { nameHashOf, saltOf, ticketOf } from '../tickets.ts';
import { drawWinners, equalChances, keyOf } from '../winners.ts';
import { QUICKNET, roundTime } from './beacon.ts';
import { inputOf, publishedSealHash } from './seal.ts';

/** A seal first seen less than this before its round is no evidence that it was published in time. */
export const SEEN_BEFORE_ROUND_MS = 10_000;
/** A roll call seen open for less than this may have been too short to answer. */
export const ROLL_CALL_SEEN_MS = 60_000;

/** The hash of a seal's published facts. */
export const openSealHash = (eventId: string, sealed: SealedDraw): string =>
  bytesToHex(publishedSealHash(eventId, sealed));

/** True if the winners can only be computed with the chances; if not, everybody has one. */
export const needsChances = ({ totalChances, rosterSize }: SealedDraw): boolean =>
  totalChances !== rosterSize;

/**
 * The lines that win a sealed draw. Returns undefined if the published values do not hash to the seal, or the signature
 * is not valid for its round. `chances` are those of the roster's lines; without them everybody has one.
 */
export async function computeWinners(
  eventId: string,
  sealed: SealedDraw,
  signature: string,
  { chances = equalChances(sealed.rosterSize), chain = QUICKNET } = {},
): Promise<number[] | undefined> {
  const { sealHash, seed, number, commitment, source, count } = sealed;
  if (!seed || source.kind !== 'beacon') return undefined;
  const { isBeacon } = await import('./beacon-signature.ts');
  const sound =
    openSealHash(eventId, sealed) === sealHash &&
    bytesToHex(commitmentOf(eventId, number, hexToBytes(seed))) === commitment &&
    chances.reduce((sum, each) => sum + each, 0) === sealed.totalChances &&
    source.chain === chain.chain &&
    isBeacon(chain, source.round, signature);
  if (!sound) return undefined;
  const input = inputOf(hexToBytes(sealHash), { kind: 'beacon', signature });
  return drawWinners(keyOf(hexToBytes(seed), input), chances, count);
}

/** True if a device saw a seal too late to confirm that it was public before its round. Times are in milliseconds. */
export function isSeenLate({ source }: SealedDraw, seenAt: number, chain = QUICKNET): boolean {
  if (source.kind !== 'beacon') return false;
  return roundTime(chain, source.round) - seenAt < SEEN_BEFORE_ROUND_MS;
}

/** The first and the last time at which a device saw a roll call open, in milliseconds. */
export interface SeenRollCall extends Pick<RollCall, 'rollCall'> {
  from: number;
  to: number;
}

/** The doubt about a draw's roll call on a device that watched: it was never seen open, or only briefly. */
export function doubtRollCall(
  rollCall: number,
  seenRollCalls: readonly SeenRollCall[],
): 'unseen' | 'short' | undefined {
  if (rollCall === 0) return undefined;
  const seenRollCall = seenRollCalls.find((each) => each.rollCall === rollCall);
  if (!seenRollCall) return 'unseen';
  return seenRollCall.to - seenRollCall.from < ROLL_CALL_SEEN_MS ? 'short' : undefined;
}

/** A holder's own data of a ticket. */
export interface Holder {
  code: string;
  name: string;
  /** The e-mail; undefined on a device that got the code in a link, and knows no name. */
  email?: string | null | undefined;
}

/** The state of a ticket in a draw's register. */
export type RegisterStatus =
  | { kind: 'missing' | ExclusionReason }
  | {
      /** The ticket is in the draw: under a name that is not known here, the holder's name, or another one. */
      kind: 'in-draw' | 'named' | 'other-name';
      /** The numbers of entries and of chances of the ticket's line. */
      entries: number;
      chances: number;
    };

/** Finds the state of a ticket in a draw's register. Throws if its bucket does not belong to the register. */
export function findRegisterStatus(
  eventId: string,
  number: number,
  register: Parameters<typeof findRegistered>[1],
  bucket: Parameters<typeof findRegistered>[2],
  /** The wanted ticket and the holder's others; the earliest one names the line. */
  [own, ...others]: readonly [Holder, ...Holder[]],
): RegisterStatus {
  const entry = findRegistered(eventId, register, bucket, ticketOf(eventId, codeOf(own)));
  if (!entry) return { kind: 'missing' };
  const { line } = entry;
  if (!line) return { kind: exclusionReasons[entry.status - 1] ?? 'missing' };
  const facts = { entries: line.size, chances: line.chances };
  if (own.email === undefined) return { kind: 'in-draw', ...facts };
  const isNamed = [own, ...others].some((holder) => {
    const code = codeOf(holder);
    const salt = saltOf(eventId, number, code);
    const { name, email = null } = holder;
    const hash = nameHashOf(eventId, { ticket: ticketOf(eventId, code), salt, name, email });
    return bytesToHex(hash) === bytesToHex(line.nameHash);
  });
  return { kind: isNamed ? 'named' : 'other-name', ...facts };
}

const codeOf = ({ code }: Holder) => readEntryCode(code) ?? new Uint8Array(16);
