import { type BeaconChain, QUICKNET } from '@drawbridge/contract/fair-draw/beacon';
import { roundPoint } from '@drawbridge/contract/fair-draw/beacon-signature';
import { bls12_381 } from '@noble/curves/bls12-381.js';

const { shortSignatures } = bls12_381;
const { secretKey, publicKey } = shortSignatures.keygen(new Uint8Array(48).fill(7));

/** A chain with the times of the public one and a key of our own, so that we know its future. */
export const testChain: BeaconChain = {
  ...QUICKNET,
  chain: 'c'.repeat(64),
  publicKey: publicKey.toHex(),
};

/** What a relay answers about a round. */
export const beaconOf = (round: number) =>
  JSON.stringify({
    round,
    signature: shortSignatures.sign(roundPoint(round), secretKey).toHex(),
  });
