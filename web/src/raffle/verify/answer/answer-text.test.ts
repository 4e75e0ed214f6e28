import type { DrawList, RaffleRecord } from '@drawbridge/contract/fair-draw/draws';
import { EventFixture } from '@drawbridge/contract/vectors/event-fixture';
import { describe, expect, it } from 'vitest';
import type { RosterRecord } from '../verification.ts';
import { answerSentence, matchText } from './answer-text.ts';

const list = (draws: RaffleRecord[]): DrawList => ({ ...new EventFixture().proof(), draws });
const lines = () => [crypto.getRandomValues(new Uint8Array(32))];

const event = new EventFixture();
event.draw(lines(), { prizeName: 'City bicycle' });
event.void(lines(), 'The projector failed');
event.draw(lines());
event.forfeit(1, 'Not present');
event.draw(lines());
const records = event.proof().draws as RaffleRecord[];

const record = { ...records[0], rosterSize: 9 } as RosterRecord;

const out = (number: number) => ({ number, lineIndex: null, entries: 0, chances: 0, won: false });
const present = (number: number) => ({ number, lineIndex: 4, entries: 1, chances: 1, won: false });
const won = (number: number) => ({ number, lineIndex: 0, entries: 1, chances: 1, won: true });

describe('the answer to a visitor', () => {
  const all = list(records);
  const one = list(records.slice(0, 1));

  it('counts the draws in which they were, without void ones', () => {
    const two = list(records.slice(0, 3));
    expect(answerSentence(two, [present(1), present(2), out(3)])).toBe('You were in 1 of 2 draws.');
    expect(answerSentence(two, [present(1), out(2), present(3)])).toBe('You were in both draws.');
    expect(answerSentence(two, [out(1), present(2), out(3)])).toBe('You were in neither draw.');
    expect(answerSentence(all, [1, 2, 3, 5].map(present))).toBe('You were in all 3 draws.');
    expect(answerSentence(all, [1, 2, 3, 5].map(out))).toBe(
      'You were in none of the 3 draws so far.',
    );
    expect(answerSentence(one, [present(1)])).toBe('You were in the draw.');
    expect(answerSentence(one, [out(1)])).toBe('You were not in the draw.');
    for (const none of [[], records.slice(1, 2)]) {
      expect(answerSentence(list(none), [])).toBe('You will see the answer after the first draw.');
    }
  });

  it('does not blame a draw for somebody who entered after it', () => {
    const later = { enteredAt: '2099-01-01T00:00:00.000Z' };
    const none = [1, 2, 3, 5].map(out);
    expect(answerSentence(all, none, later)).toBe('You entered after these draws.');
    expect(answerSentence(one, [out(1)], later)).toBe('You entered after the draw.');
    expect(answerSentence(one, [present(1)], later)).toBe('You were in the draw.');
    for (const entered of [
      { enteredAt: '2000-01-01T00:00:00.000Z' },
      { ...later, nextNumber: 1 },
    ]) {
      expect(answerSentence(one, [out(1)], entered)).toBe('You were not in the draw.');
    }
    expect(answerSentence(one, [out(1)], { nextNumber: 2 })).toBe('You entered after the draw.');
    expect(matchText(out(1), record, undefined, later)).toBe('Before you entered');
  });

  it('names what they won, and that it was released', () => {
    expect(answerSentence(one, [won(1)])).toBe('You won draw 1: City bicycle.');
    expect(answerSentence(all, [present(1), present(2), won(3), out(5)])).toBe('You won draw 3.');
    expect(answerSentence(all, [won(1), out(2), out(3), out(5)])).toBe(
      'You won draw 1: City bicycle. It was released: Not present.',
    );
  });

  it('is not given before every list has been looked at', () => {
    expect(answerSentence(all, undefined)).toBeUndefined();
    expect(answerSentence(all, [present(1), present(2)])).toBeUndefined();
  });

  it('says of each draw where they were, and why they were not', () => {
    expect(matchText(present(1), { ...record, rosterSize: 100_000 }, undefined)).toBe(
      'Line 5 of 100,000',
    );
    expect(matchText(won(1), record, won(1))).toBe('Line 1 of 9, and won');
    expect(matchText({ ...won(1), entries: 20 }, record, won(1))).toBe(
      'Line 1 of 9, with 20 entries, and won',
    );
    const weighted = { ...record, maxChances: 10, totalChances: 1234 };
    expect(matchText({ ...present(1), chances: 3 }, weighted, undefined)).toBe(
      'Line 5 of 9 · Chances: 3 of 1,234',
    );
    expect(matchText(out(1), record, undefined)).toBe('Not on the list');
    expect(matchText(out(1), record, won(2))).toBe('Not on the list');
    expect(matchText(out(3), record, won(2))).toBe('Not on the list: you had already won');
  });
});
