import type { RaffleRecord } from '@drawbridge/contract/draws';
import { EventFixture } from '@drawbridge/contract/vectors/event-fixture';
import { describe, expect, it } from 'vitest';
import type { CheckedRecords } from '../verification.ts';
import { verdictText } from './verdict-text.ts';

const lines = () => [crypto.getRandomValues(new Uint8Array(32))];

/** Everything checked, and everything right unless something else is given. */
function checked(
  hold: (event: EventFixture) => void,
  wrong: Partial<CheckedRecords> = {},
): CheckedRecords {
  const event = new EventFixture();
  hold(event);
  const proof = event.proof();
  return {
    state: 'done',
    list: { ...proof, draws: proof.draws as RaffleRecord[] },
    verdicts: proof.draws.map(({ number }) => ({ number, ok: true, comparisons: [] })),
    step: { step: 'computing', place: 0 },
    verdict: { ok: true, comparisons: [] },
    outdated: false,
    gone: false,
    ...wrong,
  };
}

const draws = (count: number) => (event: EventFixture) => {
  for (let n = 0; n < count; n += 1) event.draw(lines());
  event.void(lines(), 'The projector failed');
};

describe('the verdict', () => {
  it('counts the draws that were held', () => {
    const sentences = [0, 1, 2, 3].map(
      (count) => verdictText(checked(draws(count)), false).sentence,
    );
    expect(sentences).toEqual([
      'The record checks out.',
      'The draw checks out.',
      'Both draws check out.',
      'All 3 draws check out.',
    ]);
  });

  it('of a file neither speaks of what was published nor offers it for download', () => {
    const verdicts = [{ number: 1, ok: false, comparisons: [] }];
    const wrong = checked(draws(1), { verdicts });
    expect(verdictText(wrong, false).explanation).toMatch(/published.*Download/);
    expect(verdictText(wrong, true).explanation).not.toMatch(/published|[Dd]ownload/);
  });

  it('of a changed file names a short name as something that may have been changed', () => {
    const checksum = { field: 'checksum', what: '', expected: 'a', found: 'b', matches: false };
    const changed = checked(draws(1), { verdict: { ok: false, comparisons: [checksum] } });
    expect(verdictText(changed, true)).toMatchObject({
      mark: 'wrong',
      sentence: 'This is not the proof that was saved.',
      explanation: expect.stringContaining('a winner’s short name'),
    });
  });
});
