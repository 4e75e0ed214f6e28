import type { ComponentType } from 'react';
import { DeleteEventDialog } from '../../features/events/delete-event-dialog.tsx';
import { EditEventDialog } from '../../features/events/edit-event-dialog.tsx';
import type { EventAction } from '../../features/events/event-action.ts';
import type { EventDialogProps } from '../../features/events/event-dialog-props.ts';
import { EventQrDialog } from '../../features/events/event-qr-dialog.tsx';
import { RaffleLinkDialog } from '../../features/events/raffle-link-dialog.tsx';
import { EventLeadsDialog } from '../../features/leads/event-leads-dialog.tsx';
import { ManagePrizesDialog } from '../../features/prizes/manage-prizes-dialog.tsx';
import { ManageSponsorsDialog } from '../../features/sponsors/manage-sponsors-dialog.tsx';
import { ManageVolunteersDialog } from '../../features/volunteers/manage-volunteers-dialog.tsx';

/** Which dialog each button of an event opens. */
export const eventDialogs: Record<EventAction, ComponentType<EventDialogProps>> = {
  'qr-code': EventQrDialog,
  raffle: RaffleLinkDialog,
  sponsors: ManageSponsorsDialog,
  prizes: ManagePrizesDialog,
  volunteers: ManageVolunteersDialog,
  leads: EventLeadsDialog,
  edit: EditEventDialog,
  delete: DeleteEventDialog,
};
