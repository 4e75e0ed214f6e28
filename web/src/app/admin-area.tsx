import { adminPages, movedPages } from '@drawbridge/contract/core/pages';
import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { useIsLimited } from '../lib/api/session.ts';
import { lazyPage } from '../lib/lazy-part.tsx';
import { listen } from '../lib/queries/listen.ts';
import { needSentences } from '../lib/texts/say.ts';
import { dismissFailure } from '../lib/toast.ts';
import { guardNavigation } from '../ui/dialogs/unsaved-changes.ts';
import { findHeading } from '../ui/fields/focus.ts';
import { PageNav } from '../ui/page-header.tsx';
import { AdminLayout, SettingsNav } from './admin-layout.tsx';
import { adminScreens, EVENT_PATTERN, type ScreenName } from './admin-screens.ts';
import { PageLoading } from './error-boundary.tsx';
import { pageTexts } from './page-texts.ts';

needSentences('admin', 'problems');

const EventPage = lazyPage(() => import('./pages/event-page.tsx'), 'EventPage');
const screens: Record<ScreenName, ComponentType> = {
  events: lazyPage(() => import('./pages/events-page.tsx'), 'EventsPage'),
  leads: lazyPage(() => import('./pages/leads-page.tsx'), 'LeadsPage'),
  volunteers: lazyPage(() => import('../team/volunteers/volunteers-page.tsx'), 'VolunteersPage'),
  analytics: lazyPage(() => import('../collecting/analytics/analytics-page.tsx'), 'AnalyticsPage'),
  settings: lazyPage(
    () => import('../team/settings/settings-page.tsx'),
    'SettingsPage',
    ...pageTexts.settings,
  ),
  server: lazyPage(() => import('../operations/server/server-page.tsx'), 'ServerPage'),
  accounts: lazyPage(() => import('../team/accounts/accounts-page.tsx'), 'AccountsPage'),
  integrations: lazyPage(
    () => import('../outreach/integrations/integrations-page.tsx'),
    'IntegrationsPage',
  ),
  privacy: lazyPage(() => import('./pages/privacy-page.tsx'), 'PrivacyPage'),
};

/** The target of old links for an administrator who is now limited to some events. */
const toSettings = <Redirect to={adminPages.settings} replace />;

/** The admin screens inside one layout, which stays mounted between them. */
export function AdminArea() {
  const limited = useIsLimited();
  return (
    <Router aroundNav={guardNavigation}>
      <AdminLayout>
        <Suspense fallback={<PageLoading />}>
          <Switch>
            {adminScreens.map((screen) => {
              const Screen = screens[screen.name];
              return (
                <Route key={screen.name} path={adminPages[screen.name]}>
                  {limited && 'allEvents' in screen ? (
                    toSettings
                  ) : (
                    <PageNav value={'inSidebar' in screen ? null : <SettingsNav />}>
                      <Screen />
                    </PageNav>
                  )}
                </Route>
              );
            })}
            {Object.entries(movedPages).map(([before, now]) => (
              <Route key={before} path={before}>
                <Redirect to={now + location.search} replace />
              </Route>
            ))}
            <Route path={EVENT_PATTERN}>
              {({ eventId, tab }) => <EventPage key={eventId} eventId={eventId} tab={tab} />}
            </Route>
          </Switch>
          <ScreenStart />
        </Suspense>
      </AdminLayout>
    </Router>
  );
}

/**
 * Starts a new screen like a newly loaded page: scrolled to the top, with its heading read out, and without the
 * previous screen's error. It is rendered inside the screens' Suspense, so that it waits for their code too. On back
 * and forward it leaves the scroll position to the browser, which restores it.
 */
function ScreenStart() {
  const [path] = useLocation();
  const pushed = useRef<string>(undefined);

  useEffect(() => {
    const recordActivity = () => {
      pushed.current = location.pathname;
    };
    // wouter's own events, for every `history.pushState` and `history.replaceState`.
    return listen(window, { pushState: recordActivity, replaceState: recordActivity });
  }, []);

  useEffect(() => {
    const isNew = pushed.current === path;
    pushed.current = undefined;
    dismissFailure();
    if (!isNew) return;
    scrollTo(0, 0);
    findHeading()?.focus({ preventScroll: true });
  }, [path]);

  return null;
}
