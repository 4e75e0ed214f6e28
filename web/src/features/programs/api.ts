import type { Token, TokenInput } from '@drawbridge/contract/programs/tokens';
import type {
  Delivery,
  Webhook,
  WebhookChange,
  WebhookInput,
} from '@drawbridge/contract/programs/webhooks';
import { api, getPage, urlOf } from '../../lib/api-client.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { reading } from '../../lib/query-client.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const TOKENS = '/api/tokens';
const WEBHOOKS = '/api/webhooks';

export const tokensQuery = {
  ...reading('/api/tokens'),
  // Programs use them, and others change them.
  staleTime: 0,
};

export function useMakeToken() {
  return useToastMutation({
    send: (body: TokenInput) => sendOnce('/api/tokens', { body }),
    refetches: [TOKENS],
  });
}

export function useConfirmToken() {
  return useToastMutation({
    send: ({ id }: Token) => api.post('/api/tokens/:tokenId/confirm', { params: { tokenId: id } }),
    success: (_answer, { name }) => ({
      title: 'Token confirmed',
      description: `${name} works again`,
    }),
    failure: 'Token not confirmed',
    refetches: [TOKENS],
  });
}

export function useRevokeToken() {
  return useToastMutation({
    send: ({ id }: Token) => api.delete('/api/tokens/:tokenId', { params: { tokenId: id } }),
    success: (_answer, { name }) => ({
      title: 'Token revoked',
      description: `${name} can no longer use the API`,
    }),
    failure: 'Token not revoked',
    refetches: [TOKENS],
  });
}

export const webhooksQuery = {
  ...reading('/api/webhooks'),
  // Their receivers come and go.
  staleTime: 0,
};

export function useAddWebhook() {
  return useToastMutation({
    send: (body: WebhookInput) => sendOnce('/api/webhooks', { body }),
    refetches: [WEBHOOKS],
  });
}

export function useChangeWebhook() {
  return useToastMutation({
    send: ({ id, ...change }: WebhookChange & { id: string }) =>
      api.patch('/api/webhooks/:webhookId', { params: { webhookId: id }, body: change }),
    success: (_answer, { disabled }) => ({
      title: `Webhook ${disabled === undefined ? 'changed' : disabled ? 'disabled' : 'enabled'}`,
    }),
    refetches: [WEBHOOKS],
  });
}

export function useRotateSecret() {
  return useToastMutation({
    send: ({ id, currentPassword }: { id: string; currentPassword: string }) =>
      sendOnce('/api/webhooks/:webhookId/rotate', {
        params: { webhookId: id },
        body: { currentPassword },
      }),
    refetches: [WEBHOOKS],
  });
}

export function useDeleteWebhook() {
  return useToastMutation({
    send: ({ id }: Webhook) =>
      api.delete('/api/webhooks/:webhookId', { params: { webhookId: id } }),
    success: { title: 'Webhook deleted' },
    failure: 'Webhook not deleted',
    refetches: [WEBHOOKS],
  });
}

const DELIVERIES = '/api/webhooks/:webhookId/deliveries';

/** The address of the log's first page. */
export const deliveriesUrl = (webhookId: string) => urlOf(DELIVERIES, { params: { webhookId } });

/** One page of the log, which grows while it is open. */
export const deliveriesQuery = (url: string) => ({
  queryKey: [url],
  queryFn: ({ signal }: { signal: AbortSignal }) => getPage<typeof DELIVERIES>(url, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchInterval: 2_000,
});

export function useSendTest() {
  return useToastMutation({
    send: ({ id }: Webhook) =>
      api.post('/api/webhooks/:webhookId/test', { params: { webhookId: id } }),
    failure: 'Test not sent',
    refetches: [WEBHOOKS],
  });
}

export function useSendAgain(webhookId: string) {
  return useToastMutation({
    send: ({ id }: Delivery) =>
      api.post('/api/webhooks/:webhookId/deliveries/:deliveryId/send', {
        params: { webhookId, deliveryId: id },
      }),
    failure: 'Not sent again',
    refetches: [WEBHOOKS],
  });
}
