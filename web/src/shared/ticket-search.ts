// Loaded only on devices that hold an entry code of the event, because it brings the hash functions along.
import { ticketOf } from '@drawbridge/contract/fair-draw/arithmetic';
import { readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { findLine, hexLine, rosterFrom } from '@drawbridge/contract/fair-draw/roster';
import type { SavedTicket } from './saved-entry-codes.ts';

/** An entry made on this device, and the ticket that stands for it in public. */
export interface OwnTicket {
  code: string;
  name: string;
  bytes: Uint8Array;
  /** As the public record writes it. */
  hex: string;
}

/** The tickets of saved entry codes; what is no code is left out. */
export function ticketsOf(eventId: string, saved: readonly SavedTicket[]): OwnTicket[] {
  return saved.flatMap(({ code, name }) => {
    const entry = readEntryCode(code);
    if (!entry) return [];
    const bytes = ticketOf(eventId, entry);
    return { code, name: String(name ?? ''), bytes, hex: hexLine(bytes).join('') };
  });
}

/** How many of the tickets are in a published roster. */
export function countInRoster(
  lines: readonly (readonly string[])[],
  tickets: readonly OwnTicket[],
): number {
  const roster = rosterFrom(lines);
  return tickets.filter(({ bytes }) => findLine(roster, bytes) !== undefined).length;
}
