import { adminPages } from '@drawbridge/contract/pages';
import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { lazyPage } from './lazy-page.ts';
import { PageLoading } from './page-loading.tsx';
import { ScreenStart } from './screen-start.tsx';

const AdminLayout = lazyPage(() => import('./admin-layout.tsx'), 'AdminLayout');
const EventsPage = lazyPage(() => import('./pages/events-page.tsx'), 'EventsPage');
const LeadsPage = lazyPage(() => import('./pages/leads-page.tsx'), 'LeadsPage');
const VolunteersPage = lazyPage(() => import('./pages/volunteers-page.tsx'), 'VolunteersPage');
const AnalyticsPage = lazyPage(() => import('./pages/analytics-page.tsx'), 'AnalyticsPage');
const SettingsPage = lazyPage(() => import('./pages/settings-page.tsx'), 'SettingsPage');
const AccountsPage = lazyPage(() => import('./pages/accounts-page.tsx'), 'AccountsPage');
const PeoplePage = lazyPage(() => import('./pages/people-page.tsx'), 'PeoplePage');
const AuditPage = lazyPage(() => import('./pages/audit-page.tsx'), 'AuditPage');

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
