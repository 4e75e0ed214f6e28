import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { EventAction } from '../events/events/event-actions.tsx';

/** The props of each tab of an event's page. */
export interface EventTabProps {
  event: AdminEvent;
  leads: number;
  onAction: (action: EventAction) => void;
}
