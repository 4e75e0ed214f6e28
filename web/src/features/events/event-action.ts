import type { AdminEvent } from '@drawbridge/contract/events';

/** The actions of an event, each of which opens a dialog; `often` marks those that are needed during an event. */
export const eventActions = [
  { action: 'qr-code', label: 'QR Code', often: true },
  { action: 'raffle', label: 'Raffle', often: true },
  { action: 'sponsors', label: 'Sponsors', often: false },
  { action: 'prizes', label: 'Prizes', often: false },
  { action: 'volunteers', label: 'Volunteers', often: false },
  { action: 'leads', label: 'Leads', often: true },
  { action: 'edit', label: 'Edit', often: false },
  { action: 'delete', label: 'Delete', often: false },
] as const;

export type EventAction = (typeof eventActions)[number]['action'];

/** The props of every dialog about one event. */
export interface EventDialogProps {
  event: AdminEvent;
  onClose: () => void;
}
