import { Moon, Sun } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../lib/device/storage.ts';
import { createListeners } from '../../lib/listeners.ts';
import { t } from '../../lib/texts/texts.ts';
import { IconButton } from '../icon-button.tsx';
import { Wordmark } from './wordmark.tsx';

/** The bar above a page without a sidebar; the page's own links follow the theme button. */
export function TopBar({ children }: { children?: ReactNode }) {
  return (
    <header className="flex h-16 items-center gap-2 border-b bg-card px-4 md:px-6 print:hidden">
      <span className="me-auto flex">
        <Wordmark />
      </span>
      <ThemeToggle />
      {children}
    </header>
  );
}

export function ThemeToggle() {
  const [theme, setTheme] = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';

  return (
    <IconButton
      icon={other === 'dark' ? Moon : Sun}
      label={t(other === 'dark' ? 'visitor.darkTheme' : 'visitor.lightTheme')}
      onClick={() => setTheme(other)}
    />
  );
}

type Theme = 'light' | 'dark';

const listeners = createListeners();

function useTheme(): [theme: Theme, setTheme: (theme: Theme) => void] {
  return [useSyncExternalStore(listeners.add, currentTheme, () => 'light'), setTheme];
}

// public/theme.js sets the class before the first paint.
function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function setTheme(theme: Theme): void {
  writeStored('theme', theme);
  applyTheme(theme);
}

function applyTheme(theme: Theme): void {
  document.documentElement.classList.remove('light', 'dark');
  document.documentElement.classList.add(theme);
  listeners.call();
}

// The server has no such event when it renders a page.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === 'theme') applyTheme(readStored('theme') === 'dark' ? 'dark' : 'light');
});
