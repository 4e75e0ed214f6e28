import { createHash } from 'node:crypto';
import { LOGO_MAX_BYTES, type LogoType, logoTypes } from '@drawbridge/contract/events/sponsors';
import { isImage } from '../pictures/images.ts';

// Parameters are limited to short ones, because the limit for a logo's size does not count them.
const dataUrl = /^data:([a-z+/]+)((?:;[a-z0-9-]{1,20}(?:=[a-z0-9-]{1,20})?){0,3}),/i;

/** Checks whether a data URL contains an image of the claimed type that is not too large to show. */
export async function checkLogo(url: string): Promise<'ok' | 'not an image' | 'too large'> {
  const logo = decodeLogo(url);
  if (!logo) return 'not an image';
  if (logo.bytes.length > LOGO_MAX_BYTES) return 'too large';
  return (await isImage(logo.bytes, logo.type)) ? 'ok' : 'not an image';
}

/**
 * The hash for a logo's URL, and the size that counts towards the event's limit. The size is that of the data URL
 * in the JSON list, times three quarters: exactly the bytes of base64, and more for percent encoding and escapes.
 */
export function measureLogo(url: string): { logoHash: string; logoBytes: number } {
  const payload = url.slice(url.indexOf(',') + 1);
  const json = Buffer.byteLength(JSON.stringify(payload)) - 2;
  const padding = /={0,2}$/.exec(payload)?.[0].length ?? 0;
  return {
    logoHash: createHash('sha256').update(url).digest('hex').slice(0, 32),
    logoBytes: Math.floor((json * 3) / 4) - padding,
  };
}

export function decodeLogo(url: string): { type: LogoType; bytes: Buffer } | undefined {
  const match = dataUrl.exec(url);
  const type = match?.[1]?.toLowerCase();
  if (!match || !isLogoType(type)) return undefined;
  const payload = url.slice(match[0].length);
  const bytes = match[2]?.toLowerCase().endsWith(';base64')
    ? decodeBase64(payload)
    : decodePercent(payload);
  return bytes && { type, bytes };
}

function isLogoType(type: string | undefined): type is LogoType {
  return (logoTypes as readonly string[]).includes(type ?? '');
}

// Buffer.from ignores invalid characters, but a browser would show a broken image.
function decodeBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0
    ? Buffer.from(text, 'base64')
    : undefined;
}

function decodePercent(text: string): Buffer | undefined {
  try {
    return Buffer.from(decodeURIComponent(text), 'utf8');
  } catch {
    return undefined;
  }
}
