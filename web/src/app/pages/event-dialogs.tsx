import type { ComponentType } from 'react';
import type { EventAction, EventDialogProps } from '../../features/events/list/event-actions.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

/** The dialog that each button of an event opens. */
export const eventDialogs: Record<EventAction, ComponentType<EventDialogProps>> = {
  'qr-code': lazyDialog(() =>
    import('../../features/events/dialogs/share-dialogs.tsx').then(
      (module) => module.EventQrDialog,
    ),
  ),
  raffle: lazyDialog(() =>
    import('../../features/events/dialogs/share-dialogs.tsx').then(
      (module) => module.RaffleLinkDialog,
    ),
  ),
  sponsors: lazyDialog(() =>
    import('../../features/sponsors/manage-sponsors-dialog.tsx').then(
      (module) => module.ManageSponsorsDialog,
    ),
  ),
  prizes: lazyDialog(() =>
    import('../../features/prizes/manage-prizes-dialog.tsx').then(
      (module) => module.ManagePrizesDialog,
    ),
  ),
  volunteers: lazyDialog(() =>
    import('../../features/volunteers/manage-volunteers-dialog.tsx').then(
      (module) => module.ManageVolunteersDialog,
    ),
  ),
  leads: lazyDialog(() =>
    import('../../features/leads/event-dialog/event-leads-dialog.tsx').then(
      (module) => module.EventLeadsDialog,
    ),
  ),
  edit: lazyDialog(() =>
    import('../../features/events/form/create-event-dialog.tsx').then(
      (module) => module.EditEventDialog,
    ),
  ),
  duplicate: lazyDialog(() =>
    import('../../features/events/form/create-event-dialog.tsx').then(
      (module) => module.CreateEventDialog,
    ),
  ),
  delete: lazyDialog(() =>
    import('../../features/events/dialogs/delete-event-dialog.tsx').then(
      (module) => module.DeleteEventDialog,
    ),
  ),
};

export const CreateEventDialog = lazyDialog(() =>
  import('../../features/events/form/create-event-dialog.tsx').then(
    (module) => module.CreateEventDialog,
  ),
);
