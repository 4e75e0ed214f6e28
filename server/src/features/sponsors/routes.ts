import { deleted, reference } from '@drawbridge/contract/ids';
import {
  LOGO_MAX_BYTES,
  logoTypes,
  NOT_AN_IMAGE,
  publicSponsor,
  sponsor,
  sponsorChange,
  sponsorInput,
  sponsorQuery,
} from '@drawbridge/contract/sponsors';
import { z } from 'zod';
import { found, Problem } from '../../errors.ts';
import { sendCompressed } from '../../plugins/shared-answers.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { checkLogo } from './rules.ts';
import { SharedLogos } from './shared-logos.ts';
import {
  changeSponsor,
  createSponsor,
  deleteSponsor,
  listPublicSponsors,
  restoreSponsor,
} from './store.ts';

const tags = ['sponsors'];
const params = z.object({ id: reference('sponsor-not-found') });

// Enough for the largest logo in its longest encoding, so that a larger one is refused by the logo's own
// rule, with its own sentence.
const BODY_LIMIT = 4 * LOGO_MAX_BYTES;

const PICTURE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  // An SVG that is opened by itself is a document, in which nothing must run or load.
  'content-security-policy':
    "default-src 'none';img-src data:;style-src 'unsafe-inline';frame-ancestors 'none';sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

export const sponsorRoutes: Routes = async (app, { db, audit }) => {
  const logos = new SharedLogos(db, app.log);

  app.get(
    '/',
    {
      // Most of it is pictures, which are compressed already.
      compress: false,
      config: { who: 'anyone', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: "An event's sponsors",
        querystring: sponsorQuery,
        response: { 200: z.array(sponsor) },
      },
    },
    async ({ query: { eventId } }, reply) => {
      await requireEvent(db, eventId);
      const list = await logos.readList(eventId);
      reply.headers({ etag: list.etag, 'cache-control': 'no-cache' });
      return reply.type('application/json; charset=utf-8').send(list.bytes as never);
    },
  );

  app.get(
    '/public',
    {
      config: { who: 'anyone', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: "An event's sponsors as public pages show them",
        description: 'Here `logo` is the address of the picture, which can be cached for ever.',
        querystring: sponsorQuery,
        response: { 200: z.array(publicSponsor) },
      },
    },
    async ({ query: { eventId } }) => {
      await requireEvent(db, eventId);
      return listPublicSponsors(db, eventId);
    },
  );

  app.get(
    '/:id/logo/:hash',
    {
      compress: false,
      config: { who: 'anyone', problems: ['sponsor-not-found'] },
      schema: {
        tags,
        summary: "A sponsor's logo as a picture",
        params: params.extend({ hash: z.string() }),
        produces: [...logoTypes],
        response: { 200: z.string() },
      },
    },
    async ({ params: { id, hash } }, reply) => {
      const logo = found(await logos.readPicture(id, hash), 'sponsor-not-found');
      reply.headers(PICTURE_HEADERS);
      if (logo.gzip) return sendCompressed(reply, logo.gzip, logo.type);
      return reply.type(logo.type).send(logo.bytes as never);
    },
  );

  app.post(
    '/',
    {
      bodyLimit: BODY_LIMIT,
      config: {
        problems: ['event-not-found', 'too-many-sponsors', 'logo-too-large', 'logos-too-large'],
      },
      schema: { tags, summary: 'Add a sponsor', body: sponsorInput, response: { 201: sponsor } },
    },
    async (request, reply) => {
      requireLogo(request.body.logo);
      reply.code(201);
      return audit(request, (tx) => createSponsor(tx, request.body), 'sponsor-added');
    },
  );

  app.patch(
    '/:id',
    {
      bodyLimit: BODY_LIMIT,
      config: {
        problems: ['sponsor-not-found', 'logo-too-large', 'logos-too-large', 'questions-full'],
      },
      schema: {
        tags,
        summary: 'Change a sponsor',
        params,
        body: sponsorChange,
        response: { 200: sponsor },
      },
    },
    async (request) => {
      const { params, body } = request;
      if (body.logo !== undefined) requireLogo(body.logo);
      return audit(request, (tx) => changeSponsor(tx, params.id, body), 'sponsor-changed');
    },
  );

  app.post(
    '/:id/restore',
    {
      config: { problems: ['sponsor-not-found', 'too-many-sponsors', 'logos-too-large'] },
      schema: {
        tags,
        summary: 'Undo the removal of a sponsor, within a day',
        params,
        response: { 200: sponsor },
      },
    },
    (request) => audit(request, (tx) => restoreSponsor(tx, request.params.id), 'sponsor-restored'),
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['sponsor-not-found'] },
      schema: { tags, summary: 'Remove a sponsor', params, response: { 200: deleted } },
    },
    (request) => audit(request, (tx) => deleteSponsor(tx, request.params.id), 'sponsor-removed'),
  );
};

function requireLogo(logo: string): void {
  const verdict = checkLogo(logo);
  if (verdict === 'too large') throw new Problem('logo-too-large');
  if (verdict === 'not an image') {
    const fields = [{ field: 'logo', message: NOT_AN_IMAGE }];
    throw new Problem('invalid-input', { sentence: NOT_AN_IMAGE, fields });
  }
}
