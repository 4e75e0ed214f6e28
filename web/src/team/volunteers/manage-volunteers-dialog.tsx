import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { Readiness } from '@drawbridge/contract/raffle/readiness';
import {
  type Assignment,
  assignmentInput,
  eventVolunteerForm,
  type Volunteer,
} from '@drawbridge/contract/team/volunteers';
import { useQueries } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { readinessQuery } from '../../raffle/readiness/ready-to-draw.tsx';
import { Avatar } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { useUnsavedChanges } from '../../ui/dialogs/unsaved-changes.ts';
import { Form } from '../../ui/fields/form.tsx';
import { ControlledField, SchemaField } from '../../ui/fields/schema-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { EmptyState, Resource } from '../../ui/resource.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { InvitationLink, invitable, PasswordOrInvitation } from '../accounts/invitation.tsx';
import {
  assignmentsQuery,
  useAssignVolunteer,
  useCreateVolunteer,
  volunteersQuery,
} from './api.ts';
import { AssignmentRow } from './assignment-row.tsx';
import { LoginCodeDialog, LoginSheet } from './login-codes.tsx';

interface ManageVolunteersDialogProps {
  event: AdminEvent;
  onClose: () => void;
}

export function ManageVolunteersDialog({ event, onClose }: ManageVolunteersDialogProps) {
  return (
    <Dialog title={say('Manage Volunteers')} description={event.name} onClose={onClose}>
      <DialogBody>
        <TeamPanel event={event} />
      </DialogBody>
    </Dialog>
  );
}

