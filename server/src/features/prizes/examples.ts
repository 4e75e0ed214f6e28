import { createEvent, createPrize, picture } from '../../test/fixtures.ts';
import { type Examples, ofEvent } from '../../test/world.ts';

export const prizeExamples: Examples = {
  getPrizes: ofEvent,
  'getPrizes of all events': () => ({}),
  getPrizesLeft: ofEvent,
  getPrizeNotes: ofEvent,
  createPrize: ({ eventId }) => ({
    body: () => ({
      id: crypto.randomUUID(),
      eventId,
      name: 'City bicycle',
      description: 'Seven gears\nand a bell',
      value: '£400',
      sponsorId: null,
      note: 'Given by the town’s oldest shop',
      position: 2,
      picture,
    }),
  }),
  orderPrizes: async ({ api }) => {
    const { id: eventId } = await createEvent(api.admin);
    const prizeIds = [(await createPrize(api.admin, eventId)).id];
    return { body: () => ({ eventId, prizeIds }) };
  },
  updatePrize: () => ({
    body: () => ({
      name: 'Tandem',
      description: 'For two',
      value: '£900',
      sponsorId: null,
      picture: null,
      note: null,
    }),
  }),
  restorePrize: async ({ api, eventId }) => {
    const { id } = await createPrize(api.admin, eventId);
    await api.admin.delete(`/api/prizes/${id}`);
    return { params: { prizeId: id } };
  },
};
