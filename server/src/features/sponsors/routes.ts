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
import { signedIn } from '../../plugins/session.ts';
import { fieldsOf } from '../audit/rules.ts';
import { audited } from '../audit/store.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { checkLogo } from './rules.ts';
import { changeSponsor, createSponsor, deleteSponsor, listSponsors } from './store.ts';

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
    async (request, reply) => {
      requireLogo(request.body.logo);
      const created = await audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await createSponsor(tx, request.body)),
        ({ eventId, ...subject }) => ({ kind: 'sponsor-added', eventId, subject }),
      );
      return reply.code(201).send(created);
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
    async (request) => {
      const { params, body } = request;
      if (body.logo !== undefined) requireLogo(body.logo);
      return audited(
        db,
        await signedIn(request),
        async (tx) => found(await changeSponsor(tx, params.id, body), 'sponsor-not-found'),
        ({ eventId, ...subject }) => ({
          kind: 'sponsor-changed',
          eventId,
          subject,
          details: { fields: fieldsOf(body) },
        }),
      );
    },
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['sponsor-not-found'] },
      schema: { tags, summary: 'Remove a sponsor', params, response: { 200: deleted } },
    },
    async (request) =>
      audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await deleteSponsor(tx, request.params.id)),
        ({ eventId, ...subject }) => ({ kind: 'sponsor-removed', eventId, subject }),
      ),
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
