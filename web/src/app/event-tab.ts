import type { EventTab } from '@drawbridge/contract/core/pages';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { english } from '@drawbridge/contract/languages/english';
import type { EventAction } from '../events/events/event-actions.tsx';

/** The props of each tab of an event's page. */
export interface EventTabProps {
  event: AdminEvent;
  leads: number;
  onAction: (action: EventAction) => void;
}

const labels = english([
  'Overview',
  'Form',
  'Prizes',
  'Sponsors',
  'Team',
  'Leads',
  'Draw',
  'Results',
  'Settings',
]);
export type EventTabLabel = (typeof labels)[number];

export interface EventTabOf {
  /** The tab's name in the address; the overview has none. */
  name: EventTab | undefined;
  label: EventTabLabel;
}

/** The tabs of an event's page, in their order. */
export const eventTabs: readonly EventTabOf[] = labels.map((label) => ({
  name: label === 'Overview' ? undefined : (label.toLowerCase() as EventTab),
  label,
}));
