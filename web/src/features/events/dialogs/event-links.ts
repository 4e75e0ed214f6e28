import { leadFormPath, rafflePath, typedLeadFormPath } from '@drawbridge/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { addressQuery } from '../api.ts';

// URLs of the public pages, on the address that the operator has set, or else on the origin of this page: a
// venue may reach the server under a name that exists only in its own network.

export function leadFormUrl(eventId: string, origin: string): string {
  return origin + leadFormPath(eventId);
}

export function raffleUrl(eventId: string, origin: string): string {
  return origin + rafflePath(eventId);
}

/** The lead form's address as people type it. */
export function typedAddress(shortCode: string, origin: string): string {
  return (origin + typedLeadFormPath(shortCode)).replace(/^https?:\/\//, '');
}

/** Whether only this computer can open the address. */
export function isLocal(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(hostname);
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

/** The origin of the public pages; undefined until the server has said whether one is set. */
export function usePublicOrigin(): string | undefined {
  const { data, isError } = useQuery(addressQuery);
  if (isError) return location.origin;
  return data && (data.publicUrl ?? location.origin);
}
