import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eventsQuery } from '../../features/events/api.ts';
import { EventLeadsDialog } from '../../features/leads/event-leads-dialog.tsx';
import { ManagePrizesDialog } from '../../features/prizes/manage-prizes-dialog.tsx';
import { ManageSponsorsDialog } from '../../features/sponsors/manage-sponsors-dialog.tsx';
import { ManageVolunteersDialog } from '../../features/volunteers/manage-volunteers-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Ticket } from '../../ui/ticket.tsx';

const dialogs = {
  Sponsors: ManageSponsorsDialog,
  Prizes: ManagePrizesDialog,
  Volunteers: ManageVolunteersDialog,
  Leads: EventLeadsDialog,
};

export function EventsPage() {
  const events = useQuery(eventsQuery);
  const [open, setOpen] = useState<{ label: keyof typeof dialogs; eventId: string }>();
  const event = open && events.data?.find(({ id }) => id === open.eventId);
  const Dialog = open && dialogs[open.label];

  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Events" subtitle="Manage your event campaigns and track performance" />
      {events.data?.map(({ id, name, leadCount, volunteerCount, prizeCount }) => (
        <Ticket key={id} aria-label={name} className="p-5">
          <h2 className="break-words text-xl">{name}</h2>
          <p>
            {leadCount} leads, {volunteerCount} volunteers, {prizeCount} prizes
          </p>
          <div className="mt-3 flex flex-wrap gap-1.5">
            {(Object.keys(dialogs) as (keyof typeof dialogs)[]).map((label) => (
              <Button key={label} size="small" onClick={() => setOpen({ label, eventId: id })}>
                {label}
              </Button>
            ))}
          </div>
        </Ticket>
      ))}
      {event && Dialog && <Dialog event={event} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
