import { type LucideIcon, PanelLeft } from 'lucide-react';
import { Dialog } from 'radix-ui';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { Link, useRoute } from 'wouter';
import { classNames } from '../../lib/class-names.ts';
import { PHONE, useMediaQuery } from '../../lib/device/use-media-query.ts';
import { listen } from '../../lib/queries/listen.ts';
import { say } from '../../lib/texts/say.ts';
import { useOpenDialog } from '../dialogs/open-dialogs.ts';
import { useReturnFocus } from '../fields/focus.ts';
import { IconButton } from '../icon-button.tsx';
import { TOOLTIP } from '../tooltip.tsx';

interface SidebarProps {
  header: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

/** 16rem wide, 3rem when collapsed; on phones an 18rem sheet. */
export function Sidebar({ header, footer, children }: SidebarProps) {
  const { phone, expanded, sheetOpen, setSheetOpen } = useSidebar();

  const content = (
    <>
      <div className="flex h-16 shrink-0 items-center px-3">{header}</div>
      <nav aria-label={say('Main')} className="flex flex-1 flex-col gap-1 overflow-y-auto p-1.5">
        {children}
      </nav>
      <div className="shrink-0 border-t p-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))]">
        {footer}
      </div>
    </>
  );

  if (phone) {
    return sheetOpen && <Sheet onClose={() => setSheetOpen(false)}>{content}</Sheet>;
  }

  return (
    <aside
      data-state={expanded ? 'expanded' : 'collapsed'}
      className={classNames(
        'sticky top-0 flex h-dvh shrink-0 flex-col overflow-hidden border-e bg-sunk transition-[width] duration-150',
        expanded ? 'w-64' : 'w-12',
      )}
    >
      {content}
    </aside>
  );
}

/** The sidebar as a sheet. Escape, a press beside it and the browser's Back close it. */
function Sheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const returnFocus = useReturnFocus();
  useOpenDialog(() => {
    onClose();
    return true;
  });
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-appear bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirstLink}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 start-0 z-30 flex w-72 max-w-[85vw] animate-slide-in flex-col border-e bg-sunk text-ink shadow-float"
        >
          <Dialog.Title className="sr-only">{say('Navigation')}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Radix would skip the links and focus the button below them. */
function focusFirstLink(event: Event): void {
  event.preventDefault();
  (event.currentTarget as Element).querySelector<HTMLElement>('nav a')?.focus();
}

const COOKIE = 'sidebar_state';
const SEVEN_DAYS = 7 * 24 * 3600;

interface SidebarState {
  /** True under 768 px, where the sidebar is a sheet over the page. */
  phone: boolean;
  expanded: boolean;
  sheetOpen: boolean;
  setSheetOpen: (open: boolean) => void;
  toggle: () => void;
}

const SidebarContext = createContext<SidebarState | undefined>(undefined);

export function useSidebar(): SidebarState {
  const state = useContext(SidebarContext);
  if (!state) throw new Error('useSidebar needs a SidebarProvider around it');
  return state;
}

/** Remembers the sidebar's state in a cookie, and toggles it with Ctrl+B or Cmd+B. */
export function SidebarProvider({ children }: { children: ReactNode }) {
  const phone = useMediaQuery(PHONE);
  const [expanded, setExpanded] = useState(() => !document.cookie.includes(`${COOKIE}=false`));
  const [sheetOpen, setSheetOpen] = useState(false);

  function toggle() {
    if (phone) return setSheetOpen(!sheetOpen);
    setExpanded(!expanded);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
    document.cookie = `${COOKIE}=${!expanded}; path=/; max-age=${SEVEN_DAYS}; SameSite=Lax`;
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => listen(window, { keydown: (event) => handleKey(event) }), []);

  return (
    <SidebarContext value={{ phone, expanded, sheetOpen, setSheetOpen, toggle }}>
      {children}
    </SidebarContext>
  );
}

interface SidebarLinkProps {
  to: string;
  /** The link's icon. A link without one belongs to the link above it, and stands for all pages below its own. */
  icon?: LucideIcon;
  label: string;
}

export function SidebarLink({ to, icon: Icon, label }: SidebarLinkProps) {
  const { phone, expanded, sheetOpen, setSheetOpen } = useSidebar();
  const [current] = useRoute(Icon ? to : `${to}/*?`);
  const iconOnly = !phone && !expanded;
  if (iconOnly && !Icon) return null;

  return (
    <Link
      to={to}
      // The sheet has a history entry of its own, which becomes that of the page.
      replace={phone && sheetOpen}
      aria-current={current ? 'page' : undefined}
      {...(iconOnly && { 'aria-label': label, [TOOLTIP]: label, 'data-side': 'right' })}
      onClick={() => setSheetOpen(false)}
      className={classNames(
        'flex h-11 shrink-0 items-center gap-3 rounded-m px-2.25 font-medium transition-colors duration-150 md:h-10',
        current ? 'bg-chosen text-ink shadow-lift' : 'text-ink-2 hover:bg-mute-soft hover:text-ink',
      )}
    >
      {Icon ? (
        <Icon aria-hidden className={classNames('size-4.5 shrink-0', current && 'text-accent')} />
      ) : (
        <span className="size-4.5 shrink-0" />
      )}
      {!iconOnly && <span className="truncate">{label}</span>}
    </Link>
  );
}

export function SidebarTrigger() {
  const { phone, expanded, sheetOpen, toggle } = useSidebar();

  return (
    <IconButton
      icon={PanelLeft}
      label={say('Toggle sidebar')}
      aria-expanded={phone ? sheetOpen : expanded}
      onClick={toggle}
    />
  );
}

/** The id of the space in the top bar of the admin layout, which screens can fill. */
export const TOP_BAR_SPACE = 'top-bar-space';

/** The id of the space beside the content of the admin layout, in which an item of a list can be shown. */
export const SIDE_SPACE = 'side-space';
