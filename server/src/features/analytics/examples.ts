import { createEvent, submitLead } from '../../test/fixtures.ts';
import type { Examples } from '../../test/world.ts';

export const analyticsExamples: Examples = {
  getAnalytics: () => ({ query: { timeZone: 'Europe/Lisbon' } }),
  getEventFigures: async ({ api }) => {
    const { id: eventId } = await createEvent(api.admin);
    await submitLead(api.anyone, eventId);
    return { params: { eventId } };
  },
};
