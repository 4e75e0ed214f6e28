import type { LiveSnapshot } from '@drawbridge/contract/live';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { describe, expect, it } from 'vitest';
import {
  GIVE_UP_MS,
  reduce,
  requestDraw,
  STALE_MS,
  type StageMessage,
  type StagePhase,
  timeLeftIn,
} from './stage-phase.ts';

const BICYCLE = 'bicycle';
const TOKEN = 'token';
const NOW = 1000;

function resultOf(number: number, prizeId: string | null): RaffleResult {
  const winner = { name: `Winner ${number}`, email: null };
  return {
    id: `result ${number}`,
    eventId: 'event',
    number,
    prizeId,
    winner,
    conductedAt: '',
    phrase: '',
    ticket: '',
    handedOverAt: null,
    tickets: [],
  };
}

const bicycleWon = resultOf(1, BICYCLE);
const tokenWon = resultOf(2, TOKEN);
const tickets = ['4f2a91c0', '07d1ee52'];
const order = { id: 'order 1', prizeId: BICYCLE, phrase: 'three cheers' };
const ended = { prizeId: BICYCLE };
const forfeit = { forfeits: 1, prizeId: BICYCLE, reason: 'Not present' };

/** One of each, as they are while the bicycle is the prize in question. */
const phases = {
  idle: { kind: 'idle' },
  asking: { kind: 'idle', asking: order },
  waiting: { kind: 'drawing', prizeId: BICYCLE, since: NOW, tickets },
  told: { kind: 'drawing', prizeId: BICYCLE, since: NOW, tickets, result: bicycleWon },
  own: { kind: 'drawing', prizeId: BICYCLE, since: NOW, order },
  winner: { kind: 'winner', result: bicycleWon, otherNames: [] },
} satisfies Record<string, StagePhase>;

const snapshot = (results: RaffleResult[], nextNumber: number): LiveSnapshot => ({
  prizes: [],
  results,
  sealed: null,
  stage: { prizeId: null, revealed: null, blank: false, phrase: '' },
  nextNumber,
  nextCommitment: '',
});
const drawn = { kind: 'drawn', age: 0, known: false, now: NOW + 500 } as const;
const board = { kind: 'idle', ended } as const;
const given = { kind: 'idle', ended, forfeit: { ...forfeit, name: 'Winner 1' } } as const;

type Row = Record<keyof typeof phases, StagePhase | 'same'>;
const same: Row = {
  idle: 'same',
  asking: 'same',
  waiting: 'same',
  told: 'same',
  own: 'same',
  winner: 'same',
};
const everywhere = (phase: StagePhase): Row => ({
  idle: phase,
  asking: phase,
  waiting: phase,
  told: phase,
  own: phase,
  winner: phase,
});

