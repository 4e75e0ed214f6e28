// Without hashes and the curve: code that checks signatures loads `beacon-signature.ts` as well.

/** A chain of public random values, one every few seconds, which nobody can know before their time. */
export interface BeaconChain {
  /** The hash that identifies the chain. */
  chain: string;
  publicKey: string;
  /** The time between two rounds, in seconds. */
  period: number;
  /** The publication time of round 1, in seconds since 1970. */
  genesis: number;
}

/**
 * drand's quicknet, by the League of Entropy. Do not use a self-hosted chain: its operator could predict the values.
 */
export const QUICKNET: BeaconChain = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  period: 3,
  genesis: 1_692_803_367,
};

/** The shortest and the longest time between a seal and its round. */
export const ROUND_AFTER_MS = { least: 20_000, most: 3_600_000 };

/** The publication time of a round, in milliseconds. */
export function roundTime({ genesis, period }: BeaconChain, round: number): number {
  return (genesis + (round - 1) * period) * 1000;
}

/** The first round that is published at this time or later. */
export function roundAt({ genesis, period }: BeaconChain, time: number): number {
  return Math.max(1, Math.ceil((time / 1000 - genesis) / period) + 1);
}

/** True if a draw sealed at this time may use this round. */
export function isRoundPossible(chain: BeaconChain, at: number, round: number): boolean {
  const wait = roundTime(chain, round) - at;
  return wait >= ROUND_AFTER_MS.least && wait <= ROUND_AFTER_MS.most;
}
