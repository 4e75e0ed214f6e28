import { expect, it } from 'vitest';
import { ticketNews } from './use-own-tickets.ts';

const ON_DEVICE = /^An entry counts once the team has verified it/;
const UNVERIFIED = 'not in this draw yet';

it.each([
  [1, undefined, undefined, 'Your ticket is on this device'],
  [3, undefined, undefined, 'Your 3 tickets are on this device'],
  [1, 4, undefined, 'Your ticket is on this device'],
  [1, 4, 1, 'Your ticket is in this draw'],
  [2, 4, 2, 'Your 2 tickets are in this draw'],
  [3, 4, 1, '1 of 3 tickets on this device is in this draw'],
  [3, 4, 2, '2 of 3 tickets on this device are in this draw'],
  [1, 1, 0, `Your ticket is ${UNVERIFIED}: it has not been verified`],
  [2, 1, 0, `Your 2 tickets are ${UNVERIFIED}: they have not been verified`],
  // Once somebody has won, there is a second possible reason.
  [
    1,
    4,
    0,
    `Your ticket is ${UNVERIFIED}: it has not been verified, or the phone number or e-mail address has won`,
  ],
])('%i tickets, draw %s, %s of them in it: %s', (tickets, number, found, title) => {
  const record = number === undefined ? undefined : { number, prizeName: 'City bicycle' };
  const news = ticketNews(tickets, record, found, false);
  expect(news.title).toBe(title);
  expect(news.present).toBe(found === undefined ? undefined : found > 0);
  expect(news.detail).toMatch(
    found === undefined ? ON_DEVICE : `Draw ${number}, City bicycle. Checked on this device.`,
  );
});

it.each([
  [1, 1, 'City bicycle', 1, 'Your ticket was in draw 1'],
  [2, 1, 'City bicycle', 2, 'Your 2 tickets were in draw 1'],
  [3, 4, null, 1, '1 of 3 tickets on this device was in draw 4'],
  [1, 1, 'City bicycle', 0, 'Your ticket was not in draw 1: it had not been verified'],
  [
    2,
    4,
    null,
    0,
    'Your 2 tickets were not in draw 4: they had not been verified, or the phone number or e-mail address had won',
  ],
])(
  '%i tickets after draw %i of %s, %i of them in it: %s',
  (tickets, number, prizeName, found, title) => {
    const news = ticketNews(tickets, { number, prizeName }, found, true);
    expect(news.title).toBe(title);
    expect(news.detail).toBe(`${prizeName ? `${prizeName}. ` : ''}Checked on this device.`);
  },
);
