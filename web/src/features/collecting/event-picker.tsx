import type { OwnAssignment } from '@drawbridge/contract/volunteers';
import { formatDay } from '../../lib/day-formats.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';

interface EventPickerProps {
  assignments: OwnAssignment[];
  eventId: string;
  onChoose: (eventId: string) => void;
}

export function EventPicker({ assignments, eventId, onChoose }: EventPickerProps) {
  return (
    <Card className="p-4 md:p-6">
      <Field label="Select Event">
        <Select
          value={eventId}
          onValueChange={onChoose}
          options={assignments.map(({ event }) => ({
            value: event.id,
            label: `${event.name} · ${formatDay(event.date)}`,
          }))}
        />
      </Field>
    </Card>
  );
}
