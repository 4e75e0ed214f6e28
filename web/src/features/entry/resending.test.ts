import { problems } from '@drawbridge/contract/errors';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-client.ts';
import { mayArriveLater, stateOfEntry } from './use-entry-submission.ts';

const refusal = (code: keyof typeof problems) =>
  new ApiError(problems[code][0], { sentence: problems[code][1], code });

test('an entry is sent again after no answer and after a refusal that passes', () => {
  expect(mayArriveLater(new TypeError('Failed to fetch'))).toBe(true);
  for (const code of ['too-many-requests', 'too-busy', 'database-away', 'unexpected'] as const) {
    expect(mayArriveLater(refusal(code))).toBe(true);
  }
  for (const code of ['invalid-input', 'event-ended', 'phone-not-valid', 'lead-deleted'] as const) {
    expect(mayArriveLater(refusal(code))).toBe(false);
  }
});

test('only an answer tells that an entry has not arrived', () => {
  expect(stateOfEntry(refusal('too-busy'))).toBe('visitor.notArrived');
  expect(stateOfEntry(new TypeError('Failed to fetch'))).toBe('visitor.mayHaveArrived');
});
