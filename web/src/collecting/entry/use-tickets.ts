import type { EnteredLead } from '@drawbridge/contract/collecting/leads';
import {
  isKiosk,
  leadFormPath,
  readCodeFragment,
  ticketPath,
} from '@drawbridge/contract/core/pages';
import { readEntryCode, writeEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import {
  type SavedTicket,
  savedTickets,
  saveTicket,
} from '../../raffle/tickets/saved-entry-codes.ts';

interface EntryScreen {
  /** The form, or the ticket that has just been entered with the other tickets of this device. */
  screen: 'form' | 'thanks';
  /** The tickets, newest first. */
  tickets: SavedTicket[];
  /** True on a shared device, which stores nothing. */
  kiosk: boolean;
  /** True if the phone number of the new ticket had been entered on this device before. */
  secondEntry?: boolean;
}

/** The current screen of the page, and the event's tickets on this device. */
export function useTickets(eventId: string, posted: EnteredLead | undefined) {
  const [shown, setShown] = useState<EntryScreen>(() => ({
    screen: posted ? 'thanks' : 'form',
    tickets: posted ? [ticketOf(posted)] : [],
    kiosk: false,
  }));

  const keepTicket = useCallback((lead: EnteredLead) => {
    const ticket = ticketOf(lead);
    const kiosk = isKiosk(location.search);
    if (!kiosk) saveTicket(ticket);
    const others = kiosk
      ? []
      : savedTickets(ticket.eventId).filter(({ code }) => code !== ticket.code);
    const secondEntry = others.some(({ phoneEnd }) => phoneEnd && phoneEnd === ticket.phoneEnd);
    // The new ticket comes first, also where the browser refuses to store it.
    setShown({ screen: 'thanks', tickets: [ticket, ...others.reverse()], kiosk, secondEntry });
    if (history.state?.another) history.back();
  }, []);

  const showForm = useCallback(() => {
    const kiosk = isKiosk(location.search);
    setShown(({ tickets }) => ({ screen: 'form', tickets: kiosk ? [] : tickets, kiosk }));
    scrollTo({ top: 0 });
    if (kiosk) return;
    // Back returns to the tickets.
    history.pushState({ another: true }, '');
    const back = () => setShown((shown) => ({ ...shown, screen: 'thanks' }));
    addEventListener('popstate', back, { once: true });
  }, []);

  // Runs before the next paint, because it adds to the page.
  useLayoutEffect(() => {
    if (posted) {
      keepTicket(posted);
      // Reloading the page would post the entry again.
      history.replaceState(null, '', leadFormPath(eventId));
    } else {
      const kiosk = isKiosk(location.search);
      setShown({ screen: 'form', tickets: kiosk ? [] : savedTickets(eventId).reverse(), kiosk });
    }
  }, [eventId, posted, keepTicket]);

  return { ...shown, keepTicket, showForm };
}

function ticketOf(lead: EnteredLead): SavedTicket {
  const { eventId, entryCode, ticket, name, email, submittedAt, phone } = lead;
  const { nextNumber, nextCommitment } = lead;
  return {
    ...{ eventId, code: entryCode, name, email, submittedAt, ticket, phoneEnd: phone.slice(-6) },
    ...(nextNumber && nextCommitment && { nextNumber, nextCommitment }),
  };
}

/**
 * Stores the ticket that the page was opened with, and returns all tickets of the event on this device, newest first.
 */
export function useKeptTickets(eventId: string): SavedTicket[] {
  const [tickets] = useState(() => {
    const { code, name } = readCodeFragment(location.hash);
    const entry = readEntryCode(code);
    const before = savedTickets(eventId);
    if (!entry) return before.reverse();
    const ticket = { eventId, code: writeEntryCode(entry), name, submittedAt: '' };
    const known = before.find((saved) => saved.code === ticket.code);
    if (!known) saveTicket(ticket);
    // The opened ticket comes first, also where the browser refuses to store it.
    const first = known ?? ticket;
    return [first, ...before.filter((saved) => saved !== known).reverse()];
  });

  useEffect(() => {
    // The code must not stay in the history, nor be shared with the address.
    if (location.hash) history.replaceState(history.state, '', ticketPath(eventId));
  }, [eventId]);

  return tickets;
}
