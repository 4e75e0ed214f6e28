import { analyticsCalls } from '@drawbridge/contract/collecting/calls/analytics';
import { feature } from '../../core/feature.ts';
import { findTimeZone, requireEvent } from '../../events/events/store.ts';
import { computeAnalytics, readEventFigures } from './store.ts';

export const analytics = feature(analyticsCalls, ({ db }) => ({
  getAnalytics: async ({ query, user }) => {
    if (query.eventId) await requireEvent(db, query.eventId);
    return computeAnalytics(db, query, user.events);
  },
  getEventFigures: async ({ params: { eventId: id } }) =>
    readEventFigures(db, { id, timeZone: await findTimeZone(db, id) }),
}));
