import { describe, expect, it } from 'vitest';
import type { Prize } from './prizes.ts';
import type { RaffleResult, StageState } from './raffle.ts';
import {
  FollowedClock,
  GIVE_UP_MS,
  NAME_AFTER_MS,
  neighbourOf,
  type StageView,
  sceneOf,
} from './scene.ts';

const prizeOf = (id: string, quantity = 1) => ({ id, quantity }) as Prize;
const [bicycle, token, umbrella] = [prizeOf('bicycle'), prizeOf('token'), prizeOf('umbrella')];
const prizes = [bicycle, token, umbrella];
const wonBy = (number: number, prizeId: string | null) => ({ number, prizeId }) as RaffleResult;

const NOW = 1_000_000;
const empty: StageState = {
  ...{ prizeId: null, revealed: null, blank: false, phrase: '' },
  ...{ drawing: null, forfeit: null, suspense: 2, claimMinutes: 0, applause: false },
  onlyHere: false,
};
const begun = {
  ...{ prizeId: 'token', phrase: '', tickets: [] },
  ...{ since: NOW - 500, lasts: 5000, revealsAt: null },
};
const forfeit = {
  ...{ forfeits: 1, place: 0, prizeId: 'token' },
  ...{ reason: 'Not present', ticket: 'a7'.repeat(32) },
};
const rollCall = { rollCall: 1_700_000_000, here: 3 };
const sealed = { number: 2, prizeId: 'token' } as StageView['sealed'];

const sceneAt = (stage: Partial<StageState>, view: Partial<StageView> = {}, now = NOW) =>
  sceneOf(
    {
      ...{ stage: { ...empty, ...stage }, prizes, results: [] },
      ...{ sealed: null, rollCall: null, ended: false, ...view },
    },
    now,
  );

it('draws a prize again until there is a winner for each of it, and shows those of one draw together', () => {
  const bags = prizeOf('bags', 3);
  const results = [wonBy(1, 'bags'), wonBy(1, 'bags')];
  const scene = sceneAt({ revealed: 1 }, { prizes: [bags], results });
  expect(scene).toMatchObject({ kind: 'winner', result: results[0], winners: results });
  expect(sceneAt({}, { prizes: [bags], results })).toMatchObject({ kind: 'idle', next: bags });
  const all = [...results, wonBy(2, 'bags')];
  expect(sceneAt({}, { prizes: [bags], results: all })).toMatchObject({ kind: 'finale' });
});

