import {
  adminPages,
  loginPath,
  movedPages,
  pageRegExp,
  pages,
} from '@drawbridge/contract/core/pages';
import type { Role } from '@drawbridge/contract/login/auth';
import { type ComponentType, Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { api } from '../lib/api/api-client.ts';
import { currentSession, keepUser, useSession } from '../lib/api/session.ts';
import { lazyPage } from '../lib/lazy-part.tsx';
import { queryClient, readAgain } from '../lib/queries/query-client.ts';
import { showAccountLanguage } from '../lib/texts/account-language.ts';
import { t, useLanguage } from '../lib/texts/texts.ts';
import { buttonClasses } from '../ui/button.tsx';
import { NoticePage } from '../ui/frame/ticket.tsx';
import { pageTexts } from './page-texts.ts';
import { HomePage, LoginPage } from './pages/login-page.tsx';
import { RafflePage } from './pages/raffle-page.tsx';
import { TicketPage } from './pages/ticket-page.tsx';
import { WorkspaceFrame } from './workspace-frame.tsx';

/** The administration is in the language of the person's account. */
const AdminArea = lazyPage(async () => {
  const area = await import('./admin-area.tsx');
  await showAccountLanguage(currentSession().user);
  return area;
}, 'AdminArea');
const HelpPage = lazyPage(async () => {
  const page = await import('../operations/help/help-page.tsx');
  const { user } = currentSession();
  if (user?.role === 'admin') await showAccountLanguage(user);
  return page;
}, 'HelpPage');
const PasswordPage = lazyPage(
  () => import('../login/password-page.tsx'),
  'PasswordPage',
  ...pageTexts.password,
);
const sponsorPages = () => import('../outreach/sponsor-page/sponsor-page.tsx');
const SponsorPage = lazyPage(sponsorPages, 'SponsorPage', ...pageTexts.sponsor);
const SponsorReportPage = lazyPage(sponsorPages, 'SponsorReportPage', ...pageTexts.sponsorReport);
const VolunteerPage = lazyPage(
  () => import('./pages/volunteer-page.tsx'),
  'VolunteerPage',
  ...pageTexts.volunteerLeads,
);
const VolunteerSettingsPage = lazyPage(
  () => import('../team/settings/volunteer-settings-page.tsx'),
  'VolunteerSettingsPage',
  ...pageTexts.volunteerSettings,
);

const RemotePage = lazyPage(
  () => import('./pages/remote-page.tsx'),
  'RemotePage',
  ...pageTexts.remote,
);
const StagePage = lazyPage(() => import('./pages/stage-page.tsx'), 'StagePage', ...pageTexts.stage);
const VerifyPage = lazyPage(
  () => import('./pages/verify-page.tsx'),
  'VerifyPage',
  ...pageTexts.verify,
);

type PageOfEvent = [path: `/event/:eventId/${string}`, Page: ComponentType<{ eventId: string }>];
const pagesOfEvent: PageOfEvent[] = [
  [pages.raffle, RafflePage],
  [pages.stage, StagePage],
  [pages.remote, RemotePage],
  [pages.ticket, TicketPage],
  [pages.verify, VerifyPage],
];

/** Events and prizes, which have texts of the organiser. */
const translated = /^\/api\/(events\/[^/]+|prizes\?.*)$/;

const anyAdminPage = pageRegExp(...Object.values(adminPages), ...Object.keys(movedPages));

/**
 * All screens except the lead form. The screens that most visitors open are in the same file: on a phone in a crowded
 * hall, each further request takes longer than its content.
 */
export function Workspace() {
  const language = useLanguage();
  const cameIn = useRef<string | undefined>(language);
  // The page's data has the translations into its own language alone. All others are read when another language is
  // chosen.
  useEffect(() => {
    if (!cameIn.current || language === cameIn.current) return;
    cameIn.current = undefined;
    readAgain({ predicate: ({ queryKey }) => translated.test(String(queryKey[0])) });
  }, [language]);
  return (
    <WorkspaceFrame client={queryClient}>
      <Switch>
        <Route path={pages.home} component={HomePage} />
        <Route path={pages.login} component={LoginPage} />
        <Route path={pages.password} component={PasswordPage} />
        <Route path={pages.help} component={HelpPage} />
        {pagesOfEvent.map(([path, Page]) => (
          <Route key={path} path={path}>
            {({ eventId }) => <Page key={eventId} eventId={eventId} />}
          </Route>
        ))}
        <Route path={pages.sponsor} component={SponsorPage} />
        {/* Outside the administration, because it is printed and in the language of the event. */}
        <Route path={adminPages.sponsorReport}>
          {({ sponsorId }) => (
            <RequireUser only="admin">
              <SponsorReportPage sponsorId={sponsorId} />
            </RequireUser>
          )}
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

function NotFoundPage() {
  return (
    <NoticePage title={t('workspace.notFound')} text={t('workspace.notFoundHelp')}>
      <Link to={pages.home} className={buttonClasses('secondary', 'medium')}>
        {t('workspace.toStart')}
      </Link>
    </NoticePage>
  );
}

let asked = false;

/** Shows its children to logged-in users. After an expired session, the login returns to this page. */
function RequireUser({ only, children }: { only?: Role; children: ReactNode }) {
  const { user, expired } = useSession();
  const [path] = useLocation();

  useEffect(() => {
    // The session is checked once per page load; later, every call notices when it has expired.
    if (asked || !user) return;
    asked = true;
    api
      .get('/api/auth/me')
      .then(keepUser)
      // The screen's own calls report that the server is unavailable.
      .catch(() => {});
  }, [user]);

  if (!user) {
    return <Redirect to={expired ? loginPath(path + location.search) : pages.login} replace />;
  }
  if (only && user.role !== only) return <Redirect to={pages.volunteerLeads} replace />;
  // The key resets the screens when another user logs in in another tab.
  return <Fragment key={user.id}>{children}</Fragment>;
}
