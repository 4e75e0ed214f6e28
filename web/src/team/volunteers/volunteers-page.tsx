import type { Volunteer } from '@drawbridge/contract/team/volunteers';
import { useQueries } from '@tanstack/react-query';
import { AtSign, CalendarDays, ContactRound, KeyRound, Plus, UsersRound } from 'lucide-react';
import { api } from '../../lib/api/api-client.ts';
import { useMailOn } from '../../lib/queries/login-methods.ts';
import { adminApiQuery, removeRow } from '../../lib/queries/query-client.ts';
import { formatList } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Avatar, Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { ConfirmMutationDialog, useDialogs } from '../../ui/dialogs/use-dialogs.tsx';
import { listRow } from '../../ui/fields/focus.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Resource } from '../../ui/resource.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';
import { assignmentsQuery, useMailLogInLink, VOLUNTEERS, volunteersQuery } from './api.ts';

const volunteerDialogs = () => import('./volunteer-dialogs.tsx');
const AddVolunteerDialog = lazyDialog(volunteerDialogs, 'AddVolunteerDialog');
const AssignmentsDialog = lazyDialog(volunteerDialogs, 'AssignmentsDialog');
const EditVolunteerDialog = lazyDialog(volunteerDialogs, 'EditVolunteerDialog');
const LoginCodeDialog = lazyDialog(() => import('./login-codes.tsx'), 'LoginCodeDialog');

export function VolunteersPage() {
  const [volunteers, events, assignments] = useQueries({
    queries: [volunteersQuery, adminApiQuery('/api/events'), assignmentsQuery],
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
    login: (close, volunteer) => <LoginCodeDialog volunteer={volunteer} onClose={close} />,
    edit: (close, volunteer) => <EditVolunteerDialog volunteer={volunteer} onClose={close} />,
    delete: (close, { id }) => (
      <ConfirmMutationDialog
        title={say('Delete Volunteer')}
        description={say(
          'Are you sure you want to delete this volunteer? This will remove all their assignments and cannot be undone.',
        )}
        confirmLabel={say('Delete')}
        mutation={{
          send: () => api.delete('/api/users/:volunteerId', { params: { volunteerId: id } }),
          show: () => removeRow(VOLUNTEERS, id),
          success: {
            title: say('Volunteer deleted'),
            description: say('Volunteer has been removed successfully'),
          },
          failure: say('Deletion failed'),
          changes: [VOLUNTEERS],
        }}
        onClose={close}
      />
    ),
  });

  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={say('Volunteers')}
        subtitle={say('Manage volunteers and their event assignments')}
      >
        <Button icon={Plus} variant="primary" onClick={() => open('add')}>
          {say('Add Volunteer')}
        </Button>
      </PageHeader>
      <Resource
        card
        reads={[volunteers, events, assignments]}
        what={{ loading: say('Loading volunteers'), failed: say('Could not load volunteers') }}
        empty={{
          icon: UsersRound,
          title: say('No volunteers yet'),
          help: say('Volunteers collect leads at the events you assign them to.'),
          action: (
            <Button variant="primary" onClick={() => open('add')}>
              {say('Add Your First Volunteer')}
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

interface VolunteerCardProps {
  volunteer: Volunteer;
  /** Opens the dialog of a button. */
  onOpen: (dialog: 'assignments' | 'login' | 'edit' | 'delete') => void;
}

function VolunteerCard({ volunteer, onOpen }: VolunteerCardProps) {
  const name = volunteer.name ?? volunteer.username;
  const mailOn = useMailOn();
  const mailLink = useMailLogInLink();

  return (
    <Card aria-label={name} className="flex flex-col p-4 md:py-2.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-3 md:gap-y-1.5">
        <div className="flex min-w-0 items-start gap-2.5">
          <Avatar name={name} />
          <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5">
            <h2 className="min-w-0 break-words text-xl md:text-lg">{name}</h2>
            <div className="flex min-w-0 flex-wrap gap-1.5">
              <Badge icon={AtSign}>{volunteer.username}</Badge>
              <Badge icon={CalendarDays} tone={volunteer.activeEventCount ? 'ok' : 'mute'}>
                {say('assigned to {count} event', 'assigned to {count} events', {
                  count: volunteer.activeEventCount,
                })}
              </Badge>
              <Badge icon={ContactRound} tone="info">
                {say('{count} lead', '{count} leads', { count: volunteer.leadCount })}
              </Badge>
              {volunteer.credentialsIssuedBy.length > 0 && (
                <span
                  {...{
                    [TOOLTIP]: say(
                      'Revoked when the volunteer is assigned to an event that this administrator may not access',
                    ),
                  }}
                >
                  <Badge icon={KeyRound}>
                    {say('login issued by {credentialsIssuedBy}', {
                      credentialsIssuedBy: formatList(volunteer.credentialsIssuedBy),
                    })}
                  </Badge>
                </span>
              )}
            </div>
          </div>
        </div>
        <div className="grid w-full grid-cols-2 gap-2 md:flex md:w-auto md:flex-wrap md:gap-1.5">
          <Button size="small" onClick={() => onOpen('assignments')}>
            {say('Assignments')}
          </Button>
          {volunteer.manageable && (
            <>
              <Button size="small" onClick={() => onOpen('login')}>
                {say('Log in on a phone')}
              </Button>
              {mailOn && volunteer.email && (
                <Button
                  size="small"
                  pending={mailLink.isPending}
                  onClick={() => mailLink.mutate(volunteer.id)}
                >
                  {say('Email a login link')}
                </Button>
              )}
              <Button size="small" onClick={() => onOpen('edit')}>
                {say('Edit')}
              </Button>
              <Button size="small" variant="danger" onClick={() => onOpen('delete')}>
                {say('Delete')}
              </Button>
            </>
          )}
        </div>
      </div>
      <div className="mt-3 border-t pt-2.5 md:mt-2 md:flex md:gap-4 md:pt-2">
        <h3 className="mb-1.5 shrink-0 font-semibold font-text text-ink-2 text-sm md:mb-0 md:leading-8">
          {say('Lead Collections by Event')}
        </h3>
        {volunteer.events.length === 0 ? (
          <p className="text-ink-2 text-sm md:leading-8">{say('No event assignments yet')}</p>
        ) : (
          <ul className="grid gap-2 sm:grid-cols-2 md:flex md:min-w-0 md:flex-wrap md:gap-1.5">
            {volunteer.events.map((event) => (
              <li
                key={event.eventId}
                className="flex min-w-0 items-baseline justify-between gap-3 rounded-m bg-sunk px-3.5 py-1 md:gap-2 md:px-2.5"
              >
                <span className="truncate text-sm">{event.eventName}</span>
                <span className="shrink-0 text-ink-2 text-sm">
                  <RichText
                    text={say('<number>{count}</number> lead', '<number>{count}</number> leads', {
                      count: event.leadCount,
                    })}
                    tags={{
                      number: (count) => (
                        <span className="font-display font-semibold text-ink text-lg tabular-nums">
                          {count}
                        </span>
                      ),
                    }}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
