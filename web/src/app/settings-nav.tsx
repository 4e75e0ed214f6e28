import { adminPages } from '@drawbridge/contract/pages';
import { Link, useRoute } from 'wouter';
import { classNames } from '../lib/class-names.ts';

/** The screens behind the user's name, for administrators. */
export function SettingsNav() {
  return (
    <nav
      aria-label="Settings"
      className="flex max-w-full gap-1 overflow-x-auto rounded-m bg-sunk p-1 md:self-start"
    >
      <SettingsLink to={adminPages.settings} label="My account" />
      <SettingsLink to={adminPages.accounts} label="Administrators" />
      <SettingsLink to={adminPages.audit} label="Audit trail" />
    </nav>
  );
}

function SettingsLink({ to, label }: { to: string; label: string }) {
  const [current] = useRoute(to);
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'flex min-h-11 flex-1 items-center justify-center whitespace-nowrap rounded-s px-3 font-semibold text-sm transition-colors duration-150 md:min-h-9 md:flex-none',
        current ? 'bg-chosen text-ink shadow-lift' : 'text-ink-2 hover:text-ink',
      )}
    >
      {label}
    </Link>
  );
}
