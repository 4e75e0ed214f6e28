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
import { useChange } from '../../lib/use-change.ts';

const TOKENS = '/api/tokens';
const WEBHOOKS = '/api/webhooks';

// Programs use them, their receivers come and go, and others change them.
export const tokensQuery = { ...reading('/api/tokens'), staleTime: 0 };
export const webhooksQuery = { ...reading('/api/webhooks'), staleTime: 0 };

export function useMakeToken() {
  return useChange({
    send: (body: TokenInput) => sendOnce('/api/tokens', { body }),
    changes: [TOKENS],
  });
}

export function useConfirmToken({ id, name }: Token) {
  return useChange({
    send: () => api.post('/api/tokens/:tokenId/confirm', { params: { tokenId: id } }),
    success: { title: 'Token confirmed', description: `${name} works again` },
    failure: 'Token not confirmed',
    changes: [TOKENS],
  });
}

export function useRevokeToken({ id, name }: Token) {
  return useChange({
    send: () => api.delete('/api/tokens/:tokenId', { params: { tokenId: id } }),
    success: { title: 'Token revoked', description: `${name} can no longer use the API` },
    failure: 'Token not revoked',
    changes: [TOKENS],
  });
}

export function useAddWebhook() {
  return useChange({
    send: (body: WebhookInput) => sendOnce('/api/webhooks', { body }),
    changes: [WEBHOOKS],
  });
}

/** The address is sent only if it is another one, because it needs the password. */
export function useChangeWebhook({ id, url }: Webhook) {
  return useChange({
    send: ({ currentPassword, ...change }: WebhookChange) => {
      const moved = change.url !== undefined && change.url !== url;
      return api.patch('/api/webhooks/:webhookId', {
        params: { webhookId: id },
        body: { ...change, url: moved ? change.url : undefined, ...(moved && { currentPassword }) },
      });
    },
    success: (_answer, { disabled }) => ({
      title: `Webhook ${disabled === undefined ? 'changed' : disabled ? 'disabled' : 'enabled'}`,
    }),
    changes: [WEBHOOKS],
  });
}

export function useRotateSecret({ id }: Webhook) {
  return useChange({
    send: (body: { currentPassword: string }) =>
      sendOnce('/api/webhooks/:webhookId/rotate', { params: { webhookId: id }, body }),
    changes: [WEBHOOKS],
  });
}

export function useDeleteWebhook({ id }: Webhook) {
  return useChange({
    send: () => api.delete('/api/webhooks/:webhookId', { params: { webhookId: id } }),
    success: { title: 'Webhook deleted' },
    failure: 'Webhook not deleted',
    changes: [WEBHOOKS],
  });
}

const DELIVERIES = '/api/webhooks/:webhookId/deliveries';

/** The address of the log's newest page. */
export const deliveriesUrl = (webhookId: string) => urlOf(DELIVERIES, { params: { webhookId } });

/** A page of the log, which grows while it is open. */
export const deliveriesQuery = (url: string) => ({
  queryKey: [url],
  queryFn: ({ signal }: { signal: AbortSignal }) => getPage<typeof DELIVERIES>(url, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchInterval: 2_000,
});

export function useSendTest({ id }: Webhook) {
  return useChange({
    send: () => api.post('/api/webhooks/:webhookId/test', { params: { webhookId: id } }),
    failure: 'Test not sent',
    changes: [WEBHOOKS],
  });
}

export function useSendAgain(webhookId: string) {
  return useChange({
    send: ({ id }: Delivery) =>
      api.post('/api/webhooks/:webhookId/deliveries/:deliveryId/send', {
        params: { webhookId, deliveryId: id },
      }),
    failure: 'Not sent again',
    changes: [WEBHOOKS],
  });
}
