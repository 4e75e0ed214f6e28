import type { AdminEvent } from '@drawbridge/contract/events';
import type { Assignment, Volunteer } from '@drawbridge/contract/volunteers';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { Select } from '../../ui/select.tsx';
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts';
import { useAssignVolunteer, useRevokeAssignment } from './api.ts';

interface AssignmentsDialogProps {
  volunteer: Volunteer;
  events: AdminEvent[];
  /** All assignments of all volunteers, including revoked ones. */
  assignments: Assignment[];
  onClose: () => void;
}

export function AssignmentsDialog({
  volunteer,
  events,
  assignments,
  onClose,
}: AssignmentsDialogProps) {
  const [eventId, setEventId] = useState('');
  const assignVolunteer = useAssignVolunteer(volunteer.id);

  const active = assignments.filter(
    (assignment) => assignment.volunteerId === volunteer.id && !assignment.accessRevoked,
  );
  const assignedIds = new Set(active.map((assignment) => assignment.eventId));
  const open = events.filter((event) => !assignedIds.has(event.id));

  return (
    <Dialog
      title="Manage Event Assignments"
      description={`The events ${volunteer.name ?? volunteer.username} can collect leads for.`}
      onClose={onClose}
    >
      <DialogBody>
        {open.length === 0 ? (
          <p className="rounded-m bg-sunk p-4 text-ink-2 text-sm">
            {events.length === 0
              ? 'No events available. Create events first to assign volunteers.'
              : 'This volunteer is assigned to all available events'}
          </p>
        ) : (
          <div className="flex items-end gap-2">
            <Field label="Assign to an event" className="min-w-0 flex-1">
              <Select
                value={eventId}
                onValueChange={setEventId}
                placeholder="Select an event"
                options={open.map(({ id, name, location }) => ({
                  value: id,
                  label: `${name} - ${location}`,
                }))}
              />
            </Field>
            <Button
              variant="primary"
              className="md:h-11"
              disabled={!eventId}
              pending={assignVolunteer.isPending}
              onClick={() => assignVolunteer.mutate(eventId, { onSuccess: () => setEventId('') })}
            >
              Assign
            </Button>
          </div>
        )}
        <section aria-labelledby="current-assignments">
          <h3 id="current-assignments" className="mb-2 text-lg">
            Current Assignments
          </h3>
          {active.length === 0 ? (
            <p className="text-ink-2">No event assignments yet</p>
          ) : (
            <ul className="divide-y divide-line rounded-m border">
              {active.map((assignment) => (
                <AssignmentRow
                  key={assignment.id}
                  assignment={assignment}
                  event={events.find((event) => event.id === assignment.eventId)}
                />
              ))}
            </ul>
          )}
        </section>
      </DialogBody>
    </Dialog>
  );
}

interface AssignmentRowProps {
  assignment: Assignment;
  event: AdminEvent | undefined;
}

function AssignmentRow({ assignment, event }: AssignmentRowProps) {
  const revokeAssignment = useRevokeAssignment();
  const name = event?.name ?? 'Unknown Event';

  return (
    <li className="flex items-center gap-3 py-2 pe-2 ps-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        {event && <p className="truncate text-ink-2 text-sm">{event.location}</p>}
      </div>
      <Button
        size="small"
        variant="danger"
        aria-label={`Remove ${name}`}
        pending={revokeAssignment.isPending}
        onClick={() => revokeAssignment.mutate(assignment.id)}
      >
        Remove
      </Button>
    </li>
  );
}

interface EventChoiceProps {
  events: AdminEvent[];
  chosenIds: string[];
  onChange: (eventIds: string[]) => void;
}

/** Selects the events of a new volunteer. */
export function EventChoice({ events, chosenIds, onChange }: EventChoiceProps) {
  useUnsavedChanges(chosenIds.length > 0);

  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-semibold text-sm">Assign to Events (Optional)</p>
      {events.length === 0 ? (
        <p className="rounded-m bg-sunk p-4 text-ink-2 text-sm">
          No events available. Create events first to assign volunteers.
        </p>
      ) : (
        <>
          <MultiSelect
            label="Assign to Events (Optional)"
            options={events.map(({ id, name, location }) => ({
              value: id,
              label: name,
              hint: location,
            }))}
            values={chosenIds}
            onValuesChange={onChange}
          />
          <p aria-live="polite" className="text-ink-2 text-sm">
            {chosenIds.length} event(s) selected
          </p>
        </>
      )}
    </div>
  );
}
