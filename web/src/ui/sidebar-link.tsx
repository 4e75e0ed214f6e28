import type { LucideIcon } from 'lucide-react';
import { Link, useRoute } from 'wouter';
import { classNames } from '../lib/class-names.ts';
import { useSidebar } from './sidebar-context.tsx';
import { Tooltip } from './tooltip.tsx';

interface SidebarLinkProps {
  to: string;
  icon: LucideIcon;
  label: string;
}

export function SidebarLink({ to, icon: Icon, label }: SidebarLinkProps) {
  const { phone, expanded, sheetOpen, setSheetOpen } = useSidebar();
  const [current] = useRoute(to);
  const iconOnly = !phone && !expanded;

  const link = (
    <Link
      to={to}
      // The sheet has an entry of its own in the history, which becomes that of the page.
      replace={phone && sheetOpen}
      aria-current={current ? 'page' : undefined}
      aria-label={iconOnly ? label : undefined}
      onClick={() => setSheetOpen(false)}
      className={classNames(
        'flex h-11 shrink-0 items-center gap-3 rounded-m px-2.25 font-medium transition-colors duration-150 md:h-10',
        current ? 'bg-chosen text-ink shadow-lift' : 'text-ink-2 hover:bg-mute-soft hover:text-ink',
      )}
    >
      <Icon aria-hidden className={classNames('size-4.5 shrink-0', current && 'text-accent')} />
      {!iconOnly && <span>{label}</span>}
    </Link>
  );
  return iconOnly ? (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
