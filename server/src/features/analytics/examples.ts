import type { Examples } from '../../test/world.ts';

export const analyticsExamples: Examples = {
  getAnalytics: () => ({ query: { timeZone: 'Europe/Lisbon' } }),
};
