import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { fileTypes } from '../../core/files/file-types.ts';
import {
  handover,
  handoverByHand,
  handoverInput,
  placeQuery,
  reachedInput,
  reachedWinner,
  winner,
  winnersFileInput,
} from '../winners.ts';

const settled = ['not-assigned', 'already-handed-over', 'already-forfeited'] as const;

export const winnerCalls = defineCalls(
  {
    room: 'raffle',
    allowedFor: 'administrators',
    tokenScope: 'draws',
    eventScope: 'named',
    changes: 'prize handed over',
  },
  {
    handOverPrizeByCode: {
      route: 'POST /api/events/:eventId/handovers',
      summary: "Hand over a prize, checked with the code on the winner's phone",
      allowedFor: 'users',
      body: handoverInput,
      responses: { 200: handover },
      problems: [
        ...settled,
        'handover-code-wrong',
        'handover-code-unclear',
        'handover-other-event',
        'too-many-wrong-codes',
      ],
      audit: 'prize-handed-over',
    },
    handOverPrize: {
      route: 'POST /api/events/:eventId/draws/:number/handover',
      summary: 'Hand over a prize to a winner without a phone, with a note',
      allowedFor: 'users',
      body: handoverByHand,
      responses: { 200: handover },
      problems: settled,
      audit: 'prize-handed-over',
    },
    deleteHandover: {
      route: 'DELETE /api/events/:eventId/draws/:number/handover',
      summary: 'Undo a handover',
      allowedFor: 'users',
      query: placeQuery,
      responses: { 200: handover },
      problems: ['not-assigned', 'not-handed-over', 'handover-not-yours'],
      audit: 'handover-undone',
      changes: 'handover undone',
    },
    markReached: {
      route: 'POST /api/events/:eventId/draws/:number/reached',
      summary: 'Note that a winner has been reached',
      body: reachedInput,
      responses: { 200: reachedWinner },
      problems: ['already-forfeited'],
      audit: 'winner-reached',
      changes: 'none',
    },
    deleteReached: {
      route: 'DELETE /api/events/:eventId/draws/:number/reached',
      summary: 'Undo noting that a winner has been reached',
      query: placeQuery,
      responses: { 200: reachedWinner },
      audit: 'winner-not-reached',
      changes: 'none',
    },
    getEventWinners: {
      route: 'GET /api/events/:eventId/winners',
      summary: 'All winners, with their contact details and handovers',
      responses: { 200: z.array(winner) },
    },
    exportWinners: {
      route: 'POST /api/events/:eventId/winners/export',
      summary: 'A CSV file or workbook of the winners',
      tokenScope: 'draws:read',
      body: winnersFileInput,
      produces: Object.values(fileTypes),
      responses: { 200: z.string() },
      audit: 'winners-exported',
      changes: 'none',
    },
  },
);
