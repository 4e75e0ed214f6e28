import type { OwnAssignment } from '@drawbridge/contract/volunteers';
import { formatDay } from '../../lib/day-formats.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';

interface EventPickerProps {
  assignments: OwnAssignment[];
  eventId: string;
  onChoose: (eventId: string) => void;
}

/** Label and list share a line, because the form below should be in reach of a thumb. */
export function EventPicker({ assignments, eventId, onChoose }: EventPickerProps) {
  return (
    <Card className="flex items-center gap-3 pl-4 md:px-6 md:py-3">
      <p aria-hidden className="shrink-0 font-semibold text-sm">
        Select Event
      </p>
      <Select
        label="Select Event"
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
