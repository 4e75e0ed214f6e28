import type { EnteredLead } from '@drawbridge/contract/leads';
import { leadFormPath } from '@drawbridge/contract/pages';
import { useCallback, useLayoutEffect, useState } from 'react';
import { type SavedTicket, savedTickets, saveTicket } from '../../shared/saved-entry-codes.ts';

interface TicketsOnScreen {
  /** Newest first. */
  tickets: SavedTicket[];
  /** Whether the first one has just been entered. */
  fresh: boolean;
}

/** The event's tickets on this device, and how to add one. */
export function useTickets(eventId: string, posted: EnteredLead | undefined) {
  const [shown, setShown] = useState<TicketsOnScreen>(() => ({
    tickets: posted ? [ticketOf(posted)] : [],
    fresh: posted !== undefined,
  }));

  const keepTicket = useCallback((lead: EnteredLead) => {
    const ticket = ticketOf(lead);
    saveTicket(ticket);
    const others = savedTickets(ticket.eventId).filter(({ code }) => code !== ticket.code);
    // First the new one, also where the browser refuses to store it.
    setShown({ tickets: [ticket, ...others.reverse()], fresh: true });
  }, []);

  // Before the next paint, so that those who come back see as little of the form as possible.
  useLayoutEffect(() => {
    if (posted) {
      keepTicket(posted);
      // Loading the page again would post the entry again.
      history.replaceState(null, '', leadFormPath(eventId));
    } else if (!isFormInUse()) {
      setShown({ tickets: savedTickets(eventId).reverse(), fresh: false });
    }
  }, [eventId, posted, keepTicket]);

  return { ...shown, keepTicket };
}

function ticketOf({ eventId, entryCode: code, name, submittedAt }: EnteredLead): SavedTicket {
  return { eventId, code, name, submittedAt };
}

/** Whether somebody has begun to fill in the form, which is possible before the scripts have loaded. */
function isFormInUse(): boolean {
  const fields = [...document.querySelectorAll('form input:not([type=hidden])')];
  return fields.some(
    (field) => (field as HTMLInputElement).value !== '' || field === document.activeElement,
  );
}
