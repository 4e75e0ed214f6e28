import { adminPages, eventPath, pages } from '@drawbridge/contract/core/pages';
import { english } from '@drawbridge/contract/languages/english';
import type { SessionUser } from '@drawbridge/contract/login/auth';
import { useQuery } from '@tanstack/react-query';
import {
  CalendarDays,
  ChartColumn,
  CircleQuestionMark,
  ContactRound,
  LogOut,
  Settings,
  UsersRound,
} from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { eventsQuery } from '../events/events/api.ts';
import { isLimited, useIsLimited, useSession } from '../lib/api/session.ts';
import { classNames } from '../lib/class-names.ts';
import { say } from '../lib/texts/say.ts';
import { LogoutDialog } from '../login/logout-dialog.tsx';
import { HelpLink } from '../operations/help/help-link.tsx';
import { Avatar } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { skipToList } from '../ui/fields/focus.ts';
import {
  SIDE_SPACE,
  Sidebar,
  SidebarLink,
  SidebarProvider,
  SidebarTrigger,
  TOP_BAR_SPACE,
  useSidebar,
} from '../ui/frame/sidebar.tsx';
import { ThemeToggle } from '../ui/frame/theme-toggle.tsx';
import { Mark, Wordmark } from '../ui/frame/wordmark.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TOOLTIP } from '../ui/tooltip.tsx';
import { adminScreens, EVENT_PATTERN } from './admin-screens.ts';
import { Keyboard } from './keyboard.tsx';

const icons = {
  events: CalendarDays,
  leads: ContactRound,
  volunteers: UsersRound,
  analytics: ChartColumn,
};

const skipLink =
  'sr-only z-50 rounded-m bg-card px-4 py-3 font-semibold text-ink shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:start-2';

export function AdminLayout({ children }: { children: ReactNode }) {
  const [loggingOut, setLoggingOut] = useState(false);

  return (
    <SidebarProvider>
      <a href="#content" className={skipLink}>
        {say('Skip to content')}
      </a>
      {/* biome-ignore lint/a11y/useValidAnchor: where there is no list, it leads to the content. */}
      <a href="#content" onClick={skipToList} className={skipLink}>
        {say('Skip to the list')}
      </a>
      <div className="flex min-h-dvh">
        <Sidebar
          header={<AdminBrand />}
          footer={<AdminUser onLogout={() => setLoggingOut(true)} />}
        >
          {adminScreens.map(
            (screen) =>
              'inSidebar' in screen && (
                <Fragment key={screen.name}>
                  <SidebarLink
                    to={adminPages[screen.name]}
                    icon={icons[screen.name]}
                    label={say(screen.label)}
                  />
                  {screen.name === 'events' && <OpenEvent />}
                </Fragment>
              ),
          )}
        </Sidebar>
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center justify-between border-b bg-paper px-2 md:px-4">
            <SidebarTrigger />
            <div id={TOP_BAR_SPACE} className="min-w-0 flex-1" />
            <Keyboard />
            <HelpLink label={say('Help for this screen')} />
            <ThemeToggle />
          </header>
          <div className="flex flex-1">
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto w-full min-w-0 max-w-7xl flex-1 px-4 py-4 md:px-5 lg:px-8 lg:py-5"
            >
              {children}
            </main>
            <div id={SIDE_SPACE} />
          </div>
        </div>
      </div>
      {loggingOut && <LogoutDialog onClose={() => setLoggingOut(false)} />}
    </SidebarProvider>
  );
}

function OpenEvent() {
  const [isOpen, params] = useRoute(EVENT_PATTERN);
  const { data: events } = useQuery({ ...eventsQuery, enabled: isOpen });
  const event = events?.find(({ id }) => id === params?.eventId);
  return event && <SidebarLink to={eventPath(event.id)} label={event.name} />;
}

/** The word mark, or only the mark if the sidebar is collapsed. */
function AdminBrand() {
  const { phone, expanded } = useSidebar();
  return phone || expanded ? (
    <Wordmark area={say('Admin')} />
  ) : (
    <Mark className="size-6 text-accent" />
  );
}

const roleNames = english({ admin: 'admin', volunteer: 'volunteer' });

const roleOf = (user: SessionUser) =>
  isLimited(user) ? say('event administrator') : say(roleNames[user.role]);

const settingsScreens = adminScreens.filter((screen) => !('inSidebar' in screen));

function AdminUser({ onLogout }: { onLogout: () => void }) {
  const { user } = useSession();
  const { phone, expanded, setSheetOpen } = useSidebar();
  const [path] = useLocation();
  const inSettings = settingsScreens.some(({ name }) => adminPages[name] === path);
  if (!user) return null;
  if (!phone && !expanded) {
    return (
      <div className="flex flex-col items-center gap-1.5 pt-1">
        <span
          {...{
            [TOOLTIP]: `${user.username}, ${roleOf(user)}`,
          }}
        >
          <Avatar name={user.username} />
        </span>
        <SidebarLink to={pages.help} icon={CircleQuestionMark} label={say('Help')} />
        <SidebarLink to={adminPages.settings} icon={Settings} label={say('Settings')} />
        <IconButton icon={LogOut} label={say('Logout')} onClick={onLogout} />
      </div>
    );
  }

  return (
    <>
      <SidebarLink to={pages.help} icon={CircleQuestionMark} label={say('Help')} />
      <div className="flex items-center gap-2 p-1.5 foreign:flex-col foreign:items-stretch">
        <Link
          to={adminPages.settings}
          title={say('Settings')}
          onClick={() => setSheetOpen(false)}
          className={classNames(
            'group -m-1 flex min-w-0 flex-1 items-center gap-2.5 rounded-m p-1 transition-colors duration-150',
            inSettings ? 'bg-chosen shadow-lift' : 'hover:bg-mute-soft',
          )}
        >
          <Avatar name={user.username} />
          <div className="min-w-0 flex-1 leading-tight">
            <p className="truncate font-semibold">{user.username}</p>
            <p className="text-ink-2 text-sm">{roleOf(user)}</p>
          </div>
          <span className="sr-only">{say('Settings')}</span>
          <Settings aria-hidden className="size-4 shrink-0 text-ink-2 group-hover:text-ink" />
        </Link>
        <Button size="small" onClick={onLogout}>
          {say('Logout')}
        </Button>
      </div>
    </>
  );
}

/** The screens behind the user's name, for administrators. */
export function SettingsNav() {
  const limited = useIsLimited();
  const [path] = useLocation();
  return (
    <nav
      aria-label={say('Settings')}
      className="flex max-w-full flex-wrap gap-1 rounded-m bg-sunk p-1 md:self-start"
    >
      {settingsScreens
        .filter((screen) => !(limited && 'allEvents' in screen))
        .map(({ name, label }) => (
          <Link
            key={name}
            to={adminPages[name]}
            aria-current={adminPages[name] === path ? 'page' : undefined}
            className="flex min-h-11 flex-auto items-center justify-center whitespace-nowrap rounded-s px-3 font-semibold text-ink-2 text-sm transition-colors duration-150 hover:text-ink aria-[current=page]:bg-chosen aria-[current=page]:text-ink aria-[current=page]:shadow-lift md:min-h-9 md:flex-none"
          >
            {say(label)}
          </Link>
        ))}
    </nav>
  );
}
