import type { LiveData } from '@drawbridge/contract/raffle/live';
import type { LiveKind } from '@drawbridge/contract/raffle/stage';
import type { TicketStatus } from '@drawbridge/contract/raffle/tickets';
import { describe, expect, it } from 'vitest';
import { whenToAsk, winsOf } from './own-tickets.ts';
import type { OwnTicket } from './saved-entry-codes.ts';
import { stepsOf } from './ticket-timeline.tsx';

const at = '2026-12-05T14:02:00.000Z';
const status = (changes: Partial<TicketStatus> = {}): TicketStatus => ({
  ticket: '',
  state: 'in-draw',
  drawsWithoutWin: 0,
  lastDraw: null,
  nextNumber: 3,
  chances: null,
  rollCall: 0,
  win: null,
  now: at,
  ...changes,
});
const win = (number: number, changes = {}): NonNullable<TicketStatus['win']> => ({
  number,
  place: 0,
  prizeName: 'City bicycle',
  shown: true,
  handedOverAt: null,
  releasedBecause: null,
  ...changes,
});
const bicycle = { name: 'City bicycle', description: 'With a basket', translations: {} };
const ticket = (digits: string, of: OwnTicket['status'], name = 'Marta Wright'): OwnTicket => ({
  eventId: 'fair',
  code: digits,
  name,
  submittedAt: at,
  ticket: digits.padEnd(64, '0'),
  status: of,
  clockAhead: 0,
});

describe('a phone asks about its tickets', () => {
  const waiting = ticket('aa', status());
  const pending = ticket('bb', status({ state: 'received' }));
  const won = ticket('cc', status({ state: 'won', win: win(2) }));
  const drawn = (hash: string, name: string) =>
    ({ winners: [{ ticket: hash, winner: { name } }] }) as LiveData<'drawn'>;
  const joined = (...tickets: string[]) => ({ people: 9, joined: tickets });

  it.each<[string, LiveKind, unknown, OwnTicket, 'now' | 'soon' | undefined]>([
    ['its ticket is drawn', 'drawn', drawn(waiting.ticket, 'M. W.'), waiting, 'now'],
    ['its name is drawn', 'drawn', drawn('ff', 'marta  wright'), waiting, 'now'],
    ['its name is drawn, shortened', 'drawn', drawn('ff', 'Marta W.'), waiting, 'now'],
    ['somebody else is drawn', 'drawn', drawn('ff', 'Jo Li'), waiting, 'soon'],
    ['its win is forfeited', 'forfeited', { forfeits: 2 }, won, 'now'],
    ['another win is forfeited', 'forfeited', { forfeits: 1 }, won, 'soon'],
    ['its prize is handed over', 'handed-over', { number: 2 }, won, 'now'],
    ['another prize is handed over', 'handed-over', { number: 1 }, won, undefined],
    ['it is verified', 'eligible', joined('bb000000'), pending, 'now'],
    ['others are verified and it is waiting', 'eligible', joined('ff000000'), pending, 'soon'],
    ['others are verified and it is in the draw', 'eligible', joined('ff'), waiting, undefined],
    ['the connection is back', 'snapshot', {}, waiting, 'soon'],
    ['a draw is sealed, for which it may not be here', 'sealed', {}, waiting, 'soon'],
    ['a prize is added', 'prizes', { prizes: [] }, waiting, undefined],
  ])('if %s', (_what, kind, data, own, when) => {
    expect(whenToAsk(kind, data as never, [own])).toBe(when);
    expect(whenToAsk(kind, data as never, [])).toBeUndefined();
  });
});

it('a person who has won with several tickets is shown one of them, as on the stage', () => {
  const other = ticket('aa', status({ state: 'won', win: win(4, { shown: false }) }));
  const shown = ticket('bb', status({ state: 'won', win: win(4) }));
  const earlier = ticket('cc', status({ state: 'handed-over', win: win(2, { shown: false }) }));
  const lost = ticket('dd', status());
  expect(winsOf([other, shown, lost, earlier])).toEqual([earlier, shown]);
  expect(winsOf([other])).toEqual([other]);
});

const BEFORE = ['Received', 'In the draw'];
it.each<[string, OwnTicket['status'], string[], object?]>([
  ['nothing is known', undefined, []],
  ['the server does not know it', 'unknown', ['> Not received yet']],
  [
    'it is not verified',
    status({ state: 'received' }),
    ['Received', '> Not confirmed yet', 'In the draw', 'Result'],
  ],
  ['it is in the draw', status(), [...BEFORE, '> Draw 3 is next', 'Result']],
  [
    'a draw is on',
    status({ drawsWithoutWin: 1 }),
    [...BEFORE, 'Not drawn in 1 draw so far', '> Draw 3 is on', 'Result'],
    { drawing: true },
  ],
  [
    'nothing is left to win',
    status({ drawsWithoutWin: 2 }),
    [...BEFORE, 'Not drawn in 2 draws so far', '> All prizes are drawn'],
    { allDrawn: true },
  ],
  ['it has won', status({ state: 'won', win: win(2) }), [...BEFORE, '> You won draw 2']],
  [
    'the prize is handed over',
    status({ state: 'handed-over', win: win(2, { handedOverAt: at }) }),
    [...BEFORE, 'You won draw 2', '> Handed over'],
  ],
  [
    'the prize is released',
    status({ state: 'released', win: win(2, { releasedBecause: 'Not present.' }) }),
    [...BEFORE, 'You won draw 2', '> Released'],
  ],
  [
    'it is out of the draw',
    status({ state: 'out', drawsWithoutWin: 2 }),
    [...BEFORE, '> No longer in the draw'],
  ],
  [
    'it was verified after the draw was sealed',
    status({ state: 'late' }),
    ['Received', '> Not in draw 3', 'Result'],
  ],
  [
    'it has answered the roll call of the next draw',
    status({ rollCall: 17 }),
    [...BEFORE, 'Here for the next draw', '> Draw 3 is next', 'Result'],
    { rollCall: 17 },
  ],
  [
    'it has answered an earlier roll call',
    status({ rollCall: 12 }),
    [...BEFORE, '> Draw 3 is next', 'Result'],
    { rollCall: 17 },
  ],
  [
    'the sealed draw asks for a roll call that it has not answered',
    status({ state: 'not-here' }),
    ['Received', '> Not in draw 3', 'Result'],
  ],
  ['the event is over', status({ state: 'over' }), ['Received', '> The event is over']],
])('a ticket says where it is when %s', (_what, of, titles, next = {}) => {
  const steps = stepsOf(of, { prize: bicycle, ...next });
  expect(steps.map(({ title, mark }) => (mark === 'now' ? `> ${title}` : title))).toEqual(titles);
});

it('a released prize is explained with its reason', () => {
  const released = status({ state: 'released', win: win(2, { releasedBecause: 'Not present.' }) });
  expect(stepsOf(released).at(-1)?.detail).toBe('Not present. The prize goes to someone else.');
});
