import { leadFormPath, rafflePath } from '@drawbridge/contract/core/pages';
import type { QRCodeToStringOptionsOther } from 'qrcode';

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

const LARGE_PX = 2000;
const look = { margin: 2, color: { dark: '#000000', light: '#ffffff' } };

/** Renders the code as a file for printers; the small PNG comes from the dialog's canvas. */
export async function renderQr(text: string, format: Exclude<QrFormat, 'png'>): Promise<Blob> {
  if (format === 'svg') return new Blob([await qrSvg(text)], { type: 'image/svg+xml' });
  const { toCanvas } = await import('qrcode');
  const canvas = document.createElement('canvas');
  await toCanvas(canvas, text, { ...look, width: LARGE_PX });
  return toPng(canvas);
}

export async function qrSvg(text: string): Promise<string> {
  const { toString: write } = await import('qrcode');
  return write(text, { ...look, type: 'svg' } as QRCodeToStringOptionsOther);
}

export function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((image) => {
      if (image) resolve(image);
      else reject(new Error('The canvas gave no image'));
    });
  });
}
