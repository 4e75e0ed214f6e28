// Codes with which a winner's phone proves that it holds the winning ticket, without showing the entry code.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { idBytes } from '../fair-draw/bytes.ts';
import { TICKET_DIGITS } from './ticket-names.ts';

/** The interval at which the codes change, so that a screenshot is soon worthless. */
export const HANDOVER_STEP_MS = 10_000;
const DIGITS = 6;
const PROOF_BYTES = 16;
const TAG = utf8ToBytes('drawbridge/handover\0');
const PREFIX = 'DRAWBRIDGE';

export interface HandoverCodes {
  /** The six digits, for reading out. */
  digits: string;
  /** The longer code inside the QR code. */
  proof: string;
}

/** The codes of an entry at a time of the server's clock. */
export function handoverCodes(eventId: string, entry: Uint8Array, at: number): HandoverCodes {
  const step = new Uint8Array(8);
  new DataView(step.buffer).setBigUint64(0, BigInt(Math.floor(at / HANDOVER_STEP_MS)));
  const mac = hmac(sha256, entry, concatBytes(TAG, idBytes(eventId), step));
  const number = new DataView(mac.buffer, mac.byteOffset).getUint32(mac.length - 4);
  return {
    digits: String(number % 10 ** DIGITS).padStart(DIGITS, '0'),
    proof: bytesToHex(mac.subarray(0, PROOF_BYTES)),
  };
}

/** The text of the QR code on the winner's phone. Capitals make the code coarser and easier to scan. */
export function handoverText(eventId: string, ticket: string, proof: string): string {
  return [PREFIX, eventId, ticket.slice(0, TICKET_DIGITS), proof].join('/').toUpperCase();
}

export type ReadHandover =
  | { digits: string }
  | { eventId: string; ticket: string; proof: string }
  | undefined;

/** Reads a scanned QR code or typed digits; undefined if it is neither. */
export function readHandover(typed: string): ReadHandover {
  const compact = typed.replace(/[\s\p{Pd}]/gu, '');
  if (/^\d{6}$/.test(compact)) return { digits: compact };
  const [prefix, eventId, ticket, proof, ...more] = typed.trim().toLowerCase().split('/');
  const isOurs =
    prefix === PREFIX.toLowerCase() &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(eventId ?? '') &&
    /^[0-9a-f]{8}$/.test(ticket ?? '') &&
    /^[0-9a-f]{32}$/.test(proof ?? '') &&
    more.length === 0;
  return isOurs && eventId && ticket && proof ? { eventId, ticket, proof } : undefined;
}
