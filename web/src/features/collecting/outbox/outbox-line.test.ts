import { expect, it } from 'vitest';
import { type OutboxState, outboxLineText } from './outbox-line.tsx';

const MINUTE = 60_000;
const now = 1000 * MINUTE;
const state: OutboxState = {
  waiting: 0,
  oldestAt: undefined,
  refused: 0,
  online: true,
  signedOut: false,
  username: 'priya',
  canStore: true,
};

it.each<[Partial<OutboxState>, string]>([
  [{}, 'All leads sent'],
  [{ waiting: 3, oldestAt: now - 4 * MINUTE }, '3 waiting, oldest 4 min'],
  [{ waiting: 1, oldestAt: now - 59_999 }, '1 waiting, oldest under 1 min'],
  [{ waiting: 2, oldestAt: now - 61 * MINUTE }, '2 waiting, oldest 1 h'],
  [{ waiting: 2, oldestAt: now - 50 * 60 * MINUTE }, '2 waiting, oldest 2 days'],
  [{ online: false }, 'Offline: leads are kept on this phone'],
  [{ online: false, waiting: 3, oldestAt: now }, 'Offline: 3 leads kept on this phone'],
  [{ signedOut: true, waiting: 1, oldestAt: now }, 'Log in again as priya to send 1 lead'],
  [{ signedOut: true }, 'All leads sent'],
  [{ refused: 1 }, '1 lead needs attention'],
  [{ refused: 2, online: false }, 'Offline: leads are kept on this phone. 2 leads need attention'],
  [
    { refused: 1, waiting: 3, oldestAt: now },
    '3 waiting, oldest under 1 min. 1 lead needs attention',
  ],
  [
    { canStore: false, online: false },
    'This browser cannot keep leads. They are sent at once and need a network.',
  ],
])('%j reads: %s', (changed, text) => {
  expect(outboxLineText({ ...state, ...changed }, now)).toBe(text);
});
