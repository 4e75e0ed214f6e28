import { leadFormPath, rafflePath } from '@drawbridge/contract/pages';

// The pages that visitors open, on the very origin from which this page came: a venue may reach the
// server under a name that only its own network knows.

export function leadFormUrl(eventId: string, origin = location.origin): string {
  return origin + leadFormPath(eventId);
}

export function raffleUrl(eventId: string, origin = location.origin): string {
  return origin + rafflePath(eventId);
}

export function qrFileName(eventName: string): string {
  return `${eventName.replace(/\s/g, '-')}-qr-code.png`;
}
