import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { SharedText } from './shared-text.ts';

const start = '<p>Wörter 👋';
const middle = 'Héllo, wörld. '.repeat(4000);
const end = `${'Good bye 👋. '.repeat(300)}</p>`;

it('is what it is without compression, for each reader, and small', () => {
  const text = new SharedText(start, middle, end);
  expect(text.bytes).toBe(Buffer.byteLength(start + middle + end));
  for (const words of ['', 'one', 'two ü', 'x'.repeat(65_535), 'one']) {
    const packed = text.gzipWith(words, 'own');
    const whole = `${start}${words}${middle}own${end}`;
    expect(gunzipSync(packed).toString()).toBe(whole);
    expect(text.with(words, 'own').toString()).toBe(whole);
    expect(packed.length - words.length).toBeLessThan(1000);
  }
  expect(() => text.gzipWith('x'.repeat(65_536))).toThrow(RangeError);
});
