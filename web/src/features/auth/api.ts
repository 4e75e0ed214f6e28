import type { Credentials } from '@drawbridge/contract/accounts/auth';
import type { LoginBySignOn } from '@drawbridge/contract/accounts/sign-on';
import { loginPath, pages } from '@drawbridge/contract/pages';
import { api } from '../../lib/api-client.ts';
import { explainPasskey, signWithPasskey } from '../../lib/passkeys.ts';
import { deviceId, readStored, writeStored } from '../../lib/storage.ts';
import { t } from '../../lib/texts.ts';
import { useToastMutation } from '../../lib/use-toast-mutation.ts';

/** The form shows what went wrong, because not every failure is one. */
export function useLogIn() {
  return useToastMutation({
    send: (body: Credentials & { device: string }) => api.post('/api/auth/login', { body }),
  });
}

/** Logs in with the one-time code that this phone has scanned. */
export function useLogInByCode() {
  return useToastMutation({
    send: (code: string) =>
      api.post('/api/auth/login-code', { body: { code, device: deviceId('log-in') } }),
    failure: t('workspace.loginFailed'),
  });
}

/** Logs in with a passkey alone, or with the password that was typed before it. */
export function useLogInByPasskey() {
  return useToastMutation({
    send: async (password?: Credentials) => {
      const passkey = await signWithPasskey();
      const device = deviceId('log-in');
      return password
        ? api.post('/api/auth/login', { body: { ...password, code: undefined, passkey, device } })
        : api.post('/api/auth/login-passkey', { body: { passkey, device } });
    },
    failure: (error) => ({
      title: t('workspace.loginFailed'),
      description: explainPasskey(error),
    }),
  });
}

/** What this tab keeps while the person is at the provider. */
const SIGN_ON = 'sign-on';

/** Leaves for the provider, and comes back to the log-in page. */
export function useStartSignOn() {
  return useToastMutation({
    send: async (next: string | null) => {
      const { url, secret } = await api.post('/api/auth/sign-on');
      writeStored(SIGN_ON, JSON.stringify({ secret, next }), 'in this tab');
      location.assign(url);
    },
    failure: t('workspace.loginFailed'),
  });
}

/**
 * What the provider has answered, with the secret of this tab; undefined if nobody comes from there. The answer does
 * not stay in the history, and works once.
 */
export function takeSignOnAnswer(): Pick<LoginBySignOn, 'secret' | 'answer'> | undefined {
  const answer = location.search;
  if (!new URLSearchParams(answer).has('state')) return undefined;
  const kept = JSON.parse(readStored(SIGN_ON, 'in this tab') ?? '{}');
  writeStored(SIGN_ON, null, 'in this tab');
  history.replaceState(history.state, '', kept.next ? loginPath(kept.next) : pages.login);
  return { secret: kept.secret ?? '', answer };
}

export function useLogInBySignOn() {
  return useToastMutation({
    send: (back: Pick<LoginBySignOn, 'secret' | 'answer'>) =>
      api.post('/api/auth/login-sign-on', { body: { ...back, device: deviceId('log-in') } }),
    failure: t('workspace.loginFailed'),
  });
}

/** Always succeeds, whoever has the address. */
export function useAskForPassword() {
  return useToastMutation({
    send: (email: string) => api.post('/api/auth/forgotten-password', { body: { email } }),
    failure: t('workspace.linkNotSent'),
  });
}

export function useSetPasswordByLink() {
  return useToastMutation({
    send: (body: { code: string; newPassword: string }) =>
      api.post('/api/auth/password-by-link', { body }),
    success: () => ({
      title: t('workspace.passwordSaved'),
      description: t('workspace.passwordSavedHelp'),
    }),
    failure: t('workspace.passwordNotSaved'),
  });
}

/** Ends the session on the server. The user does not wait for the answer. */
export function logOut() {
  return api.post('/api/auth/logout').catch(() => undefined);
}
