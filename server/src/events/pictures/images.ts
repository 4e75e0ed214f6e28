import type { LogoType } from '@drawbridge/contract/events/sponsors';
import { isSmallSvg } from './svg.ts';

/** Loads the decoder when the first image is checked, because it would slow down every start. */
const loadDecoder = async () => (await import('sharp')).default;

/** The maximum width and height in pixels. */
const IMAGE_MAX_SIDE = 4096;
/** The maximum number of pixels in all frames together, because a phone keeps the decoded frames. */
const MAX_PIXELS = IMAGE_MAX_SIDE ** 2;

const formats = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
} satisfies Record<Exclude<LogoType, 'image/svg+xml'>, string>;

/**
 * Whether the bytes are a complete image of this type that every phone can show. Bitmaps are decoded: this rejects
 * a header without an image, and a few bytes that expand to gigabytes.
 */
export async function isImage(
  bytes: Buffer,
  type: LogoType,
  maxSide = IMAGE_MAX_SIDE,
): Promise<boolean> {
  if (type === 'image/svg+xml') return isSmallSvg(bytes.toString('utf8'));
  if (hasUncountedFrames(bytes, type)) return false;
  const decode = await loadDecoder();
  try {
    const image = decode(bytes, { pages: -1, limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format, width, height, pageHeight = height, pages = 1 } = await image.metadata();
    const [screenWidth, screenHeight] = screenOf(bytes, type);
    const [across, down] = [Math.max(width, screenWidth), Math.max(pageHeight, screenHeight)];
    if (format !== formats[type] || Math.max(across, down) > maxSide) return false;
    if (across * down * pages > MAX_PIXELS) return false;
    await image.stats();
    return true;
  } catch {
    return false;
  }
}

/**
 * The canvas size in a GIF's header. If it is large, the decoder ignores it and reports only the size of the
 * frames.
 */
const screenOf = (bytes: Buffer, type: LogoType): [number, number] =>
  type === 'image/gif' ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] : [0, 0];

/** Whether the file is an animated PNG or AVIF. Browsers show all frames, but the decoder reads only the first. */
function hasUncountedFrames(bytes: Buffer, type: LogoType): boolean {
  const text = (from: number) => bytes.toString('latin1', from, from + 4);
  if (type === 'image/png') {
    for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
      if (text(at + 4) === 'acTL') return true;
    }
  }
  if (type === 'image/avif' && bytes.length >= 4) {
    return bytes.subarray(0, bytes.readUInt32BE(0)).includes('avis');
  }
  return false;
}
