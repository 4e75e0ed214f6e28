import { defineCalls } from '../../core/call.ts';
import {
  closedRollCall,
  currentRollCall,
  hereAnswer,
  hereInput,
  openedRollCall,
  rollCallInput,
} from '../roll-calls.ts';

export const rollCallCalls = defineCalls(
  { room: 'raffle', who: 'administrators', tokens: 'none', limited: 'named', changes: 'none' },
  {
    openRollCall: {
      route: 'POST /api/events/:eventId/roll-calls',
      summary: 'Open a roll call, in which people say that they are in the room',
      description:
        'The digits are shown on a signed-in wall only. Opening a roll call closes the one before; a draw closes it too.',
      body: rollCallInput,
      answers: { 201: openedRollCall },
      problems: ['draw-sealed'],
      audit: 'roll-call-opened',
      changes: 'roll call',
    },
    closeRollCall: {
      route: 'DELETE /api/events/:eventId/roll-calls/current',
      summary: 'Close the open roll call',
      answers: { 200: closedRollCall },
      problems: ['roll-call-not-open'],
      audit: 'roll-call-closed',
      changes: 'roll call',
    },
    getRollCall: {
      route: 'GET /api/events/:eventId/roll-calls/current',
      summary: 'The open roll call, with its digits for organisers',
      who: 'anyone',
      answers: { 200: currentRollCall },
    },
    sayHere: {
      route: 'POST /api/events/:eventId/here',
      summary: "Say 'I am here' with an entry code and the digits on the wall",
      who: 'anyone',
      body: hereInput,
      answers: { 200: hereAnswer },
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
      summary:
        'Mark a lead as here: an administrator any lead, a volunteer the leads they captured',
      who: 'users',
      answers: { 200: hereAnswer },
      problems: ['roll-call-not-open'],
      audit: 'lead-marked-here',
      changes: 'here',
    },
  },
);