const table: [sentence: string, message: StageMessage, outcome: Row][] = [
  [
    'a press asks the server, from the board alone and once',
    { kind: 'pressed', order },
    { ...same, idle: phases.asking },
  ],
  [
    'a refusal goes back to the ticket without any show',
    { kind: 'refused' },
    { ...same, asking: board },
  ],
  [
    'an announced draw begins, together with those who were told before us',
    { kind: 'announced', order, now: NOW },
    everywhere(phases.own),
  ],
  [
    'the answer shows the winner whom it was asked for, and the other names',
    { kind: 'answered', result: bicycleWon, otherNames: ['Jon F.'] },
    {
      ...same,
      own: { ...phases.winner, otherNames: ['Jon F.'] },
      winner: { ...phases.winner, otherNames: ['Jon F.'] },
    },
  ],
  [
    'the answer to a draw of another prize shows nothing',
    { kind: 'answered', result: tokenWon, otherNames: [] },
    same,
  ],
  [
    'a failed draw goes back to its ticket',
    { kind: 'failed' },
    { ...same, own: { ...board, failed: order } },
  ],
  ['Continue goes back to the ticket', { kind: 'continued' }, { ...same, winner: board }],
  [
    'when the time is over the winner is shown, or nobody waits any longer',
    { kind: 'elapsed' },
    { ...same, waiting: phases.idle, told: phases.winner },
  ],
  [
    'a draw that is announced elsewhere is waited for',
    { kind: 'drawing', prizeId: BICYCLE, tickets, now: NOW },
    {
      ...same,
      idle: phases.waiting,
      asking: { ...phases.waiting, asked: true },
      winner: phases.waiting,
    },
  ],
  [
    'a draw that does not come is waited for no longer',
    { kind: 'cancelled' },
    { ...same, waiting: phases.idle },
  ],
  [
    'a draw elsewhere is shown when its two seconds are over, our own at once',
    { ...drawn, result: bicycleWon },
    {
      ...same,
      // Without an announcement there are no digits of tickets to show.
      idle: { kind: 'drawing', prizeId: BICYCLE, since: NOW + 500, result: bicycleWon },
      asking: { kind: 'drawing', prizeId: BICYCLE, since: NOW + 500, result: bicycleWon },
      waiting: phases.told,
      own: phases.winner,
    },
  ],
  [
    'a draw of another prize takes the place of all but our own',
    { ...drawn, result: tokenWon },
    {
      idle: { kind: 'drawing', prizeId: TOKEN, since: NOW + 500, result: tokenWon },
      asking: { kind: 'drawing', prizeId: TOKEN, since: NOW + 500, result: tokenWon },
      waiting: { kind: 'drawing', prizeId: TOKEN, since: NOW, tickets, result: tokenWon },
      told: { kind: 'drawing', prizeId: TOKEN, since: NOW, tickets, result: tokenWon },
      own: 'same',
      winner: { kind: 'drawing', prizeId: TOKEN, since: NOW + 500, result: tokenWon },
    },
  ],
  [
    'a draw that is in the list already has no second show',
    { ...drawn, result: bicycleWon, known: true },
    { ...same, waiting: phases.idle },
  ],
  [
    'a draw of some time ago shows its winner at once',
    { ...drawn, result: bicycleWon, age: STALE_MS + 1 },
    { ...same, idle: phases.winner, waiting: phases.winner, own: phases.winner },
  ],
  [
    'a presenter who continues takes everybody back to the board',
    { kind: 'shown', revealed: null, result: undefined },
    { ...same, told: board, winner: board },
  ],
  [
    'a winner on show is seen by a page that comes later',
    { kind: 'shown', revealed: 2, result: tokenWon },
    {
      ...same,
      idle: { ...phases.winner, result: tokenWon },
      winner: { ...phases.winner, result: tokenWon },
    },
  ],
  [
    'a prize that is handed over is stamped on its own reveal',
    { kind: 'handed-over', number: 1, handedOverAt: 'now' },
    { ...same, winner: { ...phases.winner, result: { ...bicycleWon, handedOverAt: 'now' } } },
  ],
  [
    'a forfeit closes exactly its own reveal, and is told on the board with the name shown there',
    { kind: 'forfeited', forfeit },
    {
      ...same,
      idle: { kind: 'idle', forfeit },
      asking: { kind: 'idle', asking: order, forfeit },
      told: given,
      winner: given,
    },
  ],
  [
    'a forfeit of another draw leaves the reveal alone',
    { kind: 'forfeited', forfeit: { ...forfeit, forfeits: 9 } },
    {
      ...same,
      idle: { kind: 'idle', forfeit: { ...forfeit, forfeits: 9 } },
      asking: { kind: 'idle', asking: order, forfeit: { ...forfeit, forfeits: 9 } },
    },
  ],
  [
    'a forfeit on this page leads the keyboard to the prize',
    { kind: 'forfeited-here', forfeit },
    {
      ...same,
      idle: { kind: 'idle', ended, forfeit },
      asking: { kind: 'idle', ended, forfeit, asking: order },
      told: given,
      winner: given,
    },
  ],
  [
    'a snapshot with the winner who is awaited shows it',
    { kind: 'snapshot', snapshot: snapshot([bicycleWon], 2), known: new Set() },
    { ...same, waiting: phases.winner, own: phases.winner },
  ],
  [
    'a snapshot with winners who were known shows nobody',
    { kind: 'snapshot', snapshot: snapshot([bicycleWon], 2), known: new Set([bicycleWon.id]) },
    same,
  ],
  [
    'a snapshot with the winner of another prize shows nobody',
    { kind: 'snapshot', snapshot: snapshot([bicycleWon, tokenWon], 3), known: new Set() },
    same,
  ],
  [
    'a snapshot after the forfeit closes the reveal',
    { kind: 'snapshot', snapshot: snapshot([], 3), known: new Set() },
    { ...same, told: board, winner: board },
  ],
  [
    'a snapshot from before the draw closes nothing',
    { kind: 'snapshot', snapshot: snapshot([], 1), known: new Set() },
    same,
  ],
];

