import type { EnteredLead } from '@drawbridge/contract/leads';
import { isKiosk, leadFormPath } from '@drawbridge/contract/pages';
import { useCallback, useLayoutEffect, useState } from 'react';
import { type SavedTicket, savedTickets, saveTicket } from '../../shared/saved-entry-codes.ts';

interface EntryScreen {
  /** The form, the ticket that has just been entered, or all tickets of this device. */
  screen: 'form' | 'thanks' | 'tickets';
  /** Newest first. */
  tickets: SavedTicket[];
  /** Whether this is a shared device, which keeps nothing. */
  kiosk: boolean;
}

/** What the page shows, and the event's tickets on this device. */
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
    // First the new one, also where the browser refuses to store it.
    setShown({ screen: 'thanks', tickets: [ticket, ...others.reverse()], kiosk });
  }, []);

  const showForm = useCallback(
    () =>
      setShown(({ tickets, kiosk }) => ({
        screen: 'form',
        tickets: kiosk ? [] : tickets,
        kiosk,
      })),
    [],
  );

  // Before the next paint, because it adds to the page.
  useLayoutEffect(() => {
    if (posted) {
      keepTicket(posted);
      // Loading the page again would post the entry again.
      history.replaceState(null, '', leadFormPath(eventId));
    } else {
      const kiosk = isKiosk(location.search);
      setShown({ screen: 'form', tickets: kiosk ? [] : savedTickets(eventId).reverse(), kiosk });
    }
  }, [eventId, posted, keepTicket]);

  return {
    ...shown,
    keepTicket,
    showForm,
    showTickets: () => setShown((before) => ({ ...before, screen: 'tickets' })),
  };
}

function ticketOf({ eventId, entryCode: code, name, submittedAt }: EnteredLead): SavedTicket {
  return { eventId, code, name, submittedAt };
}
