import type { TicketStatus } from '@drawbridge/contract/raffle/tickets';
import { readStored, writeStored } from '../../lib/device/storage.ts';

/** What the visitor's device keeps of an entry: enough to show its ticket again. */
export interface SavedTicket {
  eventId: string;
  /** The entry code, as `writeEntryCode` formats it. */
  code: string;
  name: string;
  /** Empty on a device that got the code in a link. */
  submittedAt: string;
  /** The hash that stands for it in public. A device that got the code in a link computes it. */
  ticket?: string;
  /** The last digits of the phone number: enough to tell one number from another, in every spelling. */
  phoneEnd?: string;
  /** As it was entered: with the name, what a win is bound to. */
  email?: string | null;
  /** The ticket is on the register of every record from this one on, if that has this commitment. */
  nextNumber?: number;
  nextCommitment?: string;
}

/** A ticket on this device, and what has become of it. */
export interface OwnTicket extends SavedTicket {
  ticket: string;
  /** `unknown` to the server; undefined until it has answered. */
  status: TicketStatus | 'unknown' | undefined;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
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

/** The latest answers about saved tickets, without those that have no hash yet or are no codes. */
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
