import { defineCalls } from '../../core/call.ts';
import { deleted } from '../../core/ids.ts';
import { heartbeat, heartbeatResponse, readiness } from '../readiness.ts';

export const readinessCalls = defineCalls(
  {
    room: 'raffle',
    allowedFor: 'administrators',
    tokenScope: 'events',
    eventScope: 'named',
    changes: 'none',
  },
  {
    getEventReadiness: {
      route: 'GET /api/events/:eventId/readiness',
      summary: 'Warnings for the presenter before a draw',
      responses: { 200: readiness },
    },
    deleteSilentDevices: {
      route: 'DELETE /api/events/:eventId/readiness/:userId',
      summary: 'Dismiss the silent devices of a volunteer, until their next heartbeat',
      responses: { 200: deleted },
    },
    sendHeartbeat: {
      route: 'POST /api/volunteer/heartbeat',
      summary: 'Report how many leads are still on this device',
      // Only heartbeats of volunteers are recorded.
      allowedFor: 'users',
      tokenScope: 'none',
      eventScope: 'filtered',
      body: heartbeat,
      responses: { 200: heartbeatResponse },
    },
  },
);
