import type { AccountChange, AccountInput } from '@drawbridge/contract/accounts/accounts';
import { api } from '../../lib/api-client.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { reading, replaceRow } from '../../lib/query-client.ts';
import { useChange } from '../../lib/use-change.ts';

const ACCOUNTS = '/api/accounts';

/** Others change it, too. */
export const accountsQuery = { ...reading(ACCOUNTS), staleTime: 0 };

export function useCreateAccount() {
  return useChange({
    send: (body: AccountInput) => sendOnce(ACCOUNTS, { body }),
    success: ({ username }) => ({
      title: 'Administrator created',
      description: `${username} can log in now`,
    }),
    failure: 'Administrator not created',
    changes: [ACCOUNTS],
  });
}

/** Changes an account by what is typed, and by what is given here besides. */
export function useChangeAccount(accountId: string, besides: Partial<AccountChange>) {
  return useChange({
    send: (change: AccountChange) =>
      api.patch('/api/accounts/:accountId', {
        params: { accountId },
        body: { ...change, ...besides },
      }),
    show: (changed) => replaceRow(ACCOUNTS, changed),
    success: ({ username, name }) =>
      besides.disabled === undefined
        ? { title: 'Administrator updated', description: `${name ?? username} (${username})` }
        : besides.disabled
          ? {
              title: 'Administrator disabled',
              description: `${username} is logged out and cannot log in`,
            }
          : { title: 'Administrator enabled', description: `${username} can log in` },
    failure: 'Administrator not changed',
    changes: [ACCOUNTS],
  });
}

export function useResetPassword(accountId: string) {
  return useChange({
    send: (body: { newPassword: string; currentPassword: string }) =>
      api.post('/api/accounts/:accountId/password', { params: { accountId }, body }),
    success: ({ username }) => ({
      title: 'Password reset',
      description: `${username} is logged out everywhere`,
    }),
    failure: 'Password not reset',
  });
}

export function useResetSecondFactor(accountId: string) {
  return useChange({
    send: (body: { currentPassword: string }) =>
      api.post('/api/accounts/:accountId/second-factor/delete', { params: { accountId }, body }),
    show: (changed) => replaceRow(ACCOUNTS, changed),
    success: ({ username }) => ({
      title: 'Second factor reset',
      description: `${username} logs in with the password alone`,
    }),
    failure: 'Second factor not reset',
    changes: [ACCOUNTS],
  });
}
