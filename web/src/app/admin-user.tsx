import { adminPages } from '@drawbridge/contract/pages';
import { LogOut, Settings } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { classNames } from '../lib/class-names.ts';
import { useSession } from '../lib/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useSidebar } from '../ui/sidebar-context.tsx';
import { SidebarLink } from '../ui/sidebar-link.tsx';
import { TOOLTIP } from '../ui/tooltip-classes.ts';

const settingsPages: string[] = [adminPages.settings, adminPages.accounts, adminPages.audit];

/** The signed-in user, at the bottom of the sidebar. */
export function AdminUser({ onLogout }: { onLogout: () => void }) {
  const { user } = useSession();
  const { phone, expanded, setSheetOpen } = useSidebar();
  const [path] = useLocation();
  const inSettings = settingsPages.includes(path);
  if (!user) return null;
  if (!phone && !expanded) {
    return (
      <div className="flex flex-col items-center gap-1.5 pt-1">
        <span {...{ [TOOLTIP]: `${user.username}, ${user.role}` }}>
          <Avatar name={user.username} />
        </span>
        <SidebarLink to={adminPages.settings} icon={Settings} label="Settings" />
        <IconButton icon={LogOut} label="Logout" onClick={onLogout} />
      </div>
    );
  }

  return (
    <div className="flex items-center gap-2 p-1.5">
      <Link
        to={adminPages.settings}
        title="Settings"
        onClick={() => setSheetOpen(false)}
        className={classNames(
          'group -m-1 flex min-w-0 flex-1 items-center gap-2.5 rounded-m p-1 transition-colors duration-150',
          inSettings ? 'bg-chosen shadow-lift' : 'hover:bg-mute-soft',
        )}
      >
        <Avatar name={user.username} />
        <div className="min-w-0 flex-1 leading-tight">
          <p className="truncate font-semibold">{user.username}</p>
          <p className="text-ink-2 text-sm">{user.role}</p>
        </div>
        <span className="sr-only">Settings</span>
        <Settings aria-hidden className="size-4 shrink-0 text-ink-2 group-hover:text-ink" />
      </Link>
      <Button size="small" onClick={onLogout}>
        Logout
      </Button>
    </div>
  );
}
