import type { DrawList, DrawRecord } from '@drawbridge/contract/draws';
import { mismatchesIn } from '@drawbridge/contract/fair-draw/comparison';
import { type Proof, writeProof } from '@drawbridge/contract/fair-draw/proof';
import { EventFixture } from '@drawbridge/contract/vectors/event-fixture';
import { afterEach, expect, it, vi } from 'vitest';
import type { Finding } from './findings.ts';
import { Verifier } from './verifier.ts';

afterEach(() => vi.unstubAllGlobals());

const withRosters = (proof: Proof): DrawList => JSON.parse([...writeProof(proof)].join(''));

/** The list without rosters and checksum, as the server has it. */
function listOf(proof: Proof): DrawList {
  const { checksum: _, ...list } = withRosters(proof) as DrawList & { checksum: string };
  return {
    ...list,
    draws: list.draws.map((record) => ({ ...record, roster: undefined }) as never),
  };
}

it('remembers a seal that it has seen, even if the server no longer speaks of it', async () => {
  const event = new EventFixture();
  const before = listOf(event.proof());
  event.draw([crypto.getRandomValues(new Uint8Array(32))]);
  const drawn = event.proof();
  const [record] = listOf(drawn).draws as [DrawRecord];
  const announced = { ...before, nextCommitment: record.commitment };
  const sealed = {
    number: 1,
    prizeId: null,
    commitment: record.commitment,
    rosterSize: 1,
    rosterHash: record.rosterHash,
    sealedAt: '2026-12-05T18:00:00+00:00',
  };
  const lists = [{ ...announced, nextNumber: 2, sealed }, announced, listOf(drawn)];
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('/draws/1') ? withRosters(drawn).draws[0] : lists.shift()),
  );

  let done = () => {};
  const differences: string[] = [];
  const tell = (message: Finding) => {
    if (message.kind === 'checked') {
      differences.push(...mismatchesIn(message.verdict).map(({ what }) => what));
    }
    if (message.kind === 'done') done();
    else if (message.kind === 'unreadable') throw new Error(message.problem.sentence);
  };
  const next = () =>
    new Promise<void>((resolve) => {
      done = resolve;
    });
  const verifier = new Verifier();
  const check = () => verifier.checkEvent(event.eventId, tell);
  const refresh = () => verifier.refresh();
  for (const step of [check, refresh, refresh]) {
    const checked = next();
    step();
    await checked;
    // Its turn ends before the next one begins.
    await Promise.resolve();
  }
  expect(differences).toEqual(['The seal ends in a sealed draw or a void']);
});

it('compares a draw with the seal that the device kept from its raffle page', async () => {
  const event = new EventFixture();
  event.draw([crypto.getRandomValues(new Uint8Array(32))]);
  const drawn = event.proof();
  const { commitment } = drawn.draws[0] as DrawRecord;
  const other = { rosterSize: 1, rosterHash: '0'.repeat(64), sealedAt: '2026-12-05T18:00:00Z' };
  const seen = { number: 1, prizeId: null, commitment, ...other };
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('/draws/1') ? withRosters(drawn).draws[0] : listOf(drawn)),
  );
  const differences = await new Promise((resolve) =>
    new Verifier().checkEvent(
      event.eventId,
      (found) => found.kind === 'checked' && resolve(mismatchesIn(found.verdict)),
      seen,
    ),
  );
  expect(differences).toMatchObject([
    { what: 'The seal ends in a sealed draw or a void' },
    { what: 'The roster is the one that was sealed' },
  ]);
});

it('leaves more than 100,000 people in a draw to the command', async () => {
  const event = new EventFixture();
  event.draw([crypto.getRandomValues(new Uint8Array(32))]);
  const list = listOf(event.proof());
  const draws = list.draws.map((record) => ({ ...record, rosterSize: 100_001 }));
  vi.stubGlobal('fetch', async () => Response.json({ ...list, draws }));
  const found = await new Promise((tell) => new Verifier().checkEvent(event.eventId, tell));
  expect(found).toEqual({ kind: 'too large' });
});
