import type { Volunteer } from '@drawbridge/contract/volunteers';
import { AtSign, CalendarDays, ContactRound, KeyRound } from 'lucide-react';
import { countOf, formatCount } from '../../lib/formats.ts';
import { Avatar, Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmChange } from '../../ui/dialogs-of-list.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';
import { useMailLogInLink, useMailOn } from '../mail/api.ts';
import { useDeleteVolunteer } from './api.ts';

interface VolunteerCardProps {
  volunteer: Volunteer;
  /** Opens the dialog of a button. */
  onOpen: (dialog: 'assignments' | 'log-in' | 'edit' | 'delete') => void;
}

export function VolunteerCard({ volunteer, onOpen }: VolunteerCardProps) {
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
                assigned to {countOf(volunteer.activeEventCount, 'event')}
              </Badge>
              <Badge icon={ContactRound} tone="info">
                {countOf(volunteer.leadCount, 'lead')}
              </Badge>
              {volunteer.letInBy.length > 0 && (
                <span
                  {...{
                    [TOOLTIP]: 'It ends when they are assigned to an event that is not theirs',
                  }}
                >
                  <Badge icon={KeyRound}>log-in given by {volunteer.letInBy.join(', ')}</Badge>
                </span>
              )}
            </div>
          </div>
        </div>
        <div className="grid w-full grid-cols-2 gap-2 md:flex md:w-auto md:flex-wrap md:gap-1.5">
          <Button size="small" onClick={() => onOpen('assignments')}>
            Assignments
          </Button>
          {volunteer.manageable && (
            <>
              <Button size="small" onClick={() => onOpen('log-in')}>
                Log in on a phone
              </Button>
              {mailOn && volunteer.email && (
                <Button
                  size="small"
                  pending={mailLink.isPending}
                  onClick={() => mailLink.mutate(volunteer.id)}
                >
                  Mail a log-in link
                </Button>
              )}
              <Button size="small" onClick={() => onOpen('edit')}>
                Edit
              </Button>
              <Button size="small" variant="danger" onClick={() => onOpen('delete')}>
                Delete
              </Button>
            </>
          )}
        </div>
      </div>
      <div className="mt-3 border-t pt-2.5 md:mt-2 md:flex md:gap-4 md:pt-2">
        <h3 className="mb-1.5 shrink-0 font-semibold font-text text-ink-2 text-sm md:mb-0 md:leading-8">
          Lead Collections by Event
        </h3>
        {volunteer.events.length === 0 ? (
          <p className="text-ink-2 text-sm md:leading-8">No event assignments yet</p>
        ) : (
          <ul className="grid gap-2 sm:grid-cols-2 md:flex md:min-w-0 md:flex-wrap md:gap-1.5">
            {volunteer.events.map((event) => (
              <li
                key={event.eventId}
                className="flex min-w-0 items-baseline justify-between gap-3 rounded-m bg-sunk px-3.5 py-1 md:gap-2 md:px-2.5"
              >
                <span className="truncate text-sm">{event.eventName}</span>
                <span className="shrink-0 text-ink-2 text-sm">
                  <span className="font-display font-semibold text-ink text-lg tabular-nums">
                    {formatCount(event.leadCount)}
                  </span>{' '}
                  {event.leadCount === 1 ? 'lead' : 'leads'}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

interface DeleteVolunteerDialogProps {
  volunteer: Volunteer;
  onClose: () => void;
}

export function DeleteVolunteerDialog({ volunteer, onClose }: DeleteVolunteerDialogProps) {
  return (
    <ConfirmChange
      title="Delete Volunteer"
      description="Are you sure you want to delete this volunteer? This will remove all their assignments and cannot be undone."
      confirmLabel="Delete"
      mutation={useDeleteVolunteer(volunteer)}
      onClose={onClose}
    />
  );
}
