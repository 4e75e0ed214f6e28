import { PICTURE_MAX_BYTES, PICTURE_MAX_SIDE } from '@drawbridge/contract/pictures';

/** A still image has no other parts: these leave out animation, places where it was taken, and whatever else was added. */
const parts = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L']);

/** Whether bytes are a WebP image that a page may show, by what is in them. */
export function isPicture(bytes: Buffer): boolean {
  const text = (from: number) => bytes.toString('latin1', from, from + 4);
  if (bytes.length > PICTURE_MAX_BYTES || bytes.length < 30) return false;
  if (text(0) !== 'RIFF' || text(8) !== 'WEBP') return false;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  const images: Size[] = [];
  let at = 12;
  while (at + 8 <= bytes.length) {
    const part = text(at);
    const length = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (!parts.has(part) || content.length < length) return false;
    if (part === 'VP8X') images.push(sizeOfCanvas(content));
    if (part === 'VP8 ') images.push(sizeOfLossy(content));
    if (part === 'VP8L') images.push(sizeOfLossless(content));
    // Each begins at an even place.
    at += 8 + length + (length % 2);
  }
  return at === bytes.length && images.length > 0 && images.every(fits);
}

type Size = [width: number, height: number] | undefined;

const fits = (size: Size) => size?.every((side) => side > 0 && side <= PICTURE_MAX_SIDE);

function sizeOfCanvas(content: Buffer): Size {
  if (content.length < 10) return undefined;
  return [content.readUIntLE(4, 3) + 1, content.readUIntLE(7, 3) + 1];
}

function sizeOfLossy(content: Buffer): Size {
  if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) return undefined;
  return [content.readUInt16LE(6) & 0x3fff, content.readUInt16LE(8) & 0x3fff];
}

function sizeOfLossless(content: Buffer): Size {
  if (content.length < 5 || content[0] !== 0x2f) return undefined;
  const sides = content.readUInt32LE(1);
  return [(sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1];
}
