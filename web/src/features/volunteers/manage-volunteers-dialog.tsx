import type { AdminEvent } from '@drawbridge/contract/events';
import {
  type Assignment,
  assignmentInput,
  eventVolunteerForm,
} from '@drawbridge/contract/volunteers';
import { useQueries } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { readsOf } from '../../lib/use-read.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Avatar } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { EmptyState, LoadFailure, NotRefreshed } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts';
import {
  assignmentsQuery,
  useCreateEventVolunteer,
  useRevokeAccess,
  volunteersQuery,
} from './api.ts';
import { AssignExistingForm, EventVolunteerForm } from './assign-forms.tsx';
import { LoginSheet } from './login-codes.tsx';

interface ManageVolunteersDialogProps {
  event: AdminEvent;
  onClose: () => void;
}

export function ManageVolunteersDialog({ event, onClose }: ManageVolunteersDialogProps) {
  const [volunteers, assignments] = useQueries({ queries: [volunteersQuery, assignmentsQuery] });
  const [tab, setTab] = useState('assigned');
  // Both forms are created here, so that switching tabs does not lose the input.
  const choice = useZodForm(assignmentInput, {
    defaultValues: { volunteerId: '', eventId: event.id },
  });
  const account = useZodForm(eventVolunteerForm, {
    defaultValues: { name: '', username: '', password: '' },
  });
  const createVolunteer = useCreateEventVolunteer(event.id);

  const reads = readsOf(volunteers, assignments);
  const active = assignments.data?.filter(
    ({ eventId, accessRevoked }) => eventId === event.id && !accessRevoked,
  );

  return (
    <Dialog title="Manage Volunteers" description={event.name} onClose={onClose}>
      <DialogBody>
        <KeptInput form={account} />
        <NotRefreshed reads={reads} />
        {volunteers.data && active ? (
          <Tabs
            label="Volunteers"
            value={tab}
            onValueChange={setTab}
            tabs={[
              {
                value: 'assigned',
                label: `Assigned (${active.length})`,
                content: <AssignedVolunteers event={event} assignments={active} />,
              },
              {
                value: 'existing',
                label: 'Assign Existing',
                content: (
                  <AssignExistingForm
                    form={choice}
                    volunteers={volunteers.data}
                    assignedIds={new Set(active.map(({ volunteerId }) => volunteerId))}
                  />
                ),
              },
              {
                value: 'new',
                label: 'Create New',
                content: (
                  <EventVolunteerForm
                    form={account}
                    pending={createVolunteer.isPending}
                    onSubmit={(values) =>
                      createVolunteer.mutate(values, {
                        onSuccess: ({ volunteerId, refused }) => {
                          account.reset();
                          // If the assignment failed, the volunteer is preselected for another try.
                          if (refused) choice.setValue('volunteerId', volunteerId);
                          setTab(refused ? 'existing' : 'assigned');
                        },
                      })
                    }
                  />
                ),
              },
            ]}
          />
        ) : reads.failure ? (
          <LoadFailure what="volunteers" error={reads.failure.error} onRetry={reads.retry} />
        ) : (
          <ListSkeleton label="Loading volunteers" />
        )}
      </DialogBody>
    </Dialog>
  );
}

/** Lets the dialog know of input in a form whose tab is not shown. */
function KeptInput<Input extends FieldValues, Output extends FieldValues>({
  form,
}: {
  form: UseFormReturn<Input, unknown, Output>;
}) {
  useUnsavedChanges(form.formState.isDirty);
  return null;
}

interface AssignedVolunteersProps {
  event: AdminEvent;
  /** The event's active assignments. */
  assignments: Assignment[];
}

function AssignedVolunteers({ event, assignments }: AssignedVolunteersProps) {
  if (assignments.length === 0) {
    return (
      <EmptyState
        icon={UsersRound}
        title="No volunteers assigned"
        help="Assign somebody who has an account, or create a new one."
      />
    );
  }
  return (
    <>
      <ul aria-label="Assigned volunteers" className="divide-y divide-line rounded-m border">
        {assignments.map((assignment) => (
          <AssignedVolunteerRow key={assignment.id} assignment={assignment} />
        ))}
      </ul>
      {new Date(`${event.date}T23:59`) > new Date() && <LoginSheet event={event} />}
    </>
  );
}

interface AssignedVolunteerRowProps {
  assignment: Assignment;
}

function AssignedVolunteerRow({ assignment }: AssignedVolunteerRowProps) {
  const revokeAccess = useRevokeAccess();
  const { username } = assignment.volunteer;
  const name = assignment.volunteer.name ?? username;

  return (
    <li className="flex items-center gap-3 py-2.5 pe-2.5 ps-3.5">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-ink-2 text-sm">{username}</p>
      </div>
      <Button
        size="small"
        variant="danger"
        aria-label={`Remove ${name}`}
        pending={revokeAccess.isPending}
        onClick={() => revokeAccess.mutate(assignment.id)}
      >
        Remove
      </Button>
    </li>
  );
}
