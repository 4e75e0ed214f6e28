import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

const SCALE = 4;

/** The image that a camera would see. */
function draw({ size, path }: ReturnType<typeof qrPath>): Uint8ClampedArray {
  const width = size * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      for (let dot = Number(x) * SCALE; dot < (Number(x) + Number(length)) * SCALE; dot++) {
        pixels.fill(0, (row * width + dot) * 4, (row * width + dot) * 4 + 3);
      }
    }
  }
  return pixels;
}

test.each(['A', 'https://raffle.example/event/1/raffle/verify#7KQ2M-9XW41-C0RTB-00000-00000-0'])(
  'a scanner reads %s',
  (text) => {
    const drawn = qrPath(text);
    const width = drawn.size * SCALE;
    expect(jsQR(draw(drawn), width, width)?.data).toBe(text);
  },
);
