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
import { found, Problem, unwrap } from '../../errors.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { checkLogo } from './rules.ts';
import {
  changeSponsor,
  createSponsor,
  deleteSponsor,
  listSponsors,
  restoreSponsor,
} from './store.ts';

const tags = ['sponsors'];
const params = z.object({ id: reference('sponsor-not-found') });

// Enough for the largest logo in its longest encoding, so that a larger one is refused by the logo's own
// rule, with its own sentence.
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
      return reply.code(201).send(unwrap(await createSponsor(db, body)));
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

  app.post(
    '/:id/restore',
    {
      config: { problems: ['sponsor-not-found'] },
      schema: {
        tags,
        summary: 'Undo the removal of a sponsor, within a day',
        params,
        response: { 200: sponsor },
      },
    },
    async ({ params }) => unwrap(await restoreSponsor(db, params.id)),
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['sponsor-not-found'] },
      schema: { tags, summary: 'Remove a sponsor', params, response: { 200: deleted } },
    },
    async ({ params }) => unwrap(await deleteSponsor(db, params.id)),
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
