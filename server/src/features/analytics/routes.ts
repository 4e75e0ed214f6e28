import { analyticsCalls } from '@drawbridge/contract/calls/analytics';
import { feature } from '../feature.ts';
import { computeAnalytics } from './store.ts';

export const analytics = feature(analyticsCalls, ({ db }) => ({
  getAnalytics: ({ query: { timeZone }, user }) => computeAnalytics(db, timeZone, user.events),
}));
