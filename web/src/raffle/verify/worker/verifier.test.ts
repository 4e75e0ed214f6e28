import { mismatchesIn } from '@drawbridge/contract/fair-draw/check/comparison';
import { type Proof, withoutLists, writeProof } from '@drawbridge/contract/fair-draw/check/proof';
import type { DrawList, SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import { EventFixture } from '@drawbridge/contract/vectors/event-fixture';
import { afterEach, expect, it, vi } from 'vitest';
import type { Finding } from './findings.ts';
import { Verifier } from './verifier.ts';

afterEach(() => vi.unstubAllGlobals());

const withLists = (proof: Proof): DrawList => JSON.parse([...writeProof(proof)].join(''));

/** The list without rosters, registers and checksum, as the server sends it. */
const listOf = (proof: Proof): DrawList => ({ ...proof, draws: proof.draws.map(withoutLists) });

const line = () => [crypto.getRandomValues(new Uint8Array(32))];

/** Checks an event whose server sends these lists, one after the other, and this proof's lists of its records. */
async function differencesIn(
  event: EventFixture,
  drawn: Proof,
  lists: DrawList[],
  seen?: SealedDraw,
) {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('/draws/1') ? withLists(drawn).draws[0] : lists.shift()),
  );
  const differences: string[] = [];
  const verifier = new Verifier();
  while (lists.length > 0) {
    const last = lists.length;
    await new Promise<void>((resolve, reject) => {
      const tell = (found: Finding) => {
        if (found.kind === 'checked') {
          differences.push(...mismatchesIn(found.verdict).map(({ what }) => what));
        }
        if (found.kind === 'done') resolve();
        else if (found.kind === 'unreadable') reject(new Error(found.problem.sentence));
      };
      verifier.checkEvent(event.eventId, tell, seen);
    });
    // The verifier's task ends before the next one begins.
    await Promise.resolve();
    if (lists.length === last) throw new Error('No list was read');
  }
  return differences;
}

it('remembers a seal that it has seen, even if the server no longer speaks of it', async () => {
  const event = new EventFixture();
  const before = listOf(event.proof());
  const sealed = listOf(event.sealed(line()));
  event.draw(line(), { phrase: 'seven purple walruses' });
  const drawn = event.proof();
  expect(await differencesIn(event, drawn, [sealed, before, listOf(drawn)])).toEqual([
    'The seal is the one that was shown before',
  ]);
});

it('compares a draw with the seal that the device saved on its raffle page', async () => {
  const event = new EventFixture();
  const { sealed } = event.sealed(line());
  event.draw(line(), { phrase: 'seven purple walruses' });
  const drawn = event.proof();
  const differences = await differencesIn(event, drawn, [listOf(drawn)], sealed ?? undefined);
  expect(differences).toEqual(['The seal is the one that was shown before']);
});

it('leaves more than 100,000 people in a draw to the command', async () => {
  const event = new EventFixture();
  event.draw(line());
  const list = listOf(event.proof());
  const draws = list.draws.map((record) => ({ ...record, rosterSize: 100_001 }));
  vi.stubGlobal('fetch', async () => Response.json({ ...list, draws }));
  const found = await new Promise((tell) => new Verifier().checkEvent(event.eventId, tell));
  expect(found).toEqual({ kind: 'too large' });
});
