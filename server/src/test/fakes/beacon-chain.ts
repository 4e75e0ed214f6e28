import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BeaconChain, QUICKNET } from '@drawbridge/contract/fair-draw/sealed/beacon';
import { roundPoint } from '@drawbridge/contract/fair-draw/sealed/beacon-signature';
import { bls12_381 } from '@noble/curves/bls12-381.js';

const { shortSignatures } = bls12_381;

/** A test chain of beacons with known future values, and with the name and the times of the public one. */
export function makeChain() {
  const { secretKey, publicKey } = shortSignatures.keygen();
  const chain: BeaconChain = {
    ...QUICKNET,
    publicKey: publicKey.toHex(),
  };
  const signed = new Map<number, string>();
  const sign = (round: number) => {
    const signature =
      signed.get(round) ?? shortSignatures.sign(roundPoint(round), secretKey).toHex();
    signed.set(round, signature);
    return signature;
  };
  /** Checks a signature by comparing it with the right one, instead of the slow computation. */
  const isSigned = (_chain: BeaconChain, round: number, signature: string) =>
    sign(round) === signature;
  /** The same chain with rounds that come this many seconds earlier. */
  const ahead = (seconds: number): BeaconChain => ({ ...chain, genesis: chain.genesis - seconds });
  return { chain, sign, isSigned, ahead };
}

/** A relay with drand's HTTP interface. Its response is an object, a text, or written by the test itself. */
export async function startRelay(
  answer: (round: number, response: ServerResponse) => object | string | undefined,
) {
  let requests = 0;
  const path = new RegExp(`^/${QUICKNET.chain}/public/(\\d+)$`);
  const server = createServer((request, response) => {
    requests += 1;
    const found = answer(Number(path.exec(request.url ?? '')?.[1]), response);
    // The test has written the response itself.
    if (response.headersSent) return;
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(typeof found === 'string' ? found : JSON.stringify(found ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
