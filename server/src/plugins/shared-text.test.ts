import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { SharedText } from './shared-text.ts';

const before = `<p>${'Héllo, wörld. '.repeat(4000)}`;
const after = `${'Good bye 👋. '.repeat(300)}</p>`;

it('is what it is without compression, for each reader, and small', () => {
  const text = new SharedText(before, after);
  for (const words of ['', 'one', 'two ü', 'x'.repeat(65_535), 'one']) {
    const packed = text.gzipAround(words);
    expect(gunzipSync(packed).toString()).toBe(before + words + after);
    expect(text.around(words)).toBe(before + words + after);
    expect(packed.length - words.length).toBeLessThan(1000);
  }
  expect(() => text.gzipAround('x'.repeat(65_536))).toThrow(RangeError);
});
