import type { NewToken, Token, TokenInput } from '@drawbridge/contract/programs/tokens';
import type {
  Delivery,
  DeliveryPage,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookInput,
} from '@drawbridge/contract/programs/webhooks';
import { queryOptions } from '@tanstack/react-query';
import { patch, post, remove } from '../../lib/api-client.ts';
import { postOnce } from '../../lib/post-once.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const TOKENS = '/api/tokens';
const WEBHOOKS = '/api/webhooks';

export const tokensQuery = queryOptions<Token[]>({
  queryKey: [TOKENS],
  // Programs use them, and others change them.
  staleTime: 0,
});

export function useMakeToken() {
  return useToastMutation({
    send: (input: TokenInput) => postOnce<NewToken>(TOKENS, input),
    refetches: [TOKENS],
  });
}

export function useRevokeToken() {
  return useToastMutation({
    send: ({ id }: Token) => remove(`${TOKENS}/${id}`),
    success: (_answer, { name }) => ({
      title: 'Token revoked',
      description: `${name} can no longer use the API`,
    }),
    failure: 'Token not revoked',
    refetches: [TOKENS],
  });
}

export const webhooksQuery = queryOptions<Webhook[]>({
  queryKey: [WEBHOOKS],
  // Their receivers come and go.
  staleTime: 0,
});

export function useAddWebhook() {
  return useToastMutation({
    send: (input: WebhookInput) => postOnce<NewWebhook>(WEBHOOKS, input),
    refetches: [WEBHOOKS],
  });
}

export function useChangeWebhook() {
  return useToastMutation({
    send: ({ id, ...change }: WebhookChange & { id: string }) =>
      patch<Webhook>(`${WEBHOOKS}/${id}`, change),
    success: (_answer, { disabled }) => ({
      title: `Webhook ${disabled === undefined ? 'changed' : disabled ? 'disabled' : 'enabled'}`,
    }),
    refetches: [WEBHOOKS],
  });
}

export function useRotateSecret() {
  return useToastMutation({
    send: ({ id, currentPassword }: { id: string; currentPassword: string }) =>
      postOnce<NewWebhook>(`${WEBHOOKS}/${id}/rotate`, { currentPassword }),
    refetches: [WEBHOOKS],
  });
}

export function useDeleteWebhook() {
  return useToastMutation({
    send: ({ id }: Webhook) => remove(`${WEBHOOKS}/${id}`),
    success: { title: 'Webhook deleted' },
    failure: 'Webhook not deleted',
    refetches: [WEBHOOKS],
  });
}

const logOf = (id: string) => `${WEBHOOKS}/${id}/deliveries`;

/** One page of the log, which grows while it is open; the first has no cursor. */
export const deliveriesQuery = (id: string, cursor: string) =>
  queryOptions<DeliveryPage>({
    queryKey: [`${logOf(id)}${cursor && `?cursor=${cursor}`}`],
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 2_000,
  });

export function useSendTest() {
  return useToastMutation({
    send: ({ id }: Webhook) => post<Delivery>(`${WEBHOOKS}/${id}/test`),
    failure: 'Test not sent',
    refetches: [WEBHOOKS],
  });
}

export function useSendAgain(id: string) {
  return useToastMutation({
    send: (delivery: Delivery) => post<Delivery>(`${logOf(id)}/${delivery.id}/send`),
    failure: 'Not sent again',
    refetches: [logOf(id), WEBHOOKS],
  });
}
