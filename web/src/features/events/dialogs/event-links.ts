import { leadFormPath, rafflePath } from '@drawbridge/contract/pages';

// URLs of the public pages; `usePublicOrigin` knows their origin.

export function leadFormUrl(eventId: string, origin: string): string {
  return origin + leadFormPath(eventId);
}

export function raffleUrl(eventId: string, origin: string): string {
  return origin + rafflePath(eventId);
}

export type QrFormat = 'png' | 'large png' | 'svg';

const fileEndings: Record<QrFormat, string> = {
  png: '-qr-code.png',
  'large png': '-qr-code-2000px.png',
  svg: '-qr-code.svg',
};

export function qrFileName(eventName: string, format: QrFormat = 'png'): string {
  return eventName.replace(/\s/g, '-') + fileEndings[format];
}
