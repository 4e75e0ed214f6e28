import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { Rehearsal, StageState } from '@drawbridge/contract/raffle/raffle';
import { sceneOf } from '@drawbridge/contract/raffle/scene';
import { expect, it } from 'vitest';
import { showRehearsal } from './rehearsal.ts';

const prizes = [
  { id: 'bicycle', name: 'City bicycle', quantity: 1 },
  { id: 'tote', name: 'Tote bag', quantity: 3 },
] as Prize[];
const stage: StageState = {
  ...{ prizeId: 'tote', revealed: 4, blank: false, phrase: 'real', onlyHere: true },
  ...{ drawing: null, forfeit: null, suspense: 5, claimMinutes: 2, applause: true },
};
const start: Rehearsal = { run: 7, drawn: 0, began: null, phrase: null, round: null };
const NOW = 1_000_000;

function sceneAt(change: Partial<Rehearsal>, now = NOW) {
  const shown = showRehearsal({ ...start, ...change }, { eventId: 'event', prizes, stage });
  return sceneOf({ ...shown, prizes, rollCall: null, ended: false }, now);
}

it('shows the prizes in their order, each with its draw and invented winners, up to the finale', () => {
  expect(sceneAt({})).toMatchObject({ kind: 'idle', next: prizes[0] });
  expect(sceneAt({ drawn: 1, began: NOW })).toMatchObject({ kind: 'drawing', prize: prizes[0] });
  expect(sceneAt({ drawn: 1, began: NOW }, NOW + 60_000)).toMatchObject({
    kind: 'winner',
    winners: { length: 1 },
  });
  expect(sceneAt({ drawn: 1 })).toMatchObject({ kind: 'idle', next: prizes[1] });
  expect(sceneAt({ drawn: 1, phrase: 'three cheers' })).toMatchObject({
    kind: 'sealed',
    sealed: { number: 2, prizeId: 'tote', source: { kind: 'phrase' } },
  });
  expect(sceneAt({ drawn: 1, round: 9 })).toMatchObject({ sealed: { source: { round: 9 } } });
  expect(sceneAt({ drawn: 2, began: NOW }, NOW + 60_000)).toMatchObject({ winners: { length: 3 } });
  expect(sceneAt({ drawn: 2 })).toMatchObject({ kind: 'finale' });
});

it('invents the same names on every screen, and others in another run', () => {
  const names = (run: number) =>
    showRehearsal({ ...start, run, drawn: 2 }, { eventId: 'event', prizes, stage }).results.map(
      ({ winner, ticket }) => [winner.name, ticket],
    );
  expect(names(7)).toEqual(names(7));
  expect(names(7)).not.toEqual(names(8));
  expect(new Set(names(7).map(String)).size).toBe(4);
  expect(names(7)[0]).toEqual([
    expect.stringMatching(/^\S+ \S/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
});
