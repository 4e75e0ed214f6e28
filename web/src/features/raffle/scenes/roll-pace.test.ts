import { expect, it } from 'vitest';
import { rollPace } from './draw-scene.tsx';

it('names roll fast, then ever slower, and go on slowly until the winner is known', () => {
  const paces = [];
  for (let at = 0; at < 4000; at += paces.at(-1) ?? 0) paces.push(rollPace(at));
  expect(paces[0]).toBe(70);
  expect(paces).toEqual([...paces].sort((a, b) => a - b));
  expect(rollPace(2000)).toBe(420);
  expect(rollPace(12_000)).toBe(420);
});
