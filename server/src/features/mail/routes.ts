import { reference } from '@drawbridge/contract/ids';
import { mailQueued, mailStatus, winnerMail, winnerMailInput } from '@drawbridge/contract/mail';
import { z } from 'zod';
import { Problem } from '../../errors.ts';
import { labelOf } from '../audit/store.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes, Services } from '../feature.ts';

import {
  countMails,
  listTroubledMails,
  listWinnerMails,
  queueLogInLink,
  queueTest,
  queueWinnerMail,
} from './store.ts';

const params = z.object({ eventId: reference('event-not-found') });
const drawParams = params.extend({
  number: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .catch(0),
});
const tags = ['mail'];

/** What sends mail, if the operator has set a mail server. */
export function requireMail(mail: Services['mail']): NonNullable<Services['mail']> {
  if (!mail) throw new Problem('mail-off');
  return mail;
}

export const mailRoutes: Routes = async (app, { db, audit, settings, mail }) => {
  app.get(
    '/',
    {
      schema: {
        tags,
        summary: 'Whether mail is on, what waits, and what could not be sent',
        response: { 200: mailStatus },
      },
    },
    async () => {
      const { from } = settings.mail ?? {};
      const [{ mails }, troubled] = await Promise.all([countMails(db), listTroubledMails(db)]);
      const named = from && (from.name ? `${from.name} <${from.address}>` : from.address);
      return { on: from !== undefined, from: named ?? null, waiting: mails, troubled };
    },
  );

  app.post(
    '/test',
    {
      config: { problems: ['mail-off', 'email-missing'] },
      schema: { tags, summary: 'Send a test to your own address', response: { 202: mailQueued } },
    },
    async (request, reply) => {
      const worker = requireMail(mail);
      const queued = await audit(request, (tx, user) => queueTest(tx, user.id), {
        kind: 'mail-tested',
      });
      worker.wake();
      reply.code(202);
      return queued;
    },
  );

  app.post(
    '/log-in-links/:id',
    {
      config: {
        limited: 'named',
        problems: ['mail-off', 'volunteer-not-found', 'email-missing'],
      },
      schema: {
        tags,
        summary: 'Send a volunteer a link to log in with, which works once within a day',
        params: z.object({ id: reference('volunteer-not-found') }),
        response: { 202: mailQueued },
      },
    },
    async (request, reply) => {
      const worker = requireMail(mail);
      const queued = await audit(
        request,
        (tx) => queueLogInLink(tx, request.params.id),
        ({ id, ...account }) => ({
          kind: 'login-link-mailed',
          subject: { id, name: labelOf(account) },
        }),
      );
      worker.wake();
      reply.code(202);
      return queued;
    },
  );
};

export const winnerMailRoutes: Routes = async (app, { db, audit, mail }) => {
  app.get(
    '/:eventId/winners/mail',
    {
      config: { problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'What became of the mail to the winners, within a month',
        params,
        response: { 200: z.array(winnerMail) },
      },
    },
    async ({ params: { eventId } }) => {
      await requireEvent(db, eventId);
      return listWinnerMails(db, eventId);
    },
  );

  app.post(
    '/:eventId/draws/:number/mail',
    {
      config: {
        problems: [
          'mail-off',
          'draw-not-found',
          'already-forfeited',
          'email-missing',
          'email-changed',
          'mail-stopped',
          'mail-sent-already',
          'request-id-reused',
          'request-done',
        ],
      },
      schema: {
        tags,
        summary: 'Tell a winner by mail, in their language, that they have won',
        params: drawParams,
        body: winnerMailInput,
        response: { 202: mailQueued },
      },
    },
    async (request, reply) => {
      const worker = requireMail(mail);
      const { eventId, number } = request.params;
      const { email } = request.body;
      const queued = await audit(request, (tx) => queueWinnerMail(tx, { eventId, number, email }), {
        kind: 'winner-mailed',
        eventId,
        details: { draw: number },
      });
      worker.wake();
      reply.code(202);
      return queued;
    },
  );
};
