import { pictureCalls } from '@drawbridge/contract/events/calls/pictures';
import { feature } from '../../core/feature.ts';
import { orProblem, Problem } from '../../errors.ts';
import { ResponseCache } from '../../http/response-cache.ts';
import { readPicture } from './store.ts';

const CACHE_BYTES = 32 * 1024 * 1024;

export const pictures = feature(pictureCalls, ({ db }, { log }) => {
  const shared = new ResponseCache<{ bytes: Buffer }>(CACHE_BYTES, log);
  return {
    getPicture: async ({ params: { file }, reply }) => {
      if (!/^[0-9a-f]{64}\.webp$/.test(file)) throw new Problem('route-not-found');
      const path = `/pictures/${file}`;
      const picture = await shared.get(path, async () => {
        const bytes = await readPicture(db, path);
        return bytes && { bytes };
      });
      const { bytes } = orProblem(picture, 'route-not-found');
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          // E-mail programs load the picture from other origins.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type('image/webp')
        .send(bytes);
    },
  };
});
