import { adminPages } from '@drawbridge/contract/core/pages';

/** The screens of the administration in the order of its navigation, by the name of their path. */
export const adminScreens = [
  { name: 'events', label: 'Events', inSidebar: true },
  { name: 'leads', label: 'Leads', inSidebar: true },
  { name: 'volunteers', label: 'Volunteers', inSidebar: true },
  { name: 'analytics', label: 'Analytics', inSidebar: true },
  // The screens behind the user's name. Screens about all events are hidden from administrators limited to some events.
  { name: 'settings', label: 'My account' },
  { name: 'server', label: 'Server', allEvents: true },
  { name: 'accounts', label: 'People', allEvents: true },
  { name: 'integrations', label: 'Integrations', allEvents: true },
  { name: 'privacy', label: 'Privacy & log' },
] as const satisfies { name: string; label: string; inSidebar?: true; allEvents?: true }[];

export type ScreenName = (typeof adminScreens)[number]['name'];

/** An event's page with any of its tabs, so that it stays mounted between them. */
export const EVENT_PATTERN = `${adminPages.event}/:tab?` as const;
