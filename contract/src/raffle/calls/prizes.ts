import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { deleted } from '../../core/ids.ts';
import { PICTURE_URL_LENGTH } from '../../events/pictures.ts';
import {
  prize,
  prizeChange,
  prizeInput,
  prizeNote,
  prizeOrder,
  prizeQuery,
  prizesLeft,
  prizesLeftQuery,
} from '../prizes.ts';

/** The size of a prize with its picture. */
const maxBytes = 64 * 1024 + PICTURE_URL_LENGTH;

export const prizeCalls = defineCalls(
  {
    room: 'raffle',
    allowedFor: 'administrators',
    tokenScope: 'events',
    eventScope: 'named',
    changes: 'prizes',
  },
  {
    getPrizes: {
      route: 'GET /api/prizes',
      summary: "An event's prizes; without `eventId` all prizes, for administrators",
      allowedFor: 'anyone',
      withoutEvent: 'administrators',
      eventScope: 'filtered',
      query: prizeQuery,
      responses: { 200: z.array(prize) },
      problems: ['event-not-found'],
      // The response is compressed once for everybody.
      compress: false,
    },
    getPrizesLeft: {
      route: 'GET /api/prizes/left',
      summary: 'The prizes of an event that can still be won',
      allowedFor: 'anyone',
      query: prizesLeftQuery,
      responses: { 200: prizesLeft },
      problems: ['event-not-found'],
    },
    getPrizeNotes: {
      route: 'GET /api/prizes/notes',
      summary: "The presenter's notes on an event's prizes",
      query: prizesLeftQuery,
      responses: { 200: z.array(prizeNote) },
      problems: ['event-not-found'],
    },
    createPrize: {
      route: 'POST /api/prizes',
      summary: 'Add a prize',
      body: prizeInput,
      maxBytes,
      responses: { 201: prize },
      problems: ['event-not-found', 'sponsor-not-found'],
      audit: 'prize-added',
    },
    orderPrizes: {
      route: 'POST /api/prizes/order',
      summary: "Reorder an event's prizes",
      description:
        'Takes the ids of all prizes of the event. A prize that has been drawn or is in a sealed draw ' +
        'keeps its position.',
      body: prizeOrder,
      responses: { 200: z.array(prize) },
      problems: ['event-not-found', 'prizes-changed', 'prize-fixed'],
      audit: 'prizes-ordered',
    },
    updatePrize: {
      route: 'PATCH /api/prizes/:prizeId',
      summary: 'Change a prize that has not been drawn',
      body: prizeChange,
      maxBytes,
      responses: { 200: prize },
      problems: ['prize-fixed', 'prize-sealed', 'sponsor-not-found', 'quantity-too-small'],
      audit: 'prize-changed',
    },
    restorePrize: {
      route: 'POST /api/prizes/:prizeId/restore',
      summary: 'Undo the deletion of a prize, within a day',
      responses: { 200: prize },
      audit: 'prize-restored',
    },
    deletePrize: {
      route: 'DELETE /api/prizes/:prizeId',
      summary: 'Delete a prize that has not been drawn',
      responses: { 200: deleted },
      problems: ['prize-not-deletable', 'prize-sealed'],
      audit: 'prize-deleted',
    },
  },
);
