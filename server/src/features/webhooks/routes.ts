import { passwordConfirmation } from '@drawbridge/contract/accounts/accounts';
import { deleted, reference } from '@drawbridge/contract/ids';
import {
  deliveriesQuery,
  delivery,
  deliveryPage,
  newWebhook,
  type Webhook,
  webhook,
  webhookChange,
  webhookInput,
} from '@drawbridge/contract/programs/webhooks';
import { z } from 'zod';
import { Problem } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { fieldsOf } from '../audit/store.ts';
import { confirmPassword, confirmUser } from '../auth/confirm-password.ts';
import { readPage } from '../cursor.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { addTest, hostOf, listDeliveries, sendAgain } from './delivery-store.ts';
import { isPrivate, literalAddress } from './rules.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateSecret,
} from './store.ts';

const tags = ['webhooks'];
const params = z.object({ id: reference('webhook-not-found') });

export const webhookRoutes: Routes = async (app, { db, audit, settings, deliveries }) => {
  /** Names are checked whenever something is sent, because they can change. */
  const check = async ({
    url,
    eventId,
  }: {
    url?: string | undefined;
    eventId?: string | null | undefined;
  }) => {
    const literal = url && literalAddress(url);
    if (literal && !settings.webhooksToPrivate && isPrivate(literal)) {
      throw new Problem('webhook-address-refused');
    }
    if (eventId) await requireEvent(db, eventId);
  };
  const entryOf = ({ id, url, eventId }: Pick<Webhook, 'id' | 'url' | 'eventId'>) => ({
    eventId,
    subject: { id, name: hostOf(url) },
  });

  app.get(
    '/',
    { schema: { tags, summary: 'All webhooks', response: { 200: z.array(webhook) } } },
    () => listWebhooks(db),
  );

  app.post(
    '/',
    {
      config: {
        problems: ['event-not-found', 'webhook-address-refused', 'webhooks-full'],
      },
      schema: {
        tags,
        summary: 'Add a webhook; only this answer and that of a rotation contain the secret',
        body: webhookInput,
        response: { 201: newWebhook },
      },
    },
    async (request, reply) => {
      const { body } = request;
      await confirmUser(db, request);
      await check(body);
      reply.code(201);
      return audit(
        request,
        (tx, user) => createWebhook(tx, body, user.id),
        (created) => ({
          kind: 'webhook-added',
          ...entryOf(created),
          details: { kinds: created.kinds.join(', ') },
        }),
      );
    },
  );

  app.patch(
    '/:id',
    {
      config: {
        problems: ['webhook-not-found', 'event-not-found', 'webhook-address-refused'],
      },
      schema: {
        tags,
        summary: 'Change, disable or enable a webhook; a new address needs the password',
        params,
        body: webhookChange,
        response: { 200: webhook },
      },
    },
    async (request) => {
      const { currentPassword = '', ...change } = request.body;
      if (change.url !== undefined) {
        await confirmPassword(db, await signedIn(request), currentPassword);
      }
      await check(change);
      const changed = await audit(
        request,
        (tx) => changeWebhook(tx, request.params.id, change),
        (after) => ({
          kind: change.disabled ? 'webhook-disabled' : 'webhook-changed',
          ...entryOf(after),
          details: { fields: fieldsOf(change) },
        }),
      );
      deliveries.wake();
      return changed;
    },
  );

  app.post(
    '/:id/rotate',
    {
      config: { problems: ['webhook-not-found'] },
      schema: {
        tags,
        summary: 'Make a new secret; for a day, messages are signed with the previous one too',
        params,
        body: passwordConfirmation,
        response: { 200: newWebhook },
      },
    },
    async (request) => {
      await confirmUser(db, request);
      return audit(
        request,
        (tx) => rotateSecret(tx, request.params.id),
        (rotated) => ({ kind: 'webhook-secret-rotated', ...entryOf(rotated) }),
      );
    },
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['webhook-not-found'] },
      schema: {
        tags,
        summary: 'Delete a webhook with its log',
        params,
        response: { 200: deleted },
      },
    },
    (request) =>
      audit(
        request,
        (tx) => deleteWebhook(tx, request.params.id),
        (gone) => ({ kind: 'webhook-deleted', ...entryOf(gone) }),
      ),
  );

  app.post(
    '/:id/test',
    {
      config: { problems: ['webhook-not-found', 'webhook-disabled'] },
      schema: { tags, summary: 'Send a test', params, response: { 201: delivery } },
    },
    async (request, reply) => {
      const { id } = request.params;
      const added = await audit(request, (tx) => addTest(tx, id), {
        kind: 'webhook-tested',
        subject: { id },
      });
      deliveries.wake();
      reply.code(201);
      return added;
    },
  );

  app.get(
    '/:id/deliveries',
    {
      schema: {
        tags,
        summary: 'What a webhook was told within a week, newest first',
        params,
        querystring: deliveriesQuery,
        response: { 200: deliveryPage },
      },
    },
    async ({ params, query }) => {
      const { rows, nextCursor } = await readPage(
        query,
        (page) => listDeliveries(db, params.id, page),
        ({ createdAt: at, id }) => ({ at, id }),
      );
      return { deliveries: rows, nextCursor };
    },
  );

  app.post(
    '/:id/deliveries/:deliveryId/send',
    {
      config: { problems: ['webhook-not-found', 'webhook-disabled', 'delivery-not-found'] },
      schema: {
        tags,
        summary: 'Send a delivery again, under its id',
        params: params.extend({ deliveryId: reference('delivery-not-found') }),
        response: { 200: delivery },
      },
    },
    async (request) => {
      const { id, deliveryId } = request.params;
      const again = await audit(request, (tx) => sendAgain(tx, id, deliveryId), {
        kind: 'delivery-sent-again',
        subject: { id },
      });
      deliveries.wake();
      return again;
    },
  );
};
