import type { TicketStatus } from '@drawbridge/contract/raffle/tickets';
import { readStored, writeStored } from '../../lib/device/storage.ts';

/** An entry as the visitor's device stores it: enough to show its ticket again. */
export interface SavedTicket {
  eventId: string;
  /** The entry code, as `writeEntryCode` formats it. */
  code: string;
  name: string;
  /** The time of the entry; empty on a device that got the code in a link. */
  submittedAt: string;
  /** The ticket's public hash. A device that got the code in a link computes it. */
  ticket?: string;
  /** The last digits of the phone number: enough to tell numbers apart, in every spelling. */
  phoneEnd?: string;
  /** The address as it was entered. With the name, it determines the name that a win publishes. */
  email?: string | null;
  /**
   * The number of the next record at the entry. The ticket is on the register of every record from this one on, if the
   * record has this commitment.
   */
  nextNumber?: number;
  nextCommitment?: string;
}

/** A ticket on this device, with its state. */
export interface OwnTicket extends SavedTicket {
  ticket: string;
  /** The state, `unknown` if the server does not have the ticket; undefined until the server has responded. */
  status: TicketStatus | 'unknown' | undefined;
  /**
   * The difference between the server's clock and this device's, in milliseconds; positive if the server's is ahead.
   */
  clockAhead: number;
}

const KEY = 'tickets';
const KEPT = 50;

/** The tickets of all events entered on this device, newest last. */
export function readSavedTickets(): SavedTicket[] {
  try {
    const tickets: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(tickets) ? tickets.filter(isTicket) : [];
  } catch {
    // The stored text is damaged or not ours.
    return [];
  }
}

/** The tickets of one event entered on this device, newest last. */
export function savedTickets(eventId: string): SavedTicket[] {
  return readSavedTickets().filter((ticket) => ticket.eventId === eventId);
}

export function saveTicket(ticket: SavedTicket): void {
  const others = readSavedTickets().filter(({ code }) => code !== ticket.code);
  writeStored(KEY, JSON.stringify([...others, ticket].slice(-KEPT)));
}

/** The latest responses about saved tickets, without those that have no hash yet or are no codes. */
export function withAnswers(saved: readonly SavedTicket[], answers: readonly OwnTicket[]) {
  return saved.flatMap((one): OwnTicket | [] => {
    const answer = answers.find(({ code }) => code === one.code);
    if (answer?.ticket) return answer;
    return one.ticket ? { ...one, ticket: one.ticket, status: undefined, clockAhead: 0 } : [];
  });
}

function isTicket(value: unknown): value is SavedTicket {
  const { eventId, code, name, submittedAt } = (value ?? {}) as Partial<SavedTicket>;
  return [eventId, code, name, submittedAt].every((field) => typeof field === 'string');
}
