import { useEffect } from 'react';
import { type OwnTicket, useOwnTickets } from '../../shared/own-tickets.ts';
import type { SavedTicket } from '../../shared/saved-entry-codes.ts';

interface FollowTicketsProps {
  eventId: string;
  tickets: readonly SavedTicket[];
  onAnswers: (tickets: OwnTicket[]) => void;
}

/** Asks what has become of the tickets on the thank-you screen when it is looked at again. */
export function FollowTickets({ eventId, tickets, onAnswers }: FollowTicketsProps) {
  const own = useOwnTickets(eventId, tickets, true);
  useEffect(() => onAnswers(own.tickets), [own.tickets, onAnswers]);
  return null;
}