describe('the scene', () => {
  const result = wonBy(1, 'token');
  const held = { revealed: 1, drawing: { ...begun, revealsAt: NOW + 200 } };
  it.each([
    ['the board at first', {}, {}, NOW, { kind: 'idle', next: bicycle }],
    ['the board without prizes', {}, { prizes: [] }, NOW, { kind: 'idle', next: undefined }],
    ['a draw that has begun', { drawing: begun }, {}, NOW, { kind: 'drawing', prize: token }],
    [
      'a draw over the winner before',
      { drawing: begun, revealed: 1 },
      { results: [result] },
      NOW,
      { kind: 'drawing' },
    ],
    [
      'the board when no draw follows',
      { drawing: begun },
      {},
      begun.since + begun.lasts + GIVE_UP_MS,
      { kind: 'idle' },
    ],
    [
      'a draw that lasts long, until nobody waits for it any more',
      { drawing: begun },
      {},
      begun.since + begun.lasts + GIVE_UP_MS - 1,
      { kind: 'drawing' },
    ],
    [
      'a draw that was held, until its moment',
      held,
      { results: [result] },
      NOW + 199,
      { kind: 'drawing', until: NOW + 200 },
    ],
    [
      'the winner at that moment',
      held,
      { results: [result] },
      NOW + 200,
      { kind: 'winner', result, prize: token },
    ],
    [
      'the ticket alone at first, if names roll for longer than specified',
      held,
      { results: [result] },
      NOW + 200 + NAME_AFTER_MS - 1,
      { kind: 'winner', named: false, until: NOW + 200 + NAME_AFTER_MS },
    ],
    [
      'the name after that',
      held,
      { results: [result] },
      NOW + 200 + NAME_AFTER_MS,
      { kind: 'winner', named: true },
    ],
    [
      'the name at once after two seconds',
      { ...held, drawing: { ...held.drawing, lasts: 2000 } },
      { results: [result] },
      NOW + 200,
      { kind: 'winner', named: true },
    ],
    [
      'the winner to a page that opens later',
      { revealed: 1 },
      { results: [result] },
      NOW,
      { kind: 'winner', result, named: true },
    ],
    ['an open roll call', {}, { rollCall }, NOW, { kind: 'idle', next: bicycle, rollCall }],
    [
      'an open roll call after the last prize',
      {},
      { prizes: [token], results: [result], rollCall },
      NOW,
      { kind: 'idle', rollCall },
    ],
    [
      'a winner over an open roll call',
      { revealed: 1 },
      { results: [result], rollCall },
      NOW,
      { kind: 'winner', result },
    ],
    [
      'the board after the raffle was continued',
      { ...held, revealed: null },
      { results: [result] },
      NOW,
      { kind: 'idle', next: bicycle },
    ],
    ['the board while the winner is not known here', held, {}, NOW, { kind: 'idle' }],
    [
      'who was passed over',
      { prizeId: 'token', forfeit },
      {},
      NOW,
      { kind: 'idle', next: token, forfeit },
    ],
    [
      'the board again when the last winner has forfeited',
      { prizeId: 'token', forfeit },
      { prizes: [token], results: [] },
      NOW,
      { kind: 'idle', next: token, forfeit },
    ],
    ['a sealed draw', {}, { sealed }, NOW, { kind: 'sealed', sealed }],
    ['a sealed draw that has begun', { drawing: begun }, { sealed }, NOW, { kind: 'drawing' }],
    ['the end', {}, { prizes: [token], results: [result] }, NOW, { kind: 'finale' }],
    [
      'the end without prizes',
      {},
      { prizes: [], results: [wonBy(1, null)], ended: true },
      NOW,
      { kind: 'finale' },
    ],
    [
      'the board without prizes until the event ends',
      {},
      { prizes: [], results: [wonBy(1, null)] },
      NOW,
      { kind: 'idle' },
    ],
  ])('is %s', (_, stage, view, now, expected) => {
    expect(sceneAt(stage, view, now)).toMatchObject(expected);
  });
});

it.each([
  ['the chosen one until it is drawn', prizes, [], 'token', token],
  ['the first one after a draw out of order', prizes, ['token'], 'token', bicycle],
  ['the first one after the last', prizes, ['umbrella'], 'umbrella', bicycle],
  ['the first one when the chosen one was deleted', [token, umbrella], [], 'bicycle', token],
])('the next prize is %s', (_, all, drawn, prizeId, next) => {
  const results = drawn.map((id, index) => wonBy(index + 1, id));
  expect(sceneAt({ prizeId }, { prizes: all, results })).toMatchObject({ kind: 'idle', next });
});

it.each([
  [bicycle, 1, token],
  [umbrella, 1, bicycle],
  [bicycle, -1, umbrella],
] as const)('the neighbour of %j, %i, is %j', (prize, step, expected) => {
  expect(neighbourOf(prizes, prize, step)).toBe(expected);
  expect(neighbourOf([prize], prize, step)).toBe(prize);
});

describe('a followed clock', () => {
  it('believes the message that took the shortest, and forgets it while clocks drift', () => {
    const clock = new FollowedClock();
    for (const late of [120, 40, 300]) clock.follow(NOW, NOW + 5000 + late);
    expect(clock.now(NOW + 5040)).toBe(NOW);
    for (let n = 0; n < 8; n += 1) clock.follow(NOW, NOW + 5100);
    expect(clock.now(NOW + 5100)).toBe(NOW);
  });

  it('follows at once when a clock was set, or after a message that was delayed for long', () => {
    const clock = new FollowedClock();
    clock.follow(NOW - 3_600_000, NOW);
    clock.follow(NOW, NOW + 10);
    expect(clock.now(NOW + 10)).toBe(NOW);
    clock.follow(NOW, NOW + 3_600_000);
    expect(clock.now(NOW + 3_600_000)).toBe(NOW);
  });
});
