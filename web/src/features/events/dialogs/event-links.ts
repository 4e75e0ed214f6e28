import { leadFormPath, rafflePath } from '@drawbridge/contract/pages';

// URLs of the public pages, on the origin of this page: a venue may reach the server under a name that
// exists only in its own network.

export function leadFormUrl(eventId: string, origin = location.origin): string {
  return origin + leadFormPath(eventId);
}

export function raffleUrl(eventId: string, origin = location.origin): string {
  return origin + rafflePath(eventId);
}

export function qrFileName(eventName: string): string {
  return `${eventName.replace(/\s/g, '-')}-qr-code.png`;
}
