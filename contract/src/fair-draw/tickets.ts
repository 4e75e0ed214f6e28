// Values that follow from an entry code: the ticket, and the salt that hides a name.
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { eventTag, text, u32 } from './bytes.ts';

export const SALT_BYTES = 16;

// PostgreSQL computes the same hashes from these prefixes.
export const saltPrefix = (eventId: string): Uint8Array => eventTag('salt', eventId);
export const nameHashPrefix = (eventId: string): Uint8Array => eventTag('name', eventId);

/** What is hashed into the ticket of an entry code. */
export const ticketBytes = (eventId: string, code: Uint8Array): Uint8Array =>
  concatBytes(eventTag('ticket', eventId), code);

/** Represents a lead in public: only someone with the entry code can tell which lead it is. */
export const ticketOf = (eventId: string, code: Uint8Array): Uint8Array =>
  sha256(ticketBytes(eventId, code));

/** The salt of a line's name in draw `number`, from the code of the line's earliest lead. */
export function saltOf(eventId: string, number: number, code: Uint8Array): Uint8Array {
  return sha256(concatBytes(saltPrefix(eventId), u32(number), code)).subarray(0, SALT_BYTES);
}

/** Commits to the name and the e-mail address that would be published if a line won. */
export function nameHashOf(
  eventId: string,
  lead: { ticket: Uint8Array; salt: Uint8Array; name: string; email: string | null },
): Uint8Array {
  const { ticket, salt, name, email } = lead;
  return sha256(concatBytes(nameHashPrefix(eventId), ticket, salt, text(name), text(email ?? '')));
}
