import { type EventInput, eventInput } from '@drawbridge/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useZodForm } from '../../../lib/use-zod-form.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { drawsQuery, eventsQuery, useCreateEvent, useUpdateEvent } from '../api.ts';
import type { EventDialogProps } from '../list/event-actions.tsx';
import { SponsorFields } from '../sponsors/sponsor-fields.tsx';
import { useSponsorQueue } from '../sponsors/use-sponsor-queue.ts';
import { BasicFields } from './event-fields.tsx';
import { eventChanges, lastUsedCountry } from './event-form.ts';
import { FinancialFields } from './financial-fields.tsx';
import { MoreOptions } from './more-options.tsx';

/** In the order of the form, in which wrong fields get the focus. */
const empty = {
  name: '',
  date: '',
  status: 'upcoming',
  location: '',
  totalAmountCollected: '',
  roa: '',
  winnerDisplay: 'full',
  organiser: '',
  privacyText: '',
  privacyUrl: '',
  consentNote: '',
  marketingText: '',
  retentionDays: null,
} as const;

export interface CreateEventDialogProps extends Pick<EventDialogProps, 'onClose'> {
  /** The event to duplicate. */
  event?: EventDialogProps['event'];
}

export function CreateEventDialog({ event: copied, onClose }: CreateEventDialogProps) {
  const form = useZodForm(eventInput, {
    defaultValues: {
      ...empty,
      ...(copied && {
        name: copied.name,
        location: copied.location,
        country: copied.country,
        winnerDisplay: copied.winnerDisplay,
        organiser: copied.organiser,
        privacyText: copied.privacyText,
        privacyUrl: copied.privacyUrl,
        consentNote: copied.consentNote,
        marketingText: copied.marketingText,
        retentionDays: copied.retentionDays,
        copyOf: copied.id,
      }),
    },
  });
  const { data: events = [] } = useQuery(eventsQuery);
  const sponsorQueue = useSponsorQueue();
  const createEvent = useCreateEvent();

  function create(event: EventInput) {
    // A sponsor that was typed but not queued yet is included.
    const sponsors = sponsorQueue.takeAll();
    if (sponsors) createEvent.mutate({ event, sponsors }, { onSuccess: onClose });
  }

  return (
    <Dialog
      title={copied ? 'Duplicate Event' : 'Create Event'}
      description={
        copied
          ? `With the sponsors, prizes and texts of ${copied.name}, without its leads.`
          : 'Add an event to collect leads and run raffles.'
      }
      onClose={onClose}
    >
      <DialogForm
        form={form}
        onSubmit={create}
        submitLabel="Create Event"
        pendingLabel={createEvent.isPending ? 'Creating...' : 'Create Event'}
        // Wait for a logo that is still being read.
        pending={createEvent.isPending || sponsorQueue.logo.reading}
      >
        <BasicFields form={form} isNew />
        <SponsorFields queue={sponsorQueue} />
        <FinancialFields form={form} />
        <MoreOptions form={form} lastCountry={lastUsedCountry(events)} />
      </DialogForm>
    </Dialog>
  );
}

export function EditEventDialog({ event, onClose }: EventDialogProps) {
  // The event as it was when the form opened; the list behind it may be refetched meanwhile.
  const [before] = useState(event);
  const form = useZodForm(eventInput, { defaultValues: before });
  const updateEvent = useUpdateEvent(event.id);
  const { data: draws } = useQuery(drawsQuery(event.id));
  const drawn = draws && (draws.sealed !== null || draws.draws.length > 0);
  const hasWinners = draws?.draws.some(({ kind }) => kind === 'draw');

  return (
    <Dialog title="Edit Event" description="Update the event's details." onClose={onClose}>
      <DialogForm
        form={form}
        onSubmit={(after) =>
          updateEvent.mutate(eventChanges(before, after), { onSuccess: onClose })
        }
        submitLabel="Update Event"
        pendingLabel="Updating..."
        pending={updateEvent.isPending}
      >
        <BasicFields form={form} />
        <FinancialFields form={form} />
        <MoreOptions form={form} event={event} drawn={drawn} hasWinners={hasWinners} />
      </DialogForm>
    </Dialog>
  );
}
