import { readStored, writeStored } from '../lib/storage.ts';

/** What stays of an entry on the visitor's own device. */
export interface Ticket {
  eventId: string;
  code: string;
  name: string;
  submittedAt: string;
}

const KEY = 'tickets';
const KEPT = 50;

/** The entries that were made on this device, the newest last. */
export function readTickets(): Ticket[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each?.code === 'string') : [];
  } catch {
    // Not ours, or damaged: there is nothing to read from it.
    return [];
  }
}

export function keepTicket(ticket: Ticket): void {
  const others = readTickets().filter(({ code }) => code !== ticket.code);
  writeStored(KEY, JSON.stringify([...others, ticket].slice(-KEPT)));
}
