import { reference, ticketReference } from '@drawbridge/contract/ids';
import { ticketStatus } from '@drawbridge/contract/tickets';
import { z } from 'zod';
import { found } from '../../errors.ts';
import type { Routes } from '../feature.ts';
import { findTicket } from './store.ts';

const params = z.object({ eventId: reference('ticket-not-found'), ticket: ticketReference });

export const ticketRoutes: Routes = async (app, { db }) => {
  app.get(
    '/:eventId/tickets/:ticket',
    {
      config: { problems: ['ticket-not-found'] },
      schema: {
        tags: ['raffle'],
        summary: 'What has become of a ticket, for the phone that holds it',
        params,
        response: { 200: ticketStatus },
      },
    },
    async ({ params: { eventId, ticket } }, reply) => {
      // An answer that is kept would show the wrong time.
      reply.header('cache-control', 'no-store');
      return found(await findTicket(db, eventId, ticket), 'ticket-not-found');
    },
  );
};
