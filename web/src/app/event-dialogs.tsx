import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { ComponentType, ReactNode } from 'react';
import type { EventAction, EventDialogProps } from '../events/events/event-actions.tsx';
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx';

const eventForms = () => import('../events/events/create-event-dialog.tsx');
const deletions = () => import('../events/events/delete-event-dialog.tsx');

/** The dialog that each button of an event opens. */
const dialogs: Record<EventAction, ComponentType<EventDialogProps>> = {
  'qr-code': lazyDialog(() => import('../events/sharing/share-dialogs.tsx'), 'EventQrDialog'),
  raffle: lazyDialog(() => import('../raffle/raffle-link-dialog.tsx'), 'RaffleLinkDialog'),
  sponsors: lazyDialog(
    () => import('../events/sponsors/manage-sponsors-dialog.tsx'),
    'ManageSponsorsDialog',
    'sponsor',
  ),
  prizes: lazyDialog(
    () => import('../raffle/prizes/manage-prizes-dialog.tsx'),
    'ManagePrizesDialog',
  ),
  volunteers: lazyDialog(
    () => import('../team/volunteers/manage-volunteers-dialog.tsx'),
    'ManageVolunteersDialog',
  ),
  leads: lazyDialog(() => import('../collecting/leads/event-leads-dialog.tsx'), 'EventLeadsDialog'),
  edit: lazyDialog(eventForms, 'EditEventDialog'),
  duplicate: lazyDialog(eventForms, 'CreateEventDialog'),
  delete: lazyDialog(deletions, 'DeleteEventDialog'),
  erasure: lazyDialog(deletions, 'ConfirmErasureDialog'),
};

export const CreateEventDialog = lazyDialog(eventForms, 'CreateEventDialog');

/** The dialogs of events, for a list of them. */
export const eventDialogs = Object.fromEntries(
  Object.entries(dialogs).map(([action, Dialog]) => [
    action,
    (close: () => void, event: AdminEvent) => <Dialog event={event} onClose={close} />,
  ]),
) as Record<EventAction, (close: () => void, event: AdminEvent) => ReactNode>;
