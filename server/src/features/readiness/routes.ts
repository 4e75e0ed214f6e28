import { deleted, reference } from '@drawbridge/contract/ids';
import { heartbeat, heartbeatAnswer, readiness } from '@drawbridge/contract/readiness';
import { z } from 'zod';
import { signedIn } from '../../plugins/session.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { checkReadiness, dismissSilentDevices, recordHeartbeat } from './store.ts';

export const readinessRoutes: Routes = async (app, { db }) => {
  app.get(
    '/:eventId/readiness',
    {
      config: { problems: ['event-not-found'] },
      schema: {
        tags: ['raffle'],
        summary: 'What the presenter should know before drawing',
        params: z.object({ eventId: reference('event-not-found') }),
        response: { 200: readiness },
      },
    },
    async ({ params: { eventId } }) => {
      await requireEvent(db, eventId);
      return checkReadiness(db, eventId);
    },
  );

  app.delete(
    '/:eventId/readiness/:volunteerId',
    {
      config: { problems: ['event-not-found', 'volunteer-not-found'] },
      schema: {
        tags: ['raffle'],
        summary: 'Dismiss the silent devices of a volunteer, until they are heard again',
        params: z.object({
          eventId: reference('event-not-found'),
          volunteerId: reference('volunteer-not-found'),
        }),
        response: { 200: deleted },
      },
    },
    async ({ params: { eventId, volunteerId } }) => {
      await dismissSilentDevices(db, eventId, volunteerId);
      return { id: volunteerId };
    },
  );
};

export const heartbeatRoutes: Routes = async (app, { db }) => {
  app.post(
    '/heartbeat',
    {
      // Only what volunteers say is recorded.
      config: { limited: 'filtered' },
      schema: {
        tags: ['volunteers'],
        summary: 'Say how many leads are still on this device',
        body: heartbeat,
        response: { 200: heartbeatAnswer },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      return { heard: await recordHeartbeat(db, user.id, request.body) };
    },
  );
};
