import type { AdminEvent } from '@drawbridge/contract/events';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts';

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
