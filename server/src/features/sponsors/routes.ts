import { deleted } from '@drawbridge/contract/deleted';
import { reference } from '@drawbridge/contract/ids';
import {
  LOGO_MAX_BYTES,
  NOT_AN_IMAGE,
  sponsor,
  sponsorChange,
  sponsorInput,
  sponsorQuery,
} from '@drawbridge/contract/sponsors';
import { z } from 'zod';
import { found, Problem, resultOf } from '../../errors.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { judgeLogo } from './rules.ts';
import { changeSponsor, createSponsor, deleteSponsor, listSponsors } from './store.ts';

const tags = ['sponsors'];
const params = z.object({ id: reference('sponsor-not-found') });

// Room for a logo of the largest size in the longest spelling, so that it is the logo's own rule and
// its own sentence that refuses a larger one.
const BODY_LIMIT = 4 * LOGO_MAX_BYTES;

export const sponsorRoutes: Routes = async (app, { db }) => {
  app.get(
    '/',
    {
      config: { who: 'anyone', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: "An event's sponsors",
        querystring: sponsorQuery,
        response: { 200: z.array(sponsor) },
      },
    },
    async ({ query: { eventId } }) => {
      await requireEvent(db, eventId);
      return listSponsors(db, eventId);
    },
  );

  app.post(
    '/',
    {
      bodyLimit: BODY_LIMIT,
      config: { problems: ['event-not-found', 'logo-too-large'] },
      schema: { tags, summary: 'Add a sponsor', body: sponsorInput, response: { 201: sponsor } },
    },
    async ({ body }, reply) => {
      requireLogo(body.logo);
      return reply.code(201).send(resultOf(await createSponsor(db, body)));
    },
  );

  app.patch(
    '/:id',
    {
      bodyLimit: BODY_LIMIT,
      config: { problems: ['sponsor-not-found', 'logo-too-large'] },
      schema: {
        tags,
        summary: 'Change a sponsor',
        params,
        body: sponsorChange,
        response: { 200: sponsor },
      },
    },
    async ({ params, body }) => {
      if (body.logo !== undefined) requireLogo(body.logo);
      return found(await changeSponsor(db, params.id, body), 'sponsor-not-found');
    },
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['sponsor-not-found'] },
      schema: { tags, summary: 'Remove a sponsor', params, response: { 200: deleted } },
    },
    async ({ params }) => resultOf(await deleteSponsor(db, params.id)),
  );
};

function requireLogo(logo: string): void {
  const verdict = judgeLogo(logo);
  if (verdict === 'too large') throw new Problem('logo-too-large');
  if (verdict === 'not an image') {
    const fields = [{ field: 'logo', message: NOT_AN_IMAGE }];
    throw new Problem('invalid-input', { sentence: NOT_AN_IMAGE, fields });
  }
}
