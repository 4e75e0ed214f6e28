import type { ComponentType } from 'react';
import type { EventAction, EventDialogProps } from '../../features/events/event-action.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

/** The dialog that each button of an event opens. */
export const eventDialogs: Record<EventAction, ComponentType<EventDialogProps>> = {
  'qr-code': lazyDialog(
    () => import('../../features/events/dialogs/event-qr-dialog.tsx'),
    'EventQrDialog',
  ),
  raffle: lazyDialog(
    () => import('../../features/events/dialogs/raffle-link-dialog.tsx'),
    'RaffleLinkDialog',
  ),
  sponsors: lazyDialog(
    () => import('../../features/sponsors/manage-sponsors-dialog.tsx'),
    'ManageSponsorsDialog',
  ),
  prizes: lazyDialog(
    () => import('../../features/prizes/manage-prizes-dialog.tsx'),
    'ManagePrizesDialog',
  ),
  volunteers: lazyDialog(
    () => import('../../features/volunteers/manage-volunteers-dialog.tsx'),
    'ManageVolunteersDialog',
  ),
  leads: lazyDialog(
    () => import('../../features/leads/event-dialog/event-leads-dialog.tsx'),
    'EventLeadsDialog',
  ),
  edit: lazyDialog(
    () => import('../../features/events/form/edit-event-dialog.tsx'),
    'EditEventDialog',
  ),
  delete: lazyDialog(
    () => import('../../features/events/dialogs/delete-event-dialog.tsx'),
    'DeleteEventDialog',
  ),
};

export const CreateEventDialog = lazyDialog(
  () => import('../../features/events/form/create-event-dialog.tsx'),
  'CreateEventDialog',
);
