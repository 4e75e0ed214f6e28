import { loginPath, pages } from '@drawbridge/contract/core/pages';
import type { LoginBySignOn } from '@drawbridge/contract/login/sign-on';
import { useHistoryState } from 'wouter/use-browser-location';
import { api, urlOf } from '../lib/api/api-client.ts';
import { deviceId, readStored, writeStored } from '../lib/device/storage.ts';
import { useToastMutation } from '../lib/queries/use-toast-mutation.ts';
import { t } from '../lib/texts/texts.ts';
import { buttonClasses } from '../ui/button.tsx';

/** The storage key for this tab's data while the user is at the provider. */
const SIGN_ON = 'sign-on';

/** Goes to the provider, which returns to the login page. */
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
 * The provider's response with the secret of this tab; undefined if the user does not come from the provider. The
 * response does not stay in the history, and works once.
 */
export function takeSignOnResponse(): Pick<LoginBySignOn, 'secret' | 'response'> | undefined {
  const response = location.search;
  if (!new URLSearchParams(response).has('state')) return undefined;
  const stored = JSON.parse(readStored(SIGN_ON, 'in this tab') ?? '{}');
  writeStored(SIGN_ON, null, 'in this tab');
  history.replaceState(history.state, '', stored.next ? loginPath(stored.next) : pages.login);
  return { secret: stored.secret ?? '', response };
}

export function useLogInBySignOn() {
  return useToastMutation({
    send: (back: Pick<LoginBySignOn, 'secret' | 'response'>) =>
      api.post('/api/auth/login-sign-on', { body: { ...back, device: deviceId('login') } }),
    failure: t('workspace.loginFailed'),
  });
}

interface LeftProvider {
  /** The provider of single sign-on at which the user is still logged in. */
  stillAt?: string;
}

/**
 * Makes the login page offer to log out at the provider, also after a reload. It is in the history's state instead of
 * the address, so that no link can cause it.
 */
export function offerToLeaveProvider(name: string): void {
  if (location.pathname !== pages.login) return;
  history.replaceState({ ...history.state, stillAt: name } satisfies LeftProvider, '');
}

/** Warns that others at this device could log in again through the provider without a password. */
export function StillAtProvider() {
  const { stillAt } = (useHistoryState<LeftProvider | null>() ?? {}) as LeftProvider;
  if (!stillAt) return null;
  return (
    <div role="status" className="mb-5 flex flex-col gap-3 rounded-m bg-wait-soft p-4">
      <p className="font-semibold">{t('workspace.stillAt', { name: stillAt })}</p>
      <p className="text-sm">{t('workspace.stillAtHelp')}</p>
      <a
        href={urlOf('/api/auth/sign-on/end')}
        className={`${buttonClasses('secondary', 'medium')} self-start`}
      >
        {t('workspace.logOutAt', { name: stillAt })}
      </a>
    </div>
  );
}

/** Ends the session on the server. The user does not wait for the response. */
export function logOut() {
  return api.post('/api/auth/logout').catch(() => undefined);
}
