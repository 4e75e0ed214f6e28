import { PICTURE_MAX_BYTES, PICTURE_MAX_SIDE } from '@drawbridge/contract/events/pictures';
import { isImage } from './images.ts';

/** The chunks of a still WebP image. Animation, location and other metadata are not among them. */
const parts = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L']);

/** Whether the bytes are a WebP image that a page may show. */
export async function isPicture(bytes: Buffer): Promise<boolean> {
  return isStill(bytes) && (await isImage(bytes, 'image/webp', PICTURE_MAX_SIDE));
}

/** Whether a file is a WebP image with one picture and no other chunks. */
function isStill(bytes: Buffer): boolean {
  const text = (from: number) => bytes.toString('latin1', from, from + 4);
  if (bytes.length > PICTURE_MAX_BYTES || bytes.length < 30) return false;
  if (text(0) !== 'RIFF' || text(8) !== 'WEBP') return false;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  let images = 0;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const part = text(at);
    const length = bytes.readUInt32LE(at + 4);
    if (!parts.has(part)) return false;
    if (part === 'VP8 ' || part === 'VP8L') images += 1;
    // Chunks begin at even offsets.
    at += 8 + length + (length % 2);
  }
  return at === bytes.length && images === 1;
}