describe.each(table)('%s', (_sentence, message, outcome) => {
  it.each(Object.keys(phases) as (keyof typeof phases)[])('%s', (name) => {
    const expected = outcome[name];
    const after = reduce(phases[name], message);
    if (expected === 'same') expect(after).toBe(phases[name]);
    else expect(after).toEqual(expected);
  });
});

it('shows the winner of a draw whose answer got lost, even if the list has been read again', () => {
  const failed = reduce(phases.own, { kind: 'failed' });
  const told = { kind: 'drawn', result: bicycleWon, age: 0, now: NOW } as const;
  for (const known of [false, true]) {
    expect(reduce(failed, { ...told, known })).toEqual(phases.winner);
  }
  expect(reduce(failed, { ...told, known: true, result: tokenWon })).toBe(failed);
  expect(reduce(failed, { ...told, known: true, age: STALE_MS + 1 })).toBe(failed);
});

it('asks for a failed draw again under its id, also after the server could not be reached', () => {
  const choice = { prizeId: BICYCLE, phrase: 'three cheers' };
  const failed = reduce(phases.own, { kind: 'failed' });
  expect(requestDraw(failed, choice)).toEqual(order);
  const refused = reduce(reduce(failed, { kind: 'pressed', order }), { kind: 'refused' });
  expect(requestDraw(refused, choice)).toEqual(order);

  const shown = reduce(failed, { ...drawn, result: bicycleWon });
  const others = [
    requestDraw(phases.idle, choice),
    requestDraw(failed, { ...choice, phrase: 'four cheers' }),
    requestDraw(failed, { ...choice, prizeId: TOKEN }),
    requestDraw(reduce(shown, { kind: 'continued' }), choice),
  ];
  expect(new Set([order, ...others].map(({ id }) => id)).size).toBe(5);
});

it('does not roll on when its own announcement got lost, but leaves the draw of another presenter alone', () => {
  const drawing = { kind: 'drawing', tickets, now: NOW } as const;
  const own = reduce(phases.asking, { ...drawing, prizeId: BICYCLE });
  expect(own).toEqual({ ...phases.waiting, asked: true });
  expect(reduce(own, { kind: 'refused' })).toEqual({ kind: 'idle' });
  expect(reduce(own, { kind: 'announced', order, now: NOW })).toEqual(phases.own);
  const other = reduce(phases.asking, { ...drawing, prizeId: TOKEN });
  expect(reduce(other, { kind: 'refused' })).toBe(other);
});

it('leads the keyboard to a prize anew when its draw ends a second time', () => {
  const first = reduce(phases.winner, { kind: 'continued' });
  const second = reduce(first, { kind: 'forfeited-here', forfeit });
  expect(first).toMatchObject({ ended });
  expect(second).toMatchObject({ ended });
  expect(second.kind === 'idle' && second.ended).not.toBe(first.kind === 'idle' && first.ended);
});

it('keeps the name of a forfeit that is told a second time without it, and of no other', () => {
  const named = { ...forfeit, name: 'Liv S.' };
  const first = reduce(phases.idle, { kind: 'forfeited-here', forfeit: named });
  const second = reduce(first, { kind: 'forfeited', forfeit });
  expect(second).toMatchObject({ forfeit: named });
  const other = reduce(second, { kind: 'forfeited', forfeit: { ...forfeit, forfeits: 9 } });
  expect(other).toEqual({ ...second, forfeit: { ...forfeit, forfeits: 9 } });
});

it.each([
  ['idle', undefined],
  ['asking', undefined],
  ['waiting', GIVE_UP_MS - 300],
  ['told', 1700],
  ['own', 1700],
  ['winner', undefined],
] as const)('%s lasts %s ms more by itself', (name, wait) => {
  expect(timeLeftIn(phases[name], NOW + 300)).toBe(wait);
});

it('shows at once what is late', () => {
  expect(timeLeftIn(phases.told, NOW + 60_000)).toBe(0);
});
