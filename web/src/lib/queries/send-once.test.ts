import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetUnanswered, sendOnce } from './send-once.ts';

/** The ids of all requests so far. */
let ids: string[];
let responses: (() => Response)[];
beforeEach(() => {
  ids = [];
  responses = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    ids.push(JSON.parse(body).id);
    const response = responses.shift() ?? (() => Response.json({}));
    return response();
  });
});
afterEach(() => {
  forgetUnanswered(['/']);
  vi.unstubAllGlobals();
});

const lost = () => {
  throw new TypeError('Failed to fetch');
};
const answerOf = (status: number) => () => new Response('No', { status });
const add = (name = 'Cap') =>
  sendOnce('/api/prizes', { body: { eventId: '', name } }).catch(() => {});

it.each([
  ['no response', lost],
  ['a response of a proxy', answerOf(504)],
])('keeps the id of a request that got %s, until it is answered', async (_what, response) => {
  responses = [response, response];
  for (let n = 0; n < 4; n += 1) await add();
  const [first, second, third, fourth] = ids;
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

it.each([
  ['the request was refused', () => add(), answerOf(409)],
  ['something else is asked for', () => add('Mug'), lost],
  [
    'a list has shown what became of it',
    async () => {
      forgetUnanswered(['/api/prizes?eventId=1']);
      await add();
    },
    lost,
  ],
])('makes a new id after %s', async (_what, next, response) => {
  responses = [response];
  await add();
  await next();
  expect(new Set(ids).size).toBe(2);
});

it('keeps the id of an unanswered request when another change was answered that shows nothing of it', async () => {
  responses = [lost];
  await add();
  forgetUnanswered(['/api/sponsors']);
  await add();
  expect(new Set(ids).size).toBe(1);
});
