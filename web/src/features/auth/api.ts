import type { Credentials, LoginAnswer } from '@drawbridge/contract/auth';
import { post } from '../../lib/api-client.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

/** The form shows what went wrong, because not every failure is one. */
export function useLogIn() {
  return useToastMutation({
    send: (login: Credentials & { device: string }) => post<LoginAnswer>('/api/auth/login', login),
  });
}

/** Ends the session on the server. The user does not wait for the answer. */
export function logOut(): Promise<unknown> {
  return post('/api/auth/logout').catch(() => {});
}
