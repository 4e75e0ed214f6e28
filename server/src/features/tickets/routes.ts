import { ticketCalls } from '@drawbridge/contract/calls/tickets';
import { found } from '../../errors.ts';
import { feature } from '../feature.ts';
import { findTicket } from './store.ts';

export const tickets = feature(ticketCalls, ({ db }) => ({
  getEventTicket: async ({ params: { eventId, ticket }, reply }) => {
    // An answer that is kept would show the wrong time.
    reply.header('cache-control', 'no-store');
    return found(await findTicket(db, eventId, ticket), 'ticket-not-found');
  },
}));
