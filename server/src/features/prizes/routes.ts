import { prizeCalls } from '@drawbridge/contract/calls/prizes';
import { found } from '../../errors.ts';
import { compressAll, SharedAnswers, sendCompressed } from '../../plugins/shared-answers.ts';
import { readLiveVersion, requireEvent } from '../events/store.ts';
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

/** The lists of a few events with thousands of prizes in all languages. */
const LISTS_MAX_BYTES = 16 * 1024 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';

export const prizes = feature(prizeCalls, ({ db }, { log }) => {
  const lists = new SharedAnswers<{ bytes: Buffer }>(LISTS_MAX_BYTES, log);
  const { 200: outward } = prizeCalls.getPrizes.answers;
  const build = async (of: Parameters<typeof listPrizes>[1]) => ({
    bytes: await compressAll([JSON.stringify(outward.parse(await listPrizes(db, of)))]),
  });

  return {
    getPrizes: async ({ query: { eventId }, request, reply }) => {
      if (!eventId) {
        const user = await request.findUser();
        return sendCompressed(reply, (await build({ only: user?.events })).bytes, JSON_TYPE);
      }
      // Read first: a list that is newer than its version is only built once more.
      const version = await readLiveVersion(db, eventId);
      const list = await lists.get(`${eventId} ${version}`, () => build({ eventId }));
      return sendCompressed(reply, found(list, 'event-not-found').bytes, JSON_TYPE);
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
  };
});
