import { contactFields } from '@drawbridge/contract/collecting/contact';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import type { OwnAssignment } from '@drawbridge/contract/team/volunteers';
import { CalendarX } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../lib/api/session.ts';
import { readStored, writeStored } from '../../lib/device/storage.ts';
import { formatDay, formatDayLong } from '../../lib/texts/day-formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Ticket } from '../../ui/frame/ticket.tsx';
import { EmptyState } from '../../ui/resource.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/**
 * The event of new leads: the one that this account chose last on this device, else the first. The choice survives a
 * reload, so that no lead goes to the wrong event unnoticed.
 */
export function useChosenEvent(assignments: readonly OwnAssignment[] | undefined) {
  const { user } = useSession();
  const key = `event ${user?.id}`;
  const [chosenId, setChosenId] = useState(() => readStored(key));
  // If the assignment was revoked meanwhile, the first one is shown.
  const assignment = assignments?.find(({ eventId }) => eventId === chosenId) ?? assignments?.[0];
  return {
    chosen: assignment,
    choose: (eventId: string) => {
      writeStored(key, eventId);
      setChosenId(eventId);
    },
  };
}

interface EventPickerProps {
  assignments: OwnAssignment[];
  eventId: string;
  onChoose: (eventId: string) => void;
}

/**
 * Chooses the event of new leads. Label and list share a line, because the form below should be in reach of a thumb.
 * The full name is above.
 */
export function EventPicker({ assignments, eventId, onChoose }: EventPickerProps) {
  return (
    <Card className="flex items-center gap-3 ps-4 md:px-6 md:py-3">
      <p aria-hidden className="shrink-0 font-semibold text-sm">
        {t('volunteer.selectEvent')}
      </p>
      <Select
        label={t('volunteer.selectEvent')}
        value={eventId}
        onValueChange={onChoose}
        options={assignments.map(({ event }) => ({
          value: event.id,
          label: `${event.name} · ${formatDay(event.date)}`,
        }))}
      />
    </Card>
  );
}

/** The event of new leads in a few lines, so that the form is in reach. */
export function EventLine({ event }: { event: PublicEvent }) {
  return (
    <Ticket
      aria-label={event.name}
      className="break-words px-4 py-1 text-ink-2 text-xs leading-5 md:px-6 md:py-3 md:text-sm"
    >
      <h2 className="inline text-base text-ink leading-5">{event.name}</h2>
      {` · ${formatDayLong(event.date)} · ${event.location}`}
    </Ticket>
  );
}

export function NoAssignment({ onLogout }: { onLogout: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={CalendarX}
        title={t('volunteer.noAssignment')}
        help={t('volunteer.noAssignmentHelp')}
        action={<Button onClick={onLogout}>{t('workspace.logout')}</Button>}
      />
    </Card>
  );
}

export function CollectingSkeleton() {
  return (
    <div role="status" aria-label={t('volunteer.loadingEvents')} className="flex flex-col gap-4">
      <Card className="flex flex-col gap-3 p-4 md:px-6">
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
      </Card>
      <Card className="flex flex-col gap-5 p-4 md:p-6">
        <Skeleton className="h-6 w-40" />
        {contactFields.map((field) => (
          <Skeleton key={field} className="h-11 w-full" />
        ))}
        <Skeleton className="h-12 w-full" />
      </Card>
    </div>
  );
}
