import { newWebhook } from '@drawbridge/contract/programs/webhooks';
import { ADMIN } from '../../test/accounts.ts';
import { callerIn, password } from '../../test/callers.ts';
import { createEvent } from '../../test/fixtures.ts';
import type { Examples, World } from '../../test/world.ts';

const webhookBody = (eventId: string) => ({
  url: 'https://receiver.invalid/hook',
  kinds: ['lead.created', 'winner.drawn'],
  eventId,
});

/** A webhook of an event where nothing happens. */
export async function newWebhookId({ api }: World): Promise<string> {
  // Calls with any fields may have used up the room for webhooks.
  await api.sql`delete from webhooks`;
  const { id: eventId } = await createEvent(api.admin);
  const body = { ...webhookBody(eventId), currentPassword: ADMIN.password };
  return (await api.admin.post('/api/webhooks', body)).as(newWebhook).id;
}

export const webhookExamples: Examples = {
  createWebhook: async ({ api, eventId }) => {
    await api.sql`delete from webhooks`;
    return { body: () => webhookBody(eventId) };
  },
  updateWebhook: async (world) => ({
    client: await callerIn(world),
    body: () => ({
      currentPassword: password,
      ...webhookBody(world.eventId),
      disabled: true,
    }),
  }),
  getWebhookDeliveries: () => ({ query: { limit: '5' } }),
  sendDeliveryAgain: async (world) => {
    const webhookId = await newWebhookId(world);
    const payload = { type: 'test', timestamp: new Date().toISOString(), data: { webhookId } };
    // One that was delivered: whether a test has its payload depends on whether the worker has come to it.
    const [sent] = await world.api.sql`
      insert into deliveries (webhook_id, kind, state, attempts, status, payload)
      values (${webhookId}, 'test', 'delivered', 1, 204, ${JSON.stringify(payload)}) returning id`;
    return { params: { webhookId, deliveryId: String(sent?.id) } };
  },
};
