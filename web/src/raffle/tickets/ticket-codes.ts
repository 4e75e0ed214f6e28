// Loaded only where a ticket has to be computed, because it brings the hash functions along.
import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import {
  HANDOVER_STEP_MS,
  handoverCodes,
  handoverText,
} from '@drawbridge/contract/raffle/handover';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type QrPath, qrPath } from '../../lib/texts/qr-path.ts';

/** The public hash of an entry code; undefined if the text is no entry code. */
export function publicTicket(eventId: string, code: string): string | undefined {
  const entry = readEntryCode(code);
  return entry && bytesToHex(ticketOf(eventId, entry));
}

export interface ShownHandover {
  digits: string;
  qr: QrPath;
  /** The remaining validity in milliseconds. */
  leftMs: number;
}

/** The handover code on a winner's phone at a time of the server's clock. */
export function handoverAt(
  eventId: string,
  code: string,
  ticket: string,
  at: number,
): ShownHandover | undefined {
  const entry = readEntryCode(code);
  if (!entry) return undefined;
  const { digits, proof } = handoverCodes(eventId, entry, at);
  return {
    digits,
    qr: qrPath(handoverText(eventId, ticket, proof)),
    leftMs: HANDOVER_STEP_MS - (at % HANDOVER_STEP_MS),
  };
}
