import { pages } from '@drawbridge/contract/pages';
import { useHistoryState } from 'wouter/use-browser-location';
import { urlOf } from '../../lib/api-client.ts';
import { t } from '../../lib/texts.ts';
import { buttonClasses } from '../../ui/button.tsx';

interface LeftProvider {
  /** The provider of single sign-on, at which the person is still logged in. */
  stillAt?: string;
}

/** Lets the log-in page say it, also after a reload. Nobody else can: it is not part of the address. */
export function offerToLeaveProvider(name: string): void {
  if (location.pathname !== pages.login) return;
  history.replaceState({ ...history.state, stillAt: name } satisfies LeftProvider, '');
}

/** Others at this device could come back in through the provider without a password. */
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
