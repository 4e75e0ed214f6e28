import type { AdminEvent } from '@drawbridge/contract/events';
import { useQueries } from '@tanstack/react-query';
import { Plus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { eventsQuery } from '../../features/events/api.ts';
import { assignmentsQuery, volunteersQuery } from '../../features/volunteers/api.ts';
import {
  DeleteVolunteerDialog,
  VolunteerCard,
  VolunteersSkeleton,
} from '../../features/volunteers/volunteer-card.tsx';
import { readsOf } from '../../lib/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadFailure, NotRefreshed } from '../../ui/empty-state.tsx';
import { listRow } from '../../ui/focus.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const volunteerDialogs = () => import('../../features/volunteers/volunteer-dialogs.tsx');
const AddVolunteerDialog = lazyDialog(volunteerDialogs, 'AddVolunteerDialog');
const AssignmentsDialog = lazyDialog(
  () => import('../../features/volunteers/assignments-dialog.tsx'),
  'AssignmentsDialog',
);
const LoginCodeDialog = lazyDialog(
  () => import('../../features/volunteers/login-codes.tsx'),
  'LoginCodeDialog',
);
const EditVolunteerDialog = lazyDialog(volunteerDialogs, 'EditVolunteerDialog');

/** The open dialog. It holds an id instead of an object, so that it always shows the latest data. */
type OpenDialog =
  | { kind: 'add' }
  | { kind: 'assignments' | 'log-in' | 'edit' | 'delete'; volunteerId: string };

const noEvents: AdminEvent[] = [];

export function VolunteersPage() {
  const [volunteers, events, assignments] = useQueries({
    queries: [volunteersQuery, eventsQuery, assignmentsQuery],
  });
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const chosen =
    dialog && dialog.kind !== 'add'
      ? volunteers.data?.find(({ id }) => id === dialog.volunteerId)
      : undefined;
  const reads = readsOf(volunteers, events, assignments);

  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Volunteers" subtitle="Manage volunteers and their event assignments">
        <Button variant="primary" onClick={() => setDialog({ kind: 'add' })}>
          <Plus aria-hidden />
          Add Volunteer
        </Button>
      </PageHeader>

      <NotRefreshed reads={reads} />
      {reads.failure ? (
        <Card>
          <LoadFailure what="volunteers" error={reads.failure.error} onRetry={reads.retry} />
        </Card>
      ) : !volunteers.data || !events.data || !assignments.data ? (
        <VolunteersSkeleton />
      ) : volunteers.data.length === 0 ? (
        <Card>
          <EmptyState
            icon={UsersRound}
            title="No volunteers yet"
            help="Volunteers collect leads at the events you assign them to."
            action={
              <Button variant="primary" onClick={() => setDialog({ kind: 'add' })}>
                Add Your First Volunteer
              </Button>
            }
          />
        </Card>
      ) : (
        <ul className="flex flex-col gap-3">
          {volunteers.data.map((volunteer) => (
            <li key={volunteer.id} {...listRow} className="rounded-l">
              <VolunteerCard
                volunteer={volunteer}
                onManageAssignments={() =>
                  setDialog({ kind: 'assignments', volunteerId: volunteer.id })
                }
                onLogIn={() => setDialog({ kind: 'log-in', volunteerId: volunteer.id })}
                onEdit={() => setDialog({ kind: 'edit', volunteerId: volunteer.id })}
                onDelete={() => setDialog({ kind: 'delete', volunteerId: volunteer.id })}
              />
            </li>
          ))}
        </ul>
      )}

      {dialog?.kind === 'add' && (
        <AddVolunteerDialog events={events.data ?? noEvents} onClose={close} />
      )}
      {dialog?.kind === 'assignments' && chosen && (
        <AssignmentsDialog
          volunteer={chosen}
          events={events.data ?? noEvents}
          assignments={assignments.data ?? []}
          onClose={close}
        />
      )}
      {dialog?.kind === 'log-in' && chosen && (
        <LoginCodeDialog volunteer={chosen} onClose={close} />
      )}
      {dialog?.kind === 'edit' && chosen && (
        <EditVolunteerDialog volunteer={chosen} onClose={close} />
      )}
      {dialog?.kind === 'delete' && chosen && (
        <DeleteVolunteerDialog volunteer={chosen} onClose={close} />
      )}
    </div>
  );
}
