import { prizeCalls } from '@drawbridge/contract/calls/prizes';
import { requireEvent } from '../events/store.ts';
import { feature } from '../feature.ts';
import {
  changePrize,
  createPrize,
  deletePrize,
  findPrizesLeft,
  listPrizes,
  orderPrizes,
  restorePrize,
} from './store.ts';

export const prizes = feature(prizeCalls, ({ db }) => ({
  getPrizes: async ({ query: { eventId }, request }) => {
    if (!eventId) return listPrizes(db, { only: (await request.findUser())?.events });
    await requireEvent(db, eventId);
    return listPrizes(db, { eventId });
  },
  getPrizesLeft: async ({ query: { eventId } }) => {
    await requireEvent(db, eventId);
    return findPrizesLeft(db, eventId);
  },
  createPrize: ({ body, change }) => change((tx) => createPrize(tx, body)),
  orderPrizes: async ({ body, change }) => {
    await requireEvent(db, body.eventId);
    return change((tx) => orderPrizes(tx, body), { eventId: body.eventId });
  },
  updatePrize: ({ params: { prizeId }, body, change }) =>
    change((tx) => changePrize(tx, prizeId, body)),
  restorePrize: ({ params: { prizeId }, change }) => change((tx) => restorePrize(tx, prizeId)),
  deletePrize: ({ params: { prizeId }, change }) => change((tx) => deletePrize(tx, prizeId)),
}));
