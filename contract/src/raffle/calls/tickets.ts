import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { reference, ticketReference } from '../../core/ids.ts';
import { ticketStatus } from '../tickets.ts';

export const ticketCalls = defineCalls(
  {
    room: 'raffle',
    allowedFor: 'anyone',
    tokenScope: 'none',
    eventScope: 'named',
    changes: 'none',
  },
  {
    getEventTicket: {
      route: 'GET /api/events/:eventId/tickets/:ticket',
      summary: 'The state of a ticket, for the phone that holds it',
      params: z.object({ eventId: reference('ticket-not-found'), ticket: ticketReference }),
      responses: { 200: ticketStatus },
      problems: ['ticket-not-found'],
    },
  },
);
