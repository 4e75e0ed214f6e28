import { useEffect, useEffectEvent } from 'react';
import { followLive } from '../../lib/queries/live.ts';
import { useOwnTickets } from '../../raffle/tickets/own-tickets.ts';
import type { OwnTicket, SavedTicket } from '../../raffle/tickets/saved-entry-codes.ts';

interface FollowTicketsProps {
  eventId: string;
  tickets: readonly SavedTicket[];
  onAnswers: (tickets: OwnTicket[]) => void;
}

/** Follows the draws for the tickets on the thank-you screen. */
export function FollowTickets({ eventId, tickets, onAnswers }: FollowTicketsProps) {
  const own = useOwnTickets(eventId, tickets, true);
  const follow = useEffectEvent(own.follow);
  useEffect(() => followLive(eventId, (kind, data) => follow(kind, data)), [eventId]);
  useEffect(() => onAnswers(own.tickets), [own.tickets, onAnswers]);
  return null;
}
