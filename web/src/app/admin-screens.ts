import { CalendarDays, ChartColumn, ContactRound, type LucideIcon, UsersRound } from 'lucide-react';

interface AdminScreen {
  label: string;
  /** The screens with an icon are in the sidebar, the others behind the user's name. */
  icon?: LucideIcon;
  /** For administrators of all events, not for those who organise single ones. */
  allEvents?: true;
}

/** The screens of the administration in the order of its navigation, by the name of their path. */
export const adminScreens = {
  events: { label: 'Events', icon: CalendarDays },
  leads: { label: 'Leads', icon: ContactRound },
  volunteers: { label: 'Volunteers', icon: UsersRound },
  analytics: { label: 'Analytics', icon: ChartColumn },
  settings: { label: 'My account' },
  accounts: { label: 'Administrators', allEvents: true },
  audit: { label: 'Audit trail' },
  people: { label: "A person's data" },
  programs: { label: 'Programs', allEvents: true },
} as const satisfies Record<string, AdminScreen>;

export type ScreenName = keyof typeof adminScreens;

export const screenList = Object.entries<AdminScreen>(adminScreens).map(([name, screen]) => ({
  name: name as ScreenName,
  ...screen,
}));
