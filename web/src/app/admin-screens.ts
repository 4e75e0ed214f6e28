import { adminPages } from '@drawbridge/contract/core/pages';
import { english } from '@drawbridge/contract/languages/english';

/** The screens of the administration in the order of its navigation, by the name of their path. */
export const adminScreens = [
  { name: 'events', label: english('Events'), inSidebar: true },
  { name: 'leads', label: english('Leads'), inSidebar: true },
  { name: 'volunteers', label: english('Volunteers'), inSidebar: true },
  { name: 'analytics', label: english('Analytics'), inSidebar: true },
  // The screens behind the user's name. Screens about all events are hidden from administrators limited to some events.
  { name: 'settings', label: english('My account') },
  { name: 'server', label: english('Server'), allEvents: true },
  { name: 'accounts', label: english('Accounts'), allEvents: true },
  { name: 'integrations', label: english('Integrations'), allEvents: true },
  { name: 'privacy', label: english('Privacy & log') },
] as const satisfies { name: string; label: string; inSidebar?: true; allEvents?: true }[];

export type ScreenName = (typeof adminScreens)[number]['name'];

/** An event's page with any of its tabs, so that it stays mounted between them. */
export const EVENT_PATTERN = `${adminPages.event}/:tab?` as const;
