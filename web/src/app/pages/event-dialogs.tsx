import type { ComponentType } from 'react';
import type { EventAction, EventDialogProps } from '../../features/events/list/event-actions.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const eventForms = () => import('../../features/events/form/create-event-dialog.tsx');
const shareDialogs = () => import('../../features/events/dialogs/share-dialogs.tsx');

/** The dialog that each button of an event opens. */
export const eventDialogs: Record<EventAction, ComponentType<EventDialogProps>> = {
  'qr-code': lazyDialog(shareDialogs, 'EventQrDialog'),
  raffle: lazyDialog(shareDialogs, 'RaffleLinkDialog'),
  sponsors: lazyDialog(
    () => import('../../features/sponsors/manage-sponsors-dialog.tsx'),
    'ManageSponsorsDialog',
    'sponsor',
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
  edit: lazyDialog(eventForms, 'EditEventDialog'),
  duplicate: lazyDialog(eventForms, 'CreateEventDialog'),
  delete: lazyDialog(
    () => import('../../features/events/dialogs/delete-event-dialog.tsx'),
    'DeleteEventDialog',
  ),
};

export const CreateEventDialog = lazyDialog(eventForms, 'CreateEventDialog');
