import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BeaconChain } from '@drawbridge/contract/fair-draw/beacon';
import { roundPoint } from '@drawbridge/contract/fair-draw/beacon-signature';
import { bls12_381 } from '@noble/curves/bls12-381.js';

const { shortSignatures } = bls12_381;

/** A chain of beacons of our own, whose future we know. */
export function makeChain() {
  const { secretKey, publicKey } = shortSignatures.keygen();
  const chain: BeaconChain = {
    chain: 'c'.repeat(64),
    publicKey: publicKey.toHex(),
    period: 3,
    genesis: Math.floor(Date.now() / 1000) - 300,
  };
  const signed = new Map<number, string>();
  const sign = (round: number) => {
    const signature =
      signed.get(round) ?? shortSignatures.sign(roundPoint(round), secretKey).toHex();
    signed.set(round, signature);
    return signature;
  };
  /** What a check of the signature would find. */
  const isSigned = (_chain: BeaconChain, round: number, signature: string) =>
    sign(round) === signature;
  /** The settings of a server that follows it; with `ahead` one whose rounds came that many seconds earlier. */
  const settings = (ahead = 0) => ({
    DRAND_TEST_CHAIN: JSON.stringify({ ...chain, genesis: chain.genesis - ahead }),
  });
  return { chain, sign, isSigned, settings };
}

/** A relay with drand's HTTP interface, which answers what it is told to. */
export async function startRelay(answer: (round: number) => object | 'without end' | undefined) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const round = Number(/^\/c{64}\/public\/(\d+)$/.exec(request.url ?? '')?.[1]);
    const found = answer(round);
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    if (found === 'without end') response.write('{');
    else response.end(JSON.stringify(found ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
