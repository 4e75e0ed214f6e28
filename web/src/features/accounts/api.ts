import type { Account, AccountChange, AccountInput } from '@drawbridge/contract/accounts/accounts';
import { queryOptions } from '@tanstack/react-query';
import { patch, post } from '../../lib/api-client.ts';
import { postOnce } from '../../lib/post-once.ts';
import { replaceRow } from '../../lib/query-client.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const ACCOUNTS = '/api/accounts';
/** Refetched because leads show who added them. */
const LEADS = '/api/leads';

export const accountsQuery = queryOptions<Account[]>({
  queryKey: [ACCOUNTS],
  // Others change it, too.
  staleTime: 0,
});

export function useCreateAccount() {
  return useToastMutation({
    send: (input: AccountInput) => postOnce<Account>(ACCOUNTS, input),
    success: ({ username }) => ({
      title: 'Administrator created',
      description: `${username} can log in now`,
    }),
    failure: 'Administrator not created',
    refetches: [ACCOUNTS],
  });
}

export function useChangeAccount(id: string) {
  return useToastMutation({
    send: async (change: AccountChange) => {
      const changed = await patch<Account>(`${ACCOUNTS}/${id}`, change);
      replaceRow(ACCOUNTS, changed);
      return changed;
    },
    success: ({ username, name }, { disabled }) => {
      if (disabled === undefined) {
        return { title: 'Administrator updated', description: `${name ?? username} (${username})` };
      }
      return disabled
        ? {
            title: 'Administrator disabled',
            description: `${username} is logged out and cannot log in`,
          }
        : { title: 'Administrator enabled', description: `${username} can log in` };
    },
    failure: 'Administrator not changed',
    // Tokens and webhooks may have ended, or have another owner.
    refetches: [ACCOUNTS, LEADS, '/api/tokens', '/api/webhooks'],
  });
}

export function useResetPassword(id: string) {
  return useToastMutation({
    send: (reset: { newPassword: string; currentPassword: string }) =>
      post<Account>(`${ACCOUNTS}/${id}/password`, reset),
    success: ({ username }) => ({
      title: 'Password reset',
      description: `${username} is logged out everywhere`,
    }),
    failure: 'Password not reset',
  });
}

export function useResetSecondFactor(id: string) {
  return useToastMutation({
    send: async (currentPassword: string) => {
      const changed = await post<Account>(`${ACCOUNTS}/${id}/second-factor/remove`, {
        currentPassword,
      });
      replaceRow(ACCOUNTS, changed);
      return changed;
    },
    success: ({ username }) => ({
      title: 'Second factor reset',
      description: `${username} logs in with the password alone`,
    }),
    failure: 'Second factor not reset',
    refetches: [ACCOUNTS],
  });
}