/** The team on the event's page, where each row says what the volunteer is doing. */
export function TeamTab({ event }: { event: AdminEvent }) {
  const [volunteers, readiness] = useQueries({
    queries: [volunteersQuery, readinessQuery(event.id)],
  });
  const [shown, setShown] = useState<string>();
  const withCode = volunteers.data?.find(({ id }) => id === shown);
  return (
    <>
      <TeamPanel event={event} devices={readiness.data?.devices ?? []} onShowCode={setShown} />
      {withCode && <LoginCodeDialog volunteer={withCode} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface TeamPanelProps {
  event: AdminEvent;
  /** What the volunteers' devices have reported. */
  devices?: Readiness['devices'] | undefined;
  onShowCode?: ((volunteerId: string) => void) | undefined;
}

function TeamPanel({ event, devices, onShowCode }: TeamPanelProps) {
  const [volunteers, assignments] = useQueries({ queries: [volunteersQuery, assignmentsQuery] });
  return (
    <Resource
      reads={[volunteers, assignments]}
      what={{ loading: say('Loading volunteers'), failed: say('Could not load volunteers') }}
    >
      {(all, assigned) => (
        <VolunteerTabs
          event={event}
          volunteers={all}
          devices={devices}
          onShowCode={onShowCode}
          assignments={assigned.filter(
            ({ eventId, accessRevoked }) => eventId === event.id && !accessRevoked,
          )}
        />
      )}
    </Resource>
  );
}
const newVolunteer = eventVolunteerForm.extend(invitable);

/** 'ben · logged in 8:02 AM · 31 leads · all sent' */
function describe(volunteer: Volunteer, eventId: string, devices: Readiness['devices']): string {
  const { id, username, manageable, loggedInAt, events } = volunteer;
  const own = devices.filter(({ volunteerId }) => volunteerId === id);
  const unsent = own.reduce((sum, device) => sum + device.unsent, 0);
  const leads = events.find((each) => each.eventId === eventId)?.leadCount ?? 0;
  return [
    username,
    manageable &&
      (loggedInAt
        ? say('logged in {moment}', { moment: formatTimestamp(loggedInAt) })
        : say('not logged in')),
    say('{count} lead', '{count} leads', { count: leads }),
    own.length > 0 &&
      (unsent > 0
        ? say('{count} lead not sent yet', '{count} leads not sent yet', { count: unsent })
        : say('all sent')),
  ]
    .filter(Boolean)
    .join(' · ');
}

interface VolunteerTabsProps extends Pick<TeamPanelProps, 'devices' | 'onShowCode'> {
  event: AdminEvent;
  volunteers: Volunteer[];
  /** The event's active assignments. */
  assignments: Assignment[];
}

function VolunteerTabs(props: VolunteerTabsProps) {
  const { event, volunteers, assignments, devices, onShowCode } = props;
  const [tab, setTab] = useState('assigned');
  // Both forms are created here, so that switching tabs does not lose the input.
  const choice = useZodForm(assignmentInput, {
    defaultValues: { volunteerId: '', eventId: event.id },
  });
  const account = useZodForm(newVolunteer, {
    defaultValues: { name: '', username: '', password: '', invite: false, email: '' },
  });
  useUnsavedChanges(account.formState.isDirty);
  const assign = useAssignVolunteer('event');
  const create = useCreateVolunteer('event');
  const assignedIds = new Set(assignments.map(({ volunteerId }) => volunteerId));

  const invited = create.data?.invited;
  const assigned =
    assignments.length === 0 ? (
      <EmptyState
        icon={UsersRound}
        title={say('No volunteers assigned')}
        help={say('Assign someone with an account, or create a new account.')}
        action={
          <Button
            variant="primary"
            onClick={() => setTab(volunteers.length > 0 ? 'existing' : 'new')}
          >
            {say('Choose a volunteer')}
          </Button>
        }
      />
    ) : (
      <>
        {invited && (
          <div className="mb-4 rounded-m bg-sunk p-4">
            <InvitationLink {...invited} />
          </div>
        )}
        <ul
          aria-label={say('Assigned volunteers')}
          className="divide-y divide-line rounded-m border"
        >
          {assignments.map(({ id, volunteerId, volunteer: { name, username } }) => {
            const account = volunteers.find((each) => each.id === volunteerId);
            return (
              <AssignmentRow
                key={id}
                screen="event"
                assignmentId={id}
                name={name ?? username}
                note={account && devices ? describe(account, event.id, devices) : username}
                icon={<Avatar name={name ?? username} />}
                onShowCode={
                  account?.manageable && onShowCode ? () => onShowCode(volunteerId) : undefined
                }
              />
            );
          })}
        </ul>
        {new Date(`${event.date}T23:59`) > new Date() && <LoginSheet event={event} />}
      </>
    );

  const existing =
    volunteers.length === 0 ? (
      <p className="rounded-m bg-sunk p-4 text-ink-2 text-sm">
        {say('No volunteers yet. Use the "Create New" tab to create an account.')}
      </p>
    ) : (
      <Form
        form={choice}
        onSubmit={(chosen) => assign.mutate(chosen, { onSuccess: () => choice.reset() })}
        pending={assign.isPending}
        className="flex flex-col gap-4"
      >
        <ControlledField name="volunteerId" label={say('Volunteer')} required>
          {(control) => (
            <Select
              {...control}
              value={control.value ?? ''}
              placeholder={say('Select a volunteer')}
              options={volunteers.map(({ id, username }) => ({
                value: id,
                label: assignedIds.has(id)
                  ? say('{username} (Already assigned)', { username })
                  : username,
                disabled: assignedIds.has(id),
              }))}
            />
          )}
        </ControlledField>
        <Button
          type="submit"
          variant="primary"
          className="md:self-start"
          pending={assign.isPending}
        >
          {assign.isPending ? say('Assigning...') : say('Assign to Event')}
        </Button>
      </Form>
    );

  const created = (
    <Form
      form={account}
      onSubmit={(values) =>
        create.mutate(
          { ...values, eventIds: [event.id] },
          {
            onSuccess: ({ volunteerId, refusals }) => {
              account.reset();
              // If the assignment failed, the volunteer is preselected for another try.
              if (refusals.length > 0) choice.setValue('volunteerId', volunteerId);
              setTab(refusals.length > 0 ? 'existing' : 'assigned');
            },
          },
        )
      }
      pending={create.isPending}
      error={create.error}
      className="flex flex-col gap-4"
    >
      <SchemaField name="name" />
      <SchemaField name="username" />
      <PasswordOrInvitation name="password" sendable />
      <Button type="submit" variant="primary" className="md:self-start" pending={create.isPending}>
        {create.isPending ? say('Creating...') : say('Create Volunteer Account')}
      </Button>
    </Form>
  );

  return (
    <Tabs
      label={say('Volunteers')}
      value={tab}
      onValueChange={setTab}
      tabs={[
        {
          value: 'assigned',
          label: say('Assigned ({assignments})', { assignments: assignments.length }),
          content: assigned,
        },
        { value: 'existing', label: say('Assign Existing'), content: existing },
        { value: 'new', label: say('Create New'), content: created },
      ]}
    />
  );
}
