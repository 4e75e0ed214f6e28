import { type BeaconChain, QUICKNET } from '@drawbridge/contract/fair-draw/sealed/beacon';
import { roundPoint } from '@drawbridge/contract/fair-draw/sealed/beacon-signature';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { BrowserContext } from '@playwright/test';

const { shortSignatures } = bls12_381;
const { secretKey, publicKey } = shortSignatures.keygen(new Uint8Array(48).fill(7));

/** A chain with the name of the public one and a key of our own, so that its future beacons are known. */
export const testChain: BeaconChain = {
  ...QUICKNET,
  publicKey: publicKey.toHex(),
  genesis: QUICKNET.genesis + 1,
};

/** A relay's response for a round. */
export const beaconOf = (round: number) =>
  JSON.stringify({
    round,
    signature: shortSignatures.sign(roundPoint(round), secretKey).toHex(),
  });

/** Serves this browser a build with the test chain as its constant. */
export async function replaceChain(context: BrowserContext): Promise<void> {
  await context.route('**/*.js', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const replaced = script
      .replaceAll(QUICKNET.publicKey, testChain.publicKey)
      .replaceAll(String(QUICKNET.genesis), String(testChain.genesis));
    await route.fulfill({ response, body: replaced });
  });
}
