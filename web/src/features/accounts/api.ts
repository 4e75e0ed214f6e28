import type { AccountChange, AccountInput } from '@drawbridge/contract/accounts/accounts';
import { api } from '../../lib/api-client.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { reading, replaceRow } from '../../lib/query-client.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

const ACCOUNTS = '/api/accounts';

/** Others change it, too. */
export const accountsQuery = { ...reading(ACCOUNTS), staleTime: 0 };

export function useCreateAccount() {
  return useToastMutation({
    send: (input: AccountInput) => sendOnce(ACCOUNTS, { body: input }),
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
      const changed = await api.patch('/api/accounts/:accountId', {
        params: { accountId: id },
        body: change,
      });
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
    // Leads show who added them; tokens and webhooks may have ended, or have another owner.
    refetches: [ACCOUNTS, '/api/leads', '/api/tokens', '/api/webhooks'],
  });
}

export function useResetPassword(id: string) {
  return useToastMutation({
    send: (reset: { newPassword: string; currentPassword: string }) =>
      api.post('/api/accounts/:accountId/password', { params: { accountId: id }, body: reset }),
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
      const changed = await api.post('/api/accounts/:accountId/second-factor/delete', {
        params: { accountId: id },
        body: { currentPassword },
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
