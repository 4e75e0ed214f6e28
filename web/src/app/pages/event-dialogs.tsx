import type { ComponentType } from 'react';
import { DeleteEventDialog } from '../../features/events/dialogs/delete-event-dialog.tsx';
import { EventQrDialog } from '../../features/events/dialogs/event-qr-dialog.tsx';
import { RaffleLinkDialog } from '../../features/events/dialogs/raffle-link-dialog.tsx';
import type { EventAction, EventDialogProps } from '../../features/events/event-action.ts';
import { EditEventDialog } from '../../features/events/form/edit-event-dialog.tsx';
import { EventLeadsDialog } from '../../features/leads/event-dialog/event-leads-dialog.tsx';
import { ManagePrizesDialog } from '../../features/prizes/manage-prizes-dialog.tsx';
import { ManageSponsorsDialog } from '../../features/sponsors/manage-sponsors-dialog.tsx';
import { ManageVolunteersDialog } from '../../features/volunteers/manage-volunteers-dialog.tsx';

/** The dialog that each button of an event opens. */
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
