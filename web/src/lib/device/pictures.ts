import { PICTURE_MAX_BYTES } from '@drawbridge/contract/events/pictures';
import { LOGO_MAX_BYTES, logoTypes, NOT_AN_IMAGE } from '@drawbridge/contract/events/sponsors';
import { english } from '@drawbridge/contract/languages/english';

const LOGO_SIDE = 512;
const SVG = 'image/svg+xml';
const UNREADABLE = english('This image cannot be read. Try another file.');

/** The sizes and qualities to try, each smaller and coarser, until the picture fits. */
const attempts = [
  { scale: 1, quality: 0.85 },
  { scale: 1, quality: 0.7 },
  { scale: 0.75, quality: 0.7 },
  { scale: 0.5, quality: 0.6 },
  { scale: 0.35, quality: 0.5 },
];

/** A picture of an event or a prize as a data URL: drawn again, so that it is small and has no metadata. */
export async function readPicture(file: File, side: number): Promise<string> {
  const image = await openImage(file);
  for (const { scale, quality } of attempts) {
    const canvas = drawImage(image, file.type, side * scale);
    const blob = await new Promise<Blob | null>((done) =>
      canvas.toBlob(done, 'image/webp', quality),
    );
    if (blob?.type !== 'image/webp') {
      throw new Error(
        english('This browser cannot save pictures as WebP. Use Chrome, Edge or Firefox.'),
      );
    }
    if (blob.size <= PICTURE_MAX_BYTES) return readAsDataUrl(blob);
  }
  throw new Error(UNREADABLE);
}

/** A sponsor's logo as a data URL. SVG and small images are left as they are, so that animations keep running. */
export async function readLogo(file: File): Promise<string> {
  const known = logoTypes.some((type) => type === file.type);
  const fits = known && file.size <= LOGO_MAX_BYTES;
  if (fits && file.type === SVG) return readAsDataUrl(file);
  const image = await openImage(file).catch((error) => {
    throw known ? error : new Error(NOT_AN_IMAGE);
  });
  const small = Math.max(image.naturalWidth, image.naturalHeight) <= LOGO_SIDE;
  if (fits && small) return readAsDataUrl(file);
  // The format is not JPEG, because logos have transparent backgrounds.
  return drawImage(image, file.type, LOGO_SIDE).toDataURL('image/png');
}

/** Opens any image that the browser supports. */
async function openImage(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = await readAsDataUrl(file);
  await image.decode().catch(() => {
    throw new Error(UNREADABLE);
  });
  return image;
}

/** SVG may have no size of its own; other images are never enlarged. */
function drawImage(image: HTMLImageElement, type: string, side: number): HTMLCanvasElement {
  const width = image.naturalWidth || side;
  const height = image.naturalHeight || side;
  const fitting = side / Math.max(width, height);
  const scale = type === SVG ? fitting : Math.min(1, fitting);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function readAsDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(UNREADABLE));
    reader.readAsDataURL(file);
  });
}
