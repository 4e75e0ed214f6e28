import { LOGO_MAX_BYTES, logoTypes, NOT_AN_IMAGE } from '@drawbridge/contract/sponsors';

const LONGEST_SIDE = 512;

/** Reads an image as a data URL. Bitmaps are scaled down to 512 px; SVG is left as it is. */
export async function readLogo(file: File): Promise<string> {
  if (!logoTypes.some((type) => type === file.type)) throw new Error(NOT_AN_IMAGE);
  if (file.type === 'image/svg+xml') {
    if (file.size > LOGO_MAX_BYTES) throw new Error('The logo is too large: 1 MiB at most');
    return readAsDataUrl(file);
  }
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This image cannot be read. Try another file.');
  });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  // A small file that needs no scaling is left as it is, so that animated GIFs stay animated.
  if (scale === 1 && file.size <= LOGO_MAX_BYTES) return readAsDataUrl(file);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // Not JPEG, because logos have transparent backgrounds.
  return canvas.toDataURL('image/png');
}

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('This image cannot be read. Try another file.'));
    reader.readAsDataURL(file);
  });
}
