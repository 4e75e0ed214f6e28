import type { AdminEvent } from '@drawbridge/contract/events';

/** What every dialog about one event gets. */
export interface EventDialogProps {
  event: AdminEvent;
  onClose: () => void;
}
