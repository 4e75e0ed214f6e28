import { adminPages, pages } from '@drawbridge/contract/pages';
import { Route, Switch } from 'wouter';
import { queryClient } from '../lib/query-client.ts';
import { AdminArea } from './admin-area.tsx';
import { lazyPage } from './error-boundary.tsx';
import { HomePage } from './pages/home-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { RequireUser } from './require-user.tsx';
import { WorkspaceFrame } from './workspace-frame.tsx';

const HelpPage = lazyPage(() => import('./pages/help-page.tsx').then((module) => module.HelpPage));
const LoginPage = lazyPage(() =>
  import('./pages/login-page.tsx').then((module) => module.LoginPage),
);
const RafflePage = lazyPage(() =>
  import('./pages/raffle-page.tsx').then((module) => module.RafflePage),
);
const StagePage = lazyPage(() =>
  import('./pages/stage-page.tsx').then((module) => module.StagePage),
);
const TicketPage = lazyPage(() =>
  import('./pages/ticket-page.tsx').then((module) => module.TicketPage),
);
const VerifyPage = lazyPage(() =>
  import('./pages/verify-page.tsx').then((module) => module.VerifyPage),
);
const VolunteerPage = lazyPage(() =>
  import('./pages/volunteer-page.tsx').then((module) => module.VolunteerPage),
);
const VolunteerSettingsPage = lazyPage(() =>
  import('./pages/volunteer-settings-page.tsx').then((module) => module.VolunteerSettingsPage),
);

const anyAdminPage = new RegExp(`^(${Object.values(adminPages).join('|')})/?$`);

/** All screens except the lead form. */
export function Workspace() {
  return (
    <WorkspaceFrame client={queryClient}>
      <Switch>
        <Route path={pages.home} component={HomePage} />
        <Route path={pages.login} component={LoginPage} />
        <Route path={pages.help} component={HelpPage} />
        <Route path={pages.raffle}>
          {({ eventId }) => <RafflePage key={eventId} eventId={eventId} />}
        </Route>
        <Route path={pages.stage}>
          {({ eventId }) => <StagePage key={eventId} eventId={eventId} />}
        </Route>
        <Route path={pages.ticket}>
          {({ eventId }) => <TicketPage key={eventId} eventId={eventId} />}
        </Route>
        <Route path={pages.verify}>
          {({ eventId }) => <VerifyPage key={eventId} eventId={eventId} />}
        </Route>
        <Route path={pages.volunteerLeads}>
          <RequireUser>
            <VolunteerPage />
          </RequireUser>
        </Route>
        <Route path={pages.volunteerSettings}>
          <RequireUser>
            <VolunteerSettingsPage />
          </RequireUser>
        </Route>
        <Route path={anyAdminPage}>
          <RequireUser only="admin">
            <AdminArea />
          </RequireUser>
        </Route>
        <Route component={NotFoundPage} />
      </Switch>
    </WorkspaceFrame>
  );
}
