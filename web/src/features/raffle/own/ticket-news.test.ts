import { expect, it } from 'vitest';
import { ticketNews } from './ticket-news.ts';

it.each([
  [1, undefined, undefined, 'Your ticket is on this device', undefined],
  [3, undefined, undefined, 'Your 3 tickets are on this device', undefined],
  [1, 4, undefined, 'Your ticket is on this device', undefined],
  [1, 4, 1, 'Your ticket was in draw 4', true],
  [2, 4, 2, 'Your 2 tickets were in draw 4', true],
  [3, 4, 1, '1 of 3 tickets on this device was in draw 4', true],
  [3, 4, 2, '2 of 3 tickets on this device were in draw 4', true],
  [1, 1, 0, 'Your ticket was not in draw 1: it had not been verified', false],
  [2, 1, 0, 'Your 2 tickets were not in draw 1: they had not been verified', false],
  [1, 4, 0, 'Your ticket was not in draw 4', false],
  [2, 4, 0, 'Your 2 tickets were not in draw 4', false],
])('%i tickets, draw %s, %s of them in it: %s', (tickets, number, found, title, present) => {
  const news = ticketNews(tickets, number === undefined ? undefined : { number }, found);
  expect([news.title, news.present]).toEqual([title, present]);
});

it('a missing ticket has two possible reasons once somebody has won', () => {
  expect(ticketNews(1, { number: 1 }, 0).detail).not.toContain('has won');
  expect(ticketNews(1, { number: 2 }, 0).detail).toContain('has won');
});
