import { useQueries } from '@tanstack/react-query';
import { Plus, UsersRound } from 'lucide-react';
import { eventsQuery } from '../../features/events/api.ts';
import { assignmentsQuery, volunteersQuery } from '../../features/volunteers/api.ts';
import { DeleteVolunteerDialog, VolunteerCard } from '../../features/volunteers/volunteer-card.tsx';
import { Button } from '../../ui/button.tsx';
import { useDialogs } from '../../ui/dialogs-of-list.tsx';
import { Resource } from '../../ui/empty-state.tsx';
import { listRow } from '../../ui/focus.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const volunteerDialogs = () => import('../../features/volunteers/volunteer-dialogs.tsx');
const AddVolunteerDialog = lazyDialog(volunteerDialogs, 'AddVolunteerDialog');
const AssignmentsDialog = lazyDialog(volunteerDialogs, 'AssignmentsDialog');
const EditVolunteerDialog = lazyDialog(volunteerDialogs, 'EditVolunteerDialog');
const LoginCodeDialog = lazyDialog(
  () => import('../../features/volunteers/login-codes.tsx'),
  'LoginCodeDialog',
);

export function VolunteersPage() {
  const [volunteers, events, assignments] = useQueries({
    queries: [volunteersQuery, eventsQuery, assignmentsQuery],
  });
  const [open, dialog] = useDialogs(volunteers.data, {
    add: (close) => <AddVolunteerDialog events={events.data ?? []} onClose={close} />,
    assignments: (close, volunteer) => (
      <AssignmentsDialog
        volunteer={volunteer}
        events={events.data ?? []}
        assignments={assignments.data ?? []}
        onClose={close}
      />
    ),
    'log-in': (close, volunteer) => <LoginCodeDialog volunteer={volunteer} onClose={close} />,
    edit: (close, volunteer) => <EditVolunteerDialog volunteer={volunteer} onClose={close} />,
    delete: (close, volunteer) => <DeleteVolunteerDialog volunteer={volunteer} onClose={close} />,
  });

  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Volunteers" subtitle="Manage volunteers and their event assignments">
        <Button variant="primary" onClick={() => open('add')}>
          <Plus aria-hidden />
          Add Volunteer
        </Button>
      </PageHeader>
      <Resource
        card
        reads={[volunteers, events, assignments]}
        what="volunteers"
        empty={{
          icon: UsersRound,
          title: 'No volunteers yet',
          help: 'Volunteers collect leads at the events you assign them to.',
          action: (
            <Button variant="primary" onClick={() => open('add')}>
              Add Your First Volunteer
            </Button>
          ),
        }}
      >
        {(rows) => (
          <ul className="flex flex-col gap-3">
            {rows.map((volunteer) => (
              <li key={volunteer.id} {...listRow} className="rounded-l">
                <VolunteerCard volunteer={volunteer} onOpen={(name) => open(name, volunteer.id)} />
              </li>
            ))}
          </ul>
        )}
      </Resource>
      {dialog}
    </div>
  );
}
