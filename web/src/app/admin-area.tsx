import { adminPages } from '@drawbridge/contract/pages';
import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { lazyPage, PageLoading } from './error-boundary.tsx';
import { ScreenStart } from './screen-start.tsx';

const AdminLayout = lazyPage(() =>
  import('./admin-layout.tsx').then((module) => module.AdminLayout),
);
const EventsPage = lazyPage(() =>
  import('./pages/events-page.tsx').then((module) => module.EventsPage),
);
const LeadsPage = lazyPage(() =>
  import('./pages/leads-page.tsx').then((module) => module.LeadsPage),
);
const VolunteersPage = lazyPage(() =>
  import('./pages/volunteers-page.tsx').then((module) => module.VolunteersPage),
);
const AnalyticsPage = lazyPage(() =>
  import('./pages/analytics-page.tsx').then((module) => module.AnalyticsPage),
);
const SettingsPage = lazyPage(() =>
  import('./pages/settings-page.tsx').then((module) => module.SettingsPage),
);
const AccountsPage = lazyPage(() =>
  import('./pages/accounts-page.tsx').then((module) => module.AccountsPage),
);
const PeoplePage = lazyPage(() =>
  import('./pages/people-page.tsx').then((module) => module.PeoplePage),
);
const AuditPage = lazyPage(() =>
  import('./pages/audit-page.tsx').then((module) => module.AuditPage),
);

/** The admin screens inside one layout, which stays mounted between them. */
export function AdminArea() {
  return (
    <AdminLayout>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path={adminPages.events} component={EventsPage} />
          <Route path={adminPages.leads} component={LeadsPage} />
          <Route path={adminPages.volunteers} component={VolunteersPage} />
          <Route path={adminPages.analytics} component={AnalyticsPage} />
          <Route path={adminPages.settings} component={SettingsPage} />
          <Route path={adminPages.accounts} component={AccountsPage} />
          <Route path={adminPages.audit} component={AuditPage} />
          <Route path={adminPages.people} component={PeoplePage} />
        </Switch>
        <ScreenStart />
      </Suspense>
    </AdminLayout>
  );
}
