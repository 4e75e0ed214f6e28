import { defineCalls } from '../../core/call.ts';
import {
  closedRollCall,
  currentRollCall,
  hereInput,
  hereResponse,
  openedRollCall,
  rollCallInput,
} from '../roll-calls.ts';

export const rollCallCalls = defineCalls(
  {
    room: 'raffle',
    allowedFor: 'administrators',
    tokenScope: 'none',
    eventScope: 'named',
    changes: 'none',
  },
  {
    openRollCall: {
      route: 'POST /api/events/:eventId/roll-calls',
      summary: 'Open a roll call',
      description:
        'Only the wall of a logged-in user shows the digits. Opening a roll call closes the previous one; so does a draw.',
      body: rollCallInput,
      responses: { 201: openedRollCall },
      problems: ['draw-sealed'],
      audit: 'roll-call-opened',
      changes: 'roll call',
    },
    closeRollCall: {
      route: 'DELETE /api/events/:eventId/roll-calls/current',
      summary: 'Close the open roll call',
      responses: { 200: closedRollCall },
      problems: ['roll-call-not-open'],
      audit: 'roll-call-closed',
      changes: 'roll call',
    },
    getRollCall: {
      route: 'GET /api/events/:eventId/roll-calls/current',
      summary: 'The open roll call, with its digits for organisers',
      allowedFor: 'anyone',
      responses: { 200: currentRollCall },
    },
    sayHere: {
      route: 'POST /api/events/:eventId/here',
      summary: 'Answer the roll call with an entry code and the digits on the wall',
      allowedFor: 'anyone',
      body: hereInput,
      responses: { 200: hereResponse },
      problems: [
        'ticket-not-found',
        'roll-call-not-open',
        'digits-wrong',
        'too-many-wrong-digits',
        'too-many-requests',
      ],
      limit: { failures: 60 },
      changes: 'here',
    },
    markHere: {
      route: 'POST /api/leads/:leadId/here',
      summary: 'Mark a lead as here; volunteers can mark only leads that they have added',
      allowedFor: 'users',
      responses: { 200: hereResponse },
      problems: ['roll-call-not-open'],
      audit: 'lead-marked-here',
      changes: 'here',
    },
  },
);
