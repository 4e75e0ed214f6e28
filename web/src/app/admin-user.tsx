import { LogOut } from 'lucide-react';
import { useSession } from '../lib/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useSidebar } from '../ui/sidebar-context.tsx';
import { TOOLTIP } from '../ui/tooltip-classes.ts';

/** The signed-in user, at the bottom of the sidebar. */
export function AdminUser({ onLogout }: { onLogout: () => void }) {
  const { user } = useSession();
  const { phone, expanded } = useSidebar();
  if (!user) return null;
  if (!phone && !expanded) {
    return (
      <div className="flex flex-col items-center gap-1.5 pt-1">
        <span {...{ [TOOLTIP]: `${user.username}, ${user.role}` }}>
          <Avatar name={user.username} />
        </span>
        <IconButton icon={LogOut} label="Logout" onClick={onLogout} />
      </div>
    );
  }

  return (
    <div className="flex items-center gap-2.5 p-1.5">
      <Avatar name={user.username} />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate font-semibold">{user.username}</p>
        <p className="text-ink-2 text-sm">{user.role}</p>
      </div>
      <Button size="small" onClick={onLogout}>
        Logout
      </Button>
    </div>
  );
}
