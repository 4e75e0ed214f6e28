import type { AdminEvent } from '@drawbridge/contract/events';

/** The actions of an event, each of which opens a dialog. */
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

/** The props of every dialog about one event. */
export interface EventDialogProps {
  event: AdminEvent;
  onClose: () => void;
}
