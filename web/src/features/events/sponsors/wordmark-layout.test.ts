import { expect, test } from 'vitest';
import { layOutWordmark } from './wordmark-layout.ts';

// Every letter half as wide as it is high.
const measure = (text: string) => text.length / 2;
const box = { width: 400, height: 120, lineHeight: 1.2 };

test('a short name stands on one line, as high as the box allows', () => {
  expect(layOutWordmark('Acme', measure, box)).toEqual({ lines: ['Acme'], fontSize: 100 });
});

test('a long name breaks between words where it can be set largest', () => {
  const { lines } = layOutWordmark('Harbour Coffee Roasters of Bristol', measure, box);
  expect(lines).toEqual(['Harbour Coffee', 'Roasters of Bristol']);
});

test('a word that cannot be broken shrinks until it fits', () => {
  const { lines, fontSize } = layOutWordmark('W'.repeat(100), measure, box);
  expect(lines).toHaveLength(1);
  expect(measure(lines[0] ?? '') * fontSize).toBeLessThanOrEqual(box.width);
});

test('a name of many short words is laid out at once', () => {
  const { lines, fontSize } = layOutWordmark('a '.repeat(50).trim(), measure, box);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join(' ')).toBe('a '.repeat(50).trim());
  expect(lines.length * box.lineHeight * fontSize).toBeLessThanOrEqual(box.height + 0.001);
});
