import type { AdminEvent } from '@drawbridge/contract/events/events';
import { english } from '@drawbridge/contract/languages/english';
import {
  type Assignment,
  type Volunteer,
  volunteerEditForm,
  volunteerForm,
} from '@drawbridge/contract/team/volunteers';
import { useState } from 'react';
import { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { MultiSelect } from '../../ui/fields/multi-select.tsx';
import { ControlledField } from '../../ui/fields/schema-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { inviteVolunteer } from '../accounts/api.ts';
import { EmailField } from '../accounts/email-field.tsx';
import { InvitationDialog, invitable, PasswordOrInvitation } from '../accounts/invitation.tsx';
import { useAssignVolunteer, useCreateVolunteer, VOLUNTEERS } from './api.ts';
import { AssignmentRow } from './assignment-row.tsx';

interface AddVolunteerDialogProps {
  events: AdminEvent[];
  onClose: () => void;
}

const newVolunteer = volunteerForm.extend({ ...invitable, eventIds: z.array(z.string()) });
const volunteerEdit = volunteerEditForm.extend({ invite: invitable.invite });
const ASSIGN = english('Assign to Events (Optional)');

export function AddVolunteerDialog({ events, onClose }: AddVolunteerDialogProps) {
  return (
    <ChangeDialog
      title={say('Add Volunteer')}
      description={say('Create an account and choose the events it can collect leads for.')}
      schema={newVolunteer}
      values={{
        fullName: '',
        username: '',
        password: '',
        invite: false,
        email: '',
        eventIds: [],
      }}
      fields={['fullName', 'username']}
      mutation={useCreateVolunteer('page')}
      submit={[say('Create Volunteer'), say('Creating...')]}
      result={({ invited }) => invited && <InvitationDialog {...invited} onClose={onClose} />}
      onClose={onClose}
    >
      <PasswordOrInvitation name="password" sendable />
      <ControlledField name="eventIds" label={say(ASSIGN)}>
        {({ value: chosen, onValueChange }) =>
          events.length === 0 ? (
            <Note text={say('No events available. Create events first to assign volunteers.')} />
          ) : (
            <>
              <MultiSelect
                label={say(ASSIGN)}
                options={events.map(({ id, name, location }) => ({
                  value: id,
                  label: name,
                  hint: location,
                }))}
                values={chosen}
                onValuesChange={onValueChange}
              />
              <p aria-live="polite" className="text-ink-2 text-sm">
                {say('{chosen} event(s) selected', { chosen: chosen.length })}
              </p>
            </>
          )
        }
      </ControlledField>
    </ChangeDialog>
  );
}

function Note({ text }: { text: string }) {
  return <p className="rounded-m bg-sunk p-4 text-ink-2 text-sm">{text}</p>;
}

interface EditVolunteerDialogProps {
  volunteer: Volunteer;
  onClose: () => void;
}

export function EditVolunteerDialog({ volunteer, onClose }: EditVolunteerDialogProps) {
  return (
    <ChangeDialog
      title={say('Edit Volunteer')}
      description={say("Update the volunteer's name, username or password.")}
      schema={volunteerEdit}
      values={{
        fullName: volunteer.name ?? '',
        username: volunteer.username,
        email: volunteer.email ?? '',
        password: '',
        invite: false,
      }}
      fields={['fullName', 'username']}
      mutation={{
        send: async ({ invite, password, ...changed }) => {
          const params = { volunteerId: volunteer.id };
          const body = invite ? changed : { ...changed, password };
          const { username } = await api.patch('/api/users/:volunteerId', { params, body });
          return invite ? { ...(await inviteVolunteer(volunteer.id)), username } : undefined;
        },
        success: {
          title: say('Volunteer updated'),
          description: say('Volunteer information has been updated successfully'),
        },
        failure: say('Update failed'),
        changes: [VOLUNTEERS],
      }}
      submit={[say('Update Volunteer'), say('Updating...')]}
      result={(created) =>
        created && (
          <InvitationDialog
            {...created}
            name={volunteer.name ?? volunteer.username}
            who="volunteer"
            onClose={onClose}
          />
        )
      }
      onClose={onClose}
    >
      <EmailField />
      <PasswordOrInvitation name="password" />
    </ChangeDialog>
  );
}

interface AssignmentsDialogProps extends EditVolunteerDialogProps {
  events: AdminEvent[];
  /** All assignments of all volunteers, including revoked ones. */
  assignments: Assignment[];
}

export function AssignmentsDialog(props: AssignmentsDialogProps) {
  const { volunteer, events, assignments, onClose } = props;
  const [eventId, setEventId] = useState('');
  const assignVolunteer = useAssignVolunteer('page');

  const active = assignments.filter(
    (assignment) => assignment.volunteerId === volunteer.id && !assignment.accessRevoked,
  );
  const assignedIds = new Set(active.map((assignment) => assignment.eventId));
  const open = events.filter((event) => !assignedIds.has(event.id));

  return (
    <Dialog
      title={say('Manage Event Assignments')}
      description={say('The events {name} can collect leads for.', {
        name: volunteer.name ?? volunteer.username,
      })}
      onClose={onClose}
    >
      <DialogBody>
        {open.length === 0 ? (
          <Note
            text={
              events.length === 0
                ? say('No events available. Create events first to assign volunteers.')
                : say('This volunteer is assigned to all available events')
            }
          />
        ) : (
          <div className="flex items-end gap-2">
            <Field label={say('Assign to an event')} className="min-w-0 flex-1">
              <Select
                value={eventId}
                onValueChange={setEventId}
                placeholder={say('Select an event')}
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
              onClick={() =>
                assignVolunteer.mutate(
                  { volunteerId: volunteer.id, eventId },
                  { onSuccess: () => setEventId('') },
                )
              }
            >
              {say('Assign')}
            </Button>
          </div>
        )}
        <section aria-labelledby="current-assignments">
          <h3 id="current-assignments" className="mb-2 text-lg">
            {say('Current Assignments')}
          </h3>
          {active.length === 0 ? (
            <p className="text-ink-2">{say('No event assignments yet')}</p>
          ) : (
            <ul className="divide-y divide-line rounded-m border">
              {active.map(({ id, eventId }) => {
                const event = events.find((event) => event.id === eventId);
                return (
                  <AssignmentRow
                    key={id}
                    screen="page"
                    assignmentId={id}
                    name={event?.name ?? say('Unknown Event')}
                    note={event?.location}
                  />
                );
              })}
            </ul>
          )}
        </section>
      </DialogBody>
    </Dialog>
  );
}
