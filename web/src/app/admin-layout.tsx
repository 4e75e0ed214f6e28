import { adminPages } from '@drawbridge/contract/pages';
import { CalendarDays, ChartColumn, ContactRound, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LogoutDialog } from '../features/auth/logout-dialog.tsx';
import { Mark } from '../ui/mark.tsx';
import { SharedTooltip } from '../ui/shared-tooltip.tsx';
import { Sidebar } from '../ui/sidebar.tsx';
import { SidebarProvider, useSidebar } from '../ui/sidebar-context.tsx';
import { SidebarLink } from '../ui/sidebar-link.tsx';
import { SidebarTrigger } from '../ui/sidebar-trigger.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { TOP_BAR_SPACE } from '../ui/top-bar-space.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import { AdminUser } from './admin-user.tsx';

export function AdminLayout({ children }: { children: ReactNode }) {
  const [loggingOut, setLoggingOut] = useState(false);

  return (
    <SidebarProvider>
      <a
        href="#content"
        className="sr-only z-50 rounded-m bg-card px-4 py-3 font-semibold text-ink shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh">
        <Sidebar
          header={<AdminBrand />}
          footer={<AdminUser onLogout={() => setLoggingOut(true)} />}
        >
          <SidebarLink to={adminPages.events} icon={CalendarDays} label="Events" />
          <SidebarLink to={adminPages.leads} icon={ContactRound} label="Leads" />
          <SidebarLink to={adminPages.volunteers} icon={UsersRound} label="Volunteers" />
          <SidebarLink to={adminPages.analytics} icon={ChartColumn} label="Analytics" />
        </Sidebar>
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="sticky top-0 z-20 flex h-14 shrink-0 items-center justify-between border-b bg-paper px-2 md:px-4">
            <SidebarTrigger />
            <div id={TOP_BAR_SPACE} className="min-w-0 flex-1" />
            <ThemeToggle />
          </div>
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-7xl flex-1 px-4 py-4 md:px-5 md:py-6 lg:px-8 lg:py-8"
          >
            {children}
          </main>
        </div>
      </div>
      <SharedTooltip />
      {loggingOut && <LogoutDialog onClose={() => setLoggingOut(false)} />}
    </SidebarProvider>
  );
}

/** The word mark, or only the mark if the sidebar is collapsed. */
function AdminBrand() {
  const { phone, expanded } = useSidebar();
  return phone || expanded ? <Wordmark area="Admin" /> : <Mark className="size-6 text-accent" />;
}
