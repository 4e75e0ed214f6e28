import type { Account } from '@drawbridge/contract/accounts/accounts';
import { CalendarDays } from 'lucide-react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { formatDay } from '../../lib/day-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { ControlledField } from '../../ui/controlled-field.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';

/** An event that an administrator can be limited to. */
export interface ChoosableEvent {
  id: string;
  name: string;
  date: string;
}

/** More names would push the buttons of the card away. */
const NAMES_SHOWN = 3;

interface AccountEventsProps {
  account: Account;
  events: readonly ChoosableEvent[];
}

/** Which events an administrator may use. */
export function AccountEvents({ account, events }: AccountEventsProps) {
  if (!account.events) return <Badge icon={CalendarDays}>All events</Badge>;
  const chosen = events.filter(({ id }) => account.events?.includes(id));
  const more = chosen.length - NAMES_SHOWN;
  return (
    <>
      {account.events.length === 0 && (
        <Badge tone="wait" icon={CalendarDays}>
          No events
        </Badge>
      )}
      {chosen.slice(0, NAMES_SHOWN).map(({ id, name }) => (
        <Badge key={id} tone="info" icon={CalendarDays}>
          {name}
        </Badge>
      ))}
      {more > 0 && <Badge tone="info">{`and ${more} more`}</Badge>}
    </>
  );
}

const ALL = 'all';

interface EventsFieldProps<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>;
  name: FieldPath<Input>;
  events: readonly ChoosableEvent[];
}

/** All events, which is null, or some of them. Choosing one of the two ends the other. */
export function EventsField<Input extends FieldValues, Output extends FieldValues>({
  form,
  name,
  events,
}: EventsFieldProps<Input, Output>) {
  return (
    <ControlledField form={form} name={name} label="Events">
      {({ value, onValueChange }) => {
        const chosen: string[] | null = value ?? null;
        const change = (values: string[]) => {
          const all = chosen !== null && values.includes(ALL);
          onValueChange(all ? null : values.filter((value) => value !== ALL));
        };
        return (
          <MultiSelect
            label="Events"
            options={[
              {
                value: ALL,
                label: 'All events',
                hint: 'Also those to come, administrators, programs and the server',
              },
              ...events.map((event) => ({
                value: event.id,
                label: event.name,
                hint: formatDay(event.date),
              })),
            ]}
            values={chosen ?? [ALL]}
            onValuesChange={change}
          />
        );
      }}
    </ControlledField>
  );
}
