import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { deleted } from '../../core/ids.ts';
import { passwordConfirmation } from '../../login/auth.ts';
import {
  deliveriesQuery,
  delivery,
  newWebhook,
  WEBHOOKS_PER_TOKEN,
  webhook,
  webhookChange,
  webhookInput,
} from '../webhooks.ts';

export const webhookCalls = defineCalls(
  {
    room: 'outreach',
    allowedFor: 'administrators',
    tokenScope: 'webhooks:write',
    eventScope: 'tokens only',
    changes: 'none',
  },
  {
    getWebhooks: {
      route: 'GET /api/webhooks',
      summary: 'All webhooks, or those of the token',
      responses: { 200: z.array(webhook) },
    },
    createWebhook: {
      route: 'POST /api/webhooks',
      summary: 'Add a webhook; only this response and that of a rotation contain the secret',
      description: `A token can manage only its own webhooks, at most ${WEBHOOKS_PER_TOKEN}. A webhook never sends data that its token cannot read, and is deleted when the token is revoked.`,
      body: webhookInput,
      confirmed: true,
      responses: { 201: newWebhook },
      problems: ['event-not-found', 'webhook-address-refused', 'webhooks-full'],
      audit: 'webhook-added',
    },
    updateWebhook: {
      route: 'PATCH /api/webhooks/:webhookId',
      summary: 'Change, disable or enable a webhook; a new address needs the password',
      body: webhookChange,
      responses: { 200: webhook },
      problems: [
        'event-not-found',
        'webhook-address-refused',
        'wrong-password',
        'too-many-wrong-passwords',
      ],
      audit: 'webhook-changed',
    },
    rotateWebhookSecret: {
      route: 'POST /api/webhooks/:webhookId/rotate',
      summary: 'Rotate the secret; for 24 hours, messages are signed with the previous one as well',
      tokenScope: 'none',
      body: passwordConfirmation,
      confirmed: true,
      responses: { 200: newWebhook },
      audit: 'webhook-secret-rotated',
    },
    deleteWebhook: {
      route: 'DELETE /api/webhooks/:webhookId',
      summary: 'Delete a webhook with its log',
      responses: { 200: deleted },
      audit: 'webhook-deleted',
    },
    testWebhook: {
      route: 'POST /api/webhooks/:webhookId/test',
      summary: 'Send a test message',
      tokenScope: 'none',
      responses: { 201: delivery },
      problems: ['webhook-disabled'],
      audit: 'webhook-tested',
    },
    getWebhookDeliveries: {
      route: 'GET /api/webhooks/:webhookId/deliveries',
      summary: 'The deliveries of a webhook in the last week, newest first',
      tokenScope: 'none',
      query: deliveriesQuery,
      responses: { 200: z.array(delivery) },
    },
    sendDeliveryAgain: {
      route: 'POST /api/webhooks/:webhookId/deliveries/:deliveryId/send',
      summary: 'Send a delivery again, under its id',
      tokenScope: 'none',
      responses: { 200: delivery },
      problems: ['webhook-disabled'],
      audit: 'delivery-sent-again',
    },
  },
);
