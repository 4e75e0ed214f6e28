import type { Credentials, LoginAnswer } from '@drawbridge/contract/auth';
import { ApiError, post, sentenceOf } from '../../lib/api-client.ts';
import { deviceId } from '../../lib/device-id.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

export function useLogIn() {
  return useToastMutation({
    send: (credentials: Credentials) =>
      post<LoginAnswer>('/api/auth/login', { ...credentials, device: deviceId() }),
    failure: (error) => ({
      title: 'Login failed',
      // A proxy that answers for a server that is away says nothing about the password.
      description: isServerError(error)
        ? sentenceOf(error)
        : sentenceOf(error, 'Invalid credentials'),
    }),
  });
}

function isServerError(error: Error): boolean {
  return error instanceof ApiError && error.status >= 500;
}

/** Ends the session on the server. The user does not wait for the answer. */
export function logOut(): Promise<unknown> {
  return post('/api/auth/logout').catch(() => {});
}
