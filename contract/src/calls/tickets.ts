import { z } from 'zod';
import { reference, ticketReference } from '../ids.ts';
import { ticketStatus } from '../tickets.ts';
import { defineCalls } from './call.ts';

export const ticketCalls = defineCalls(
  { tag: 'raffle', who: 'anyone', tokens: 'none', limited: 'named', changes: 'none' },
  {
    getEventTicket: {
      route: 'GET /api/events/:eventId/tickets/:ticket',
      summary: 'What has become of a ticket, for the phone that holds it',
      params: z.object({ eventId: reference('ticket-not-found'), ticket: ticketReference }),
      answers: { 200: ticketStatus },
      problems: ['ticket-not-found'],
    },
  },
);
