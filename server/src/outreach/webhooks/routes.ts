import { webhookCalls } from '@drawbridge/contract/outreach/calls/webhooks';
import type { Webhook } from '@drawbridge/contract/outreach/webhooks';
import { fieldsOf } from '../../core/change/audit-log.ts';
import { readPage } from '../../core/cursor.ts';
import { feature, type Services } from '../../core/feature.ts';
import { Problem } from '../../errors.ts';
import { requireEvent } from '../../events/events/store.ts';
import type { CurrentUser } from '../../http/session.ts';
import { confirmPassword } from '../../login/auth/confirm-password.ts';
import { addTest, hostOf, listDeliveries, sendAgain } from './delivery-store.ts';
import { isPrivate, literalAddress } from './rules.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  requireWebhook,
  rotateSecret,
} from './store.ts';

export interface WebhookServices extends Services {
  /** The worker that sends webhooks; `wake` tells it that messages are queued. */
  deliveries: { wake(): void };
}

export const webhooks = feature(webhookCalls, ({ db, settings, deliveries }: WebhookServices) => {
  /**
   * Checks a URL's literal address. Host names are checked whenever a message is sent, because their addresses can
   * change.
   */
  const check = async ({ url, eventId }: { url?: string; eventId?: string | null }) => {
    const literal = url && literalAddress(url);
    if (literal && !settings.webhooksToPrivate && isPrivate(literal)) {
      throw new Problem('webhook-address-refused');
    }
    if (eventId) await requireEvent(db, eventId);
  };
  const onlyOf = ({ id, scopes }: CurrentUser) => (scopes ? id : undefined);
  const entryOf = ({ id, url, eventId }: Pick<Webhook, 'id' | 'url' | 'eventId'>) => ({
    eventId,
    subject: { id, name: hostOf(url) },
  });

  return {
    getWebhooks: ({ user }) => listWebhooks(db, onlyOf(user)),
    createWebhook: async ({ body, change }) => {
      await check(body);
      return change(
        (tx, user) => createWebhook(tx, body, user),
        (created) => ({ ...entryOf(created), details: { kinds: created.kinds.join(', ') } }),
      );
    },
    updateWebhook: async ({ params: { webhookId }, body, user, change }) => {
      const { currentPassword = '', ...wanted } = body;
      if (wanted.url !== undefined && !user.scopes) {
        await confirmPassword(db, user, currentPassword);
      }
      await check(wanted);
      const changed = await change(
        (tx) => changeWebhook(tx, webhookId, wanted, onlyOf(user)),
        (after) => ({
          ...(wanted.disabled && { kind: 'webhook-disabled' }),
          ...entryOf(after),
          details: { fields: fieldsOf(wanted) },
        }),
      );
      deliveries.wake();
      return changed;
    },
    rotateWebhookSecret: ({ params: { webhookId }, change }) =>
      change((tx) => rotateSecret(tx, webhookId), entryOf),
    deleteWebhook: ({ params: { webhookId }, change }) =>
      change((tx, user) => deleteWebhook(tx, webhookId, onlyOf(user)), entryOf),
    testWebhook: async ({ params: { webhookId: id }, change }) => {
      const added = await change((tx) => addTest(tx, id), { subject: { id } });
      deliveries.wake();
      return added;
    },
    getWebhookDeliveries: async (exchange) => {
      const { webhookId } = exchange.params;
      await requireWebhook(db, webhookId);
      return readPage(
        exchange,
        (page) => listDeliveries(db, webhookId, page),
        ({ createdAt: at, id }) => ({ at, id }),
      );
    },
    sendDeliveryAgain: async ({ params: { webhookId: id, deliveryId }, change }) => {
      const again = await change((tx) => sendAgain(tx, id, deliveryId), { subject: { id } });
      deliveries.wake();
      return again;
    },
  };
});
