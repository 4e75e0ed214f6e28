import { expect, it } from 'vitest';
import { turnsLanguages } from './use-wall.ts';

it.each([
  ['idle', true],
  ['sealed', false],
  ['drawing', false],
  ['winner', true],
  ['finale', true],
] as const)('the languages of the wall take turns while it shows %s: %s', (scene, turns) => {
  expect(turnsLanguages(scene)).toBe(turns);
});
