import german from '@drawbridge/contract/languages/de.json';
import english from '@drawbridge/contract/languages/en.json';
import { afterEach, expect, it } from 'vitest';
import { setTexts } from '../../lib/texts.ts';
import { problemText } from './verification.ts';

afterEach(() => setTexts('en', english));

it('translates what is wrong with a file and keeps the path in it', () => {
  const problem = { sentence: 'draws[0].seed: A hash is 64 hexadecimal digits', number: 3 };
  expect(problemText(problem)).toBe(`Draw 3: ${problem.sentence}`);
  setTexts('de', german);
  expect(problemText(problem)).toBe(
    'Ziehung 3: draws[0].seed: Ein Hash hat 64 hexadezimale Ziffern',
  );
  expect(problemText({ sentence: 'It is not JSON' })).toBe('Es ist kein JSON');
});
