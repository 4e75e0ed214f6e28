// What a phone in the hall finds out by itself about a draw. Without zod; the curve is loaded with the first beacon.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { SealedDraw } from '../draws.ts';
import { outsideKinds } from '../stage.ts';
import {
  type Chain,
  commitmentOf,
  randomnessOf,
  saltOf,
  sealedInputOf,
  sealHashOf,
  ticketOf,
  whoOf,
  winnerIndexesOf,
} from './arithmetic.ts';
import { QUICKNET } from './beacon.ts';
import { readEntryCode } from './entry-code.ts';
import { findRegistered } from './register.ts';

/** The hash of what is published of a seal before its draw is held, since version 3. */
export function openSealHash(chain: Chain, sealed: SealedDraw): string | undefined {
  const { number, prizeId, prizeName = null, commitment, rosterHash, sealedAt, seal } = sealed;
  if (!seal) return undefined;
  const hash = sealHashOf(chain, {
    ...seal,
    ...{ number, prizeId, prizeName },
    commitment: hexToBytes(commitment),
    rosterHash: hexToBytes(rosterHash),
    registerHash: hexToBytes(seal.register.hash),
    at: Date.parse(sealedAt),
    previousRecord: hexToBytes(sealed.previousRecord ?? ''),
  });
  return bytesToHex(hash);
}

interface Decided {
  seal: { hash: string; winners: number };
  seed: string;
  rosterSize: number;
}

/** The lines of the roster that win by a beacon. */
export function winnersByBeacon({ seal, seed, rosterSize }: Decided, signature: string): number[] {
  const randomness = randomnessOf(signature);
  const input = sealedInputOf(hexToBytes(seal.hash), 'beacon', { randomness });
  return winnerIndexesOf(hexToBytes(seed), input, rosterSize, seal.winners);
}

/** The lines that win a sealed draw; undefined if the seal is not made of what it shows, or the beacon is not its. */
export async function computeWinners(
  chain: Chain,
  sealed: SealedDraw,
  signature: string,
  beacons = QUICKNET,
): Promise<number[] | undefined> {
  const { seal, seed, number, commitment, rosterSize } = sealed;
  if (!seal || !seed || seal.source.kind !== 'beacon') return undefined;
  const { isBeacon } = await import('./beacon-signature.ts');
  const sound =
    openSealHash(chain, sealed) === seal.hash &&
    bytesToHex(commitmentOf(chain, number, hexToBytes(seed))) === commitment &&
    seal.source.chain === beacons.chain &&
    isBeacon(beacons, seal.source.round, signature);
  return sound ? winnersByBeacon({ seal, seed, rosterSize }, signature) : undefined;
}

/** What the holder of a ticket knows of it. */
interface Holder {
  code: string;
  name: string;
  email?: string | null | undefined;
}

export type Standing =
  | 'missing'
  | (typeof outsideKinds)[number]
  /** In the draw; in whose name is not known to a device that got the code in a link. */
  | 'in-draw'
  /** In it alone or with other entries, in the holder's name or in another. */
  | 'alone'
  | 'together'
  | 'renamed'
  | 'other-name';

/** What the register of a draw says of a ticket. Throws if its bucket is not part of it. */
export function findStanding(
  chain: Chain,
  number: number,
  register: Parameters<typeof findRegistered>[1],
  bucket: Parameters<typeof findRegistered>[2],
  /** The ticket that is looked for, and the holder's others: the earliest names the line. */
  [own, ...others]: readonly [Holder, ...Holder[]],
): Standing {
  const found = findRegistered(chain, register, bucket, ticketOf(chain.eventId, codeOf(own)));
  if (!found) return 'missing';
  const { line } = found;
  if (!line) return outsideKinds[found.status - 1] ?? 'missing';
  if (own.email === undefined) return 'in-draw';
  const named = [own, ...others].some((holder) => {
    const code = codeOf(holder);
    const salt = saltOf(chain, number, code);
    const { name, email = null } = holder;
    const who = whoOf(chain, { ticket: ticketOf(chain.eventId, code), salt, name, email });
    return bytesToHex(who) === bytesToHex(line.who);
  });
  if (line.size === 1) return named ? 'alone' : 'renamed';
  return named ? 'together' : 'other-name';
}

const codeOf = ({ code }: Holder) => readEntryCode(code) ?? new Uint8Array(16);
