import { deleted, reference } from '@drawbridge/contract/ids';
import {
  newSponsorLink,
  sharing,
  sharingInput,
  sponsorLinkInput,
  sponsorReport,
} from '@drawbridge/contract/sponsor-pages';
import { sponsorQuery } from '@drawbridge/contract/sponsors';
import { z } from 'zod';
import { found, succeed, unwrap } from '../../errors.ts';
import { hashPassword } from '../auth/passwords.ts';
import { createToken } from '../auth/rules.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { describeReport } from './rules.ts';
import { changeSharing, listSharing, replaceLink } from './sharing-store.ts';
import { findSponsor, readReport } from './store.ts';

const tags = ['sponsors'];
const params = z.object({ id: reference('sponsor-not-found') });

/** What the organiser decides: whom people are asked to share their details with, and who gets a link. */
export const sharingRoutes: Routes = async (app, { db, audit }) => {
  app.get(
    '/sharing',
    {
      config: { problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'What is shared with the sponsors of an event',
        querystring: sponsorQuery,
        response: { 200: z.array(sharing) },
      },
    },
    async ({ query: { eventId } }) => {
      await requireEvent(db, eventId);
      return listSharing(db, eventId);
    },
  );

  app.put(
    '/:id/sharing',
    {
      config: {
        problems: [
          'sponsor-not-found',
          'sponsor-without-name',
          'too-many-questions',
          'questions-full',
        ],
      },
      schema: {
        tags,
        summary: 'Ask people to share their details with a sponsor, and choose what it sees',
        description:
          'The question is an agreement that nobody has to give. Leads who have given it stay shared if it is ' +
          'no longer asked.',
        params,
        body: sharingInput,
        response: { 200: sharing },
      },
    },
    async (request) => {
      const { params, body } = request;
      const changed = await audit(
        request,
        (tx) => changeSharing(tx, params.id, body),
        ({ id, name, eventId }) => ({
          kind: 'sponsor-sharing-changed',
          eventId,
          subject: { id, name },
          details: { asked: String(body.asked), questions: body.questions.length },
        }),
      );
      return changed.sharing;
    },
  );

  app.post(
    '/:id/link',
    {
      config: { problems: ['sponsor-not-found', 'sponsor-without-name'] },
      schema: {
        tags,
        summary: "Make a sponsor's private link, which replaces the previous one",
        description:
          'Only this answer contains its secret. The address is `/sponsor#` and the secret.',
        params,
        body: sponsorLinkInput,
        response: { 201: newSponsorLink },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const secret = createToken();
      const passwordHash = body.password === null ? null : await hashPassword(body.password);
      reply.code(201);
      // A repeated request gets the first secret.
      return audit(
        request,
        async (tx) => {
          const sponsor = unwrap(await replaceLink(tx, params.id, { secret, passwordHash }));
          return succeed({ ...sponsor, secret });
        },
        ({ id, name, eventId }) => ({
          kind: 'sponsor-link-made',
          eventId,
          subject: { id, name },
          details: { password: passwordHash ? 'yes' : 'no' },
        }),
      );
    },
  );

  app.delete(
    '/:id/link',
    {
      config: { problems: ['sponsor-not-found'] },
      schema: {
        tags,
        summary: "Revoke a sponsor's private link, at once",
        params,
        response: { 200: deleted },
      },
    },
    (request) =>
      audit(request, (tx) => replaceLink(tx, request.params.id, undefined), 'sponsor-link-revoked'),
  );

  app.get(
    '/:id/report',
    {
      config: { problems: ['sponsor-not-found'] },
      schema: {
        tags,
        summary: 'How an event went for a sponsor',
        params,
        response: { 200: sponsorReport },
      },
    },
    async ({ params: { id } }) => {
      const sponsor = found(await findSponsor(db, id), 'sponsor-not-found');
      return describeReport(sponsor, await readReport(db, sponsor));
    },
  );
};
