import type { AdminEvent } from '@drawbridge/contract/events';

/** What can be done with an event; each opens a dialog. */
export const eventActions = [
  { action: 'qr-code', label: 'QR Code' },
  { action: 'raffle', label: 'Raffle' },
  { action: 'sponsors', label: 'Sponsors' },
  { action: 'prizes', label: 'Prizes' },
  { action: 'volunteers', label: 'Volunteers' },
  { action: 'leads', label: 'Leads' },
  { action: 'edit', label: 'Edit' },
  { action: 'delete', label: 'Delete' },
] as const;

export type EventAction = (typeof eventActions)[number]['action'];

/** What every dialog about one event gets. */
export interface EventDialogProps {
  event: AdminEvent;
  onClose: () => void;
}
