import { readinessCalls } from '@drawbridge/contract/raffle/calls/readiness';
import { feature } from '../../core/feature.ts';
import { requireEvent } from '../../events/events/store.ts';
import { checkReadiness, dismissSilentDevices, recordHeartbeat } from './store.ts';

export const readiness = feature(readinessCalls, ({ db }) => ({
  getEventReadiness: async ({ params: { eventId } }) => {
    await requireEvent(db, eventId);
    return checkReadiness(db, eventId);
  },
  deleteSilentDevices: async ({ params: { eventId, userId } }) => {
    await dismissSilentDevices(db, eventId, userId);
    return { id: userId };
  },
  sendHeartbeat: async ({ body, user }) => ({ heard: await recordHeartbeat(db, user.id, body) }),
}));
