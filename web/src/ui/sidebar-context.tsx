import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { PHONE, useMediaQuery } from '../lib/use-media-query.ts';

const COOKIE = 'sidebar_state';
const SEVEN_DAYS = 7 * 24 * 3600;

interface SidebarState {
  /** Under 768 px the sidebar is a sheet over the page. */
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

  const toggle = useCallback(() => {
    if (phone) return setSheetOpen((open) => !open);
    const next = !expanded;
    setExpanded(next);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
    document.cookie = `${COOKIE}=${next}; path=/; max-age=${SEVEN_DAYS}; SameSite=Lax`;
  }, [phone, expanded]);

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      toggle();
    }
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [toggle]);

  const state = useMemo(
    () => ({ phone, expanded, sheetOpen, setSheetOpen, toggle }),
    [phone, expanded, sheetOpen, toggle],
  );
  return <SidebarContext value={state}>{children}</SidebarContext>;
}
