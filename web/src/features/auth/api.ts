import type { Credentials, LoginAnswer } from '@drawbridge/contract/auth';
import { post } from '../../lib/api-client.ts';
import { deviceId } from '../../lib/storage.ts';
import { t } from '../../lib/texts.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

/** The form shows what went wrong, because not every failure is one. */
export function useLogIn() {
  return useToastMutation({
    send: (login: Credentials & { device: string }) => post<LoginAnswer>('/api/auth/login', login),
  });
}

/** Logs in with the one-time code that this phone has scanned. */
export function useLogInByCode() {
  return useToastMutation({
    send: (code: string) =>
      post<LoginAnswer>('/api/auth/login-code', { code, device: deviceId('log-in') }),
    failure: t('workspace.loginFailed'),
  });
}

/** Always succeeds, whoever has the address. */
export function useAskForPassword() {
  return useToastMutation({
    send: (email: string) => post('/api/auth/forgotten-password', { email }),
    failure: t('workspace.linkNotSent'),
  });
}

export function useSetPasswordByLink() {
  return useToastMutation({
    send: (input: { code: string; newPassword: string }) =>
      post('/api/auth/password-by-link', input),
    success: () => ({
      title: t('workspace.passwordSaved'),
      description: t('workspace.passwordSavedHelp'),
    }),
    failure: t('workspace.passwordNotSaved'),
  });
}

/** Ends the session on the server. The user does not wait for the answer. */
export function logOut(): Promise<unknown> {
  return post('/api/auth/logout').catch(() => {});
}
