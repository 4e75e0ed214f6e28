import { sponsorCalls } from '@drawbridge/contract/events/calls/sponsors';
import { NOT_AN_IMAGE } from '@drawbridge/contract/events/sponsors';
import { feature } from '../../core/feature.ts';
import { orProblem, Problem } from '../../errors.ts';
import { networkOf } from '../../http/limits.ts';
import { sendCompressed } from '../../http/response-cache.ts';
import { requireEvent } from '../events/store.ts';
import { countFormViews } from './reach.ts';
import { checkLogo } from './rules.ts';
import { SharedLogos } from './shared-logos.ts';
import {
  changeSponsor,
  createSponsor,
  deleteSponsor,
  findSponsor,
  listPublicSponsors,
  restoreSponsor,
} from './store.ts';

const PICTURE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  // An SVG opened by itself is a document, so it must not run scripts or load anything.
  'content-security-policy':
    "default-src 'none';img-src data:;style-src 'unsafe-inline';frame-ancestors 'none';sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

/** The limit for one address, which a whole hall may share. Further views are not counted. */
const VIEWS_PER_MINUTE = 300;

export const sponsors = feature(sponsorCalls, ({ db, writes }, app) => {
  const logos = new SharedLogos(db, app.log);
  const views = countFormViews(db, (error) => writes.report(error, 'views are not counted'));
  app.addHook('onClose', () => views.finish());

  return {
    getSponsors: async ({ query: { eventId }, reply }) => {
      await requireEvent(db, eventId);
      const list = await logos.readList(eventId);
      reply.headers({ etag: list.etag, 'cache-control': 'no-cache' });
      return reply.type('application/json; charset=utf-8').send(list.bytes);
    },
    getPublicSponsors: async ({ query: { eventId } }) => {
      await requireEvent(db, eventId);
      return listPublicSponsors(db, eventId);
    },
    getSponsorLogo: async ({ params: { sponsorId, hash }, reply }) => {
      const logo = orProblem(await logos.readPicture(sponsorId, hash), 'sponsor-not-found');
      reply.headers(PICTURE_HEADERS);
      if (logo.gzip) return sendCompressed(reply, logo.gzip, logo.type);
      return reply.type(logo.type).send(logo.bytes);
    },
    countFormView: async ({ params: { eventId }, request }) => {
      await requireEvent(db, eventId);
      const address = networkOf(request.ip);
      if (!app.limits.exceeds(`form views ${address}`, VIEWS_PER_MINUTE)) views.add(eventId);
      return {};
    },
    createSponsor: async ({ body, change }) => {
      await requireLogo(body.logo);
      return change((tx) => createSponsor(tx, body), undefined, findSponsor);
    },
    updateSponsor: async ({ params: { sponsorId }, body, change }) => {
      if (body.logo !== undefined) await requireLogo(body.logo);
      return change((tx, user) => changeSponsor(tx, sponsorId, body, user));
    },
    restoreSponsor: ({ params: { sponsorId }, change }) =>
      change((tx, user) => restoreSponsor(tx, sponsorId, user), undefined, findSponsor),
    deleteSponsor: ({ params: { sponsorId }, change }) =>
      change((tx, user) => deleteSponsor(tx, sponsorId, user)),
  };
});

async function requireLogo(logo: string): Promise<void> {
  const verdict = await checkLogo(logo);
  if (verdict === 'too large') throw new Problem('logo-too-large');
  if (verdict === 'not an image') {
    const fields = [{ field: 'logo', message: NOT_AN_IMAGE }];
    throw new Problem('invalid-input', { sentence: NOT_AN_IMAGE, fields });
  }
}
