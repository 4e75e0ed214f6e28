import { expect, it } from 'vitest';
import { makeChain } from '../../test/fakes/beacon-chain.ts';
import { BeaconVerifier } from './beacon-verifier.ts';

it('checks what organisers and relays bring before what strangers bring, and each signature once', async () => {
  const { chain, sign } = makeChain();
  const verifier = new BeaconVerifier();
  const done: string[] = [];
  const check = async (name: string, signature: string, stranger: boolean) => {
    const right = await verifier.isBeacon(chain, 7, signature, { stranger });
    done.push(name);
    return right;
  };
  const right = sign(7);
  const wrong = (n: number) =>
    right.replace(/.$/, ((Number.parseInt(right.slice(-1), 16) ^ n) % 16).toString(16));
  const strangers = [1, 2, 3, 4, 5].map((n) => check(`stranger ${n}`, wrong(n), true));
  // One signature is being checked and four are waiting, which is the limit.
  expect(await check('refused', wrong(6), true)).toBeUndefined();
  const known = check('organiser', right, false);
  const same = check('the same by a stranger', right, true);
  expect(await Promise.all([known, same])).toEqual([true, true]);
  expect(await Promise.all(strangers)).toEqual([false, false, false, false, false]);
  expect(done).toEqual([
    'refused',
    'stranger 1',
    'organiser',
    'the same by a stranger',
    ...[2, 3, 4, 5].map((n) => `stranger ${n}`),
  ]);
  await verifier.close();
});
