import { expect, test } from 'vitest';
import { endSentence } from './formats.ts';

test.each([
  ['Event not found', 'Event not found.'],
  ['Too many requests.', 'Too many requests.'],
  ['Really?', 'Really?'],
])('%s ends as a sentence', (given, ended) => {
  expect(endSentence(given)).toBe(ended);
});
