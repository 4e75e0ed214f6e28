import type { Page } from '@playwright/test';
import jsQR from 'jsqr';

interface ScannedCode {
  text: string;
  /** The picture's sides. */
  width: number;
  height: number;
  /** The width of the white margin, in modules. */
  margin: number;
  /** Every colour in the picture, as `r,g,b,a`. */
  colours: string[];
}

/** The text that a scanner reads from a canvas, or from an image given as a data URL. */
export async function readQr(page: Page, source: { image: string } | 'canvas') {
  const { width, height, scanned, pixels } = await page.evaluate(async (from) => {
    let canvas: HTMLCanvasElement;
    let size: { width: number; height: number } | undefined;
    if (from === 'canvas') {
      canvas = document.querySelector('[role="dialog"] canvas') as HTMLCanvasElement;
    } else {
      const image = new Image();
      image.src = from.image;
      await image.decode();
      canvas = document.createElement('canvas');
      size = { width: image.naturalWidth, height: image.naturalHeight };
      // A large picture is scanned at the size of a screen, which takes a tenth of the time.
      const scale = Math.min(1, 640 / size.width);
      canvas.width = size.width * scale;
      canvas.height = size.height * scale;
      canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    }
    const { width, height } = canvas;
    const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const pixels = Array.from(data, (byte) => String.fromCharCode(byte)).join('');
    return { width, height, ...size, scanned: { width, height }, pixels: btoa(pixels) };
  }, source);
  const bytes = Buffer.from(pixels, 'base64');
  const code = jsQR(new Uint8ClampedArray(bytes), scanned.width, scanned.height);
  if (!code) throw new Error('There is no code in the picture');

  const modules = 17 + 4 * code.version;
  const colours = new Set<string>();
  for (let at = 0; at < bytes.length; at += 4) colours.add(bytes.subarray(at, at + 4).join());
  return {
    text: code.data,
    width,
    height,
    margin: Math.round((code.location.topLeftCorner.x / scanned.width) * (modules + 4)),
    colours: [...colours].sort(),
  } satisfies ScannedCode;
}
