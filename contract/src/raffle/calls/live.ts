import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { missedMessage } from '../live.ts';
import { applauseInput, rehearsalChange } from '../raffle.ts';
import { liveScreens } from '../stage.ts';

const query = z.object({
  after: z
    .string()
    .optional()
    .describe('The id of the last message that arrived, instead of the header `Last-Event-ID`.'),
});
const streamQuery = query.extend({
  screen: z
    .enum(liveScreens)
    .optional()
    .describe('The kind of screen: a wall, whose time is reported to sponsors, or its remote.'),
});

export const liveCalls = defineCalls(
  {
    room: 'raffle',
    allowedFor: 'anyone',
    tokenScope: 'events',
    eventScope: 'named',
    changes: 'none',
  },
  {
    watchRaffle: {
      route: 'GET /api/events/:eventId/live',
      summary: 'The raffle as it happens, as server-sent events',
      description:
        'First `snapshot`, then `sealed`, `drawn`, `voided`, `forfeited`, `handed-over`, `stage`, `prizes`, ' +
        '`sponsors` and `event` as they happen, `eligible` when the people in the next draw may have changed, `deleted` at the end of the event, and ' +
        '`heartbeat` every 15 seconds. With `Last-Event-ID` (or `after`) the missed messages come instead ' +
        'of the snapshot. A wall asks with `screen=wall`, its remote with `screen=remote`: only they get `applause`, at most every second, and `rehearsal`.',
      query: streamQuery,
      responses: { 200: z.string() },
      produces: ['text/event-stream'],
      problems: ['too-many-watching'],
    },
    getMissedMoments: {
      route: 'GET /api/events/:eventId/live/missed',
      summary: 'The messages of the raffle since the last poll',
      description:
        'For pages that are refused a stream: the messages after the id in `after` and the time, or a `snapshot`. ' +
        'Poll every few seconds, and immediately after a snapshot.',
      query,
      responses: { 200: z.array(missedMessage) },
      // Long responses are compressed once for everybody.
      compress: false,
    },
    applaud: {
      route: 'POST /api/events/:eventId/applause',
      summary: 'Applaud during a draw',
      description:
        'Counted for the wall and not stored. Send it at most once a second per device. Outside of a draw, or if the ' +
        'event does not allow applause, it is ignored.',
      body: applauseInput,
      responses: { 202: z.object({}) },
      // All visitors in a hall share one address.
      limit: { calls: 60_000 },
    },
    rehearse: {
      route: 'POST /api/events/:eventId/rehearsal',
      summary: 'Show a rehearsal on the walls and remotes of an event, or end it',
      description:
        'It is sent to streams with `screen=wall` or `screen=remote` and stored nowhere. Send it again every few seconds: ' +
        'a screen that has not heard of it for a while returns to the raffle.',
      allowedFor: 'administrators',
      tokenScope: 'none',
      body: rehearsalChange,
      responses: { 202: z.object({}) },
    },
    watchEvents: {
      route: 'GET /api/events/live',
      summary: 'The number of leads of each event, as server-sent events',
      description:
        'First a `leads` message with the counts of all events, then one with those that have changed, ' +
        'at most once a second, and `heartbeat` every 15 seconds. The stream ends with the session.',
      allowedFor: 'administrators',
      eventScope: 'filtered',
      responses: { 200: z.string() },
      produces: ['text/event-stream'],
      problems: ['too-many-watching'],
    },
  },
);
