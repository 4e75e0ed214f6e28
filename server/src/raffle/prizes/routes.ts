import { prizeCalls } from '@drawbridge/contract/raffle/calls/prizes';
import { feature } from '../../core/feature.ts';
import { orProblem } from '../../errors.ts';
import { readLiveVersion, requireEvent } from '../../events/events/store.ts';
import { storePictures } from '../../events/pictures/store.ts';
import { etagOf } from '../../http/json.ts';
import { compressText, ResponseCache, sendCompressed } from '../../http/response-cache.ts';
import {
  changePrize,
  createPrize,
  deletePrize,
  findPrize,
  findPrizesLeft,
  listNotes,
  listPrizes,
  orderPrizes,
  restorePrize,
} from './store.ts';

/** Enough for the lists of a few events with thousands of prizes in all languages. */
const LISTS_MAX_BYTES = 16 * 1024 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';

export const prizes = feature(prizeCalls, ({ db }, { log }) => {
  const lists = new ResponseCache<{ bytes: Buffer; etag: string }>(LISTS_MAX_BYTES, log);
  const build = async (of: Parameters<typeof listPrizes>[1]) => {
    const bytes = await compressText(await listPrizes(db, of));
    return { bytes, etag: etagOf(bytes) };
  };

  return {
    getPrizes: async ({ query: { eventId }, request, reply }) => {
      // The version is read first: if the list is newer than that, it is only built once more.
      const list = eventId
        ? await lists.get(`${eventId} ${await readLiveVersion(db, eventId)}`, () =>
            build({ eventId }),
          )
        : await build({ only: (await request.findUser())?.events });
      const { etag, bytes } = orProblem(list, 'event-not-found');
      return sendCompressed(reply.header('etag', etag), bytes, JSON_TYPE);
    },
    getPrizesLeft: async ({ query: { eventId } }) => {
      await requireEvent(db, eventId);
      return findPrizesLeft(db, eventId);
    },
    getPrizeNotes: async ({ query: { eventId } }) => {
      await requireEvent(db, eventId);
      return listNotes(db, eventId);
    },
    createPrize: ({ body, change }) =>
      change(async (tx) => createPrize(tx, await storePictures(tx, body)), undefined, findPrize),
    orderPrizes: async ({ body, change }) => {
      await requireEvent(db, body.eventId);
      return change((tx) => orderPrizes(tx, body), { eventId: body.eventId });
    },
    updatePrize: ({ params: { prizeId }, body, change }) =>
      change(async (tx) => changePrize(tx, prizeId, await storePictures(tx, body))),
    restorePrize: ({ params: { prizeId }, change }) =>
      change((tx) => restorePrize(tx, prizeId), undefined, findPrize),
    deletePrize: ({ params: { prizeId }, change }) => change((tx) => deletePrize(tx, prizeId)),
  };
});
