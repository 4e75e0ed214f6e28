import { UNKNOWN_NAME } from '@drawbridge/contract/accounts/account-names';
import type { AuditChoices } from '@drawbridge/contract/audit';
import { auditAreas, UNKNOWN_ACTOR } from '@drawbridge/contract/audit-kinds';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Field, FilterFields } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { ALL, type AuditFilterChoice, noFilters, writeAuditFilters } from './audit-filters.ts';

interface AuditFiltersPanelProps {
  filters: AuditFilterChoice;
  choices: AuditChoices;
  onChange: (filters: AuditFilterChoice) => void;
}

const kindOptions = [
  { value: ALL, label: 'Everything' },
  ...Object.entries(auditAreas).flatMap(([group, kinds]) =>
    Object.entries(kinds).map(([value, label]) => ({
      value,
      // What volunteers and visitors add is not recorded here: each lead says who added it.
      label: value === 'lead-added' ? `${label} (administrators)` : label,
      group,
    })),
  ),
];

export function AuditFiltersPanel({ filters, choices, onChange }: AuditFiltersPanelProps) {
  const set = (change: Partial<AuditFilterChoice>) => onChange({ ...filters, ...change });
  const active = writeAuditFilters(filters) !== '';

  const backwards = filters.from !== '' && filters.to !== '' && filters.to < filters.from;

  return (
    <Card aria-label="Filters">
      <FilterFields className="grid-cols-2 items-start md:grid-cols-3 xl:grid-cols-[1fr_1fr_1.5fr_9.5rem_9.5rem]">
        <Field label="Who">
          <Select
            value={filters.actorId}
            onValueChange={(actorId) => set({ actorId })}
            options={[
              { value: ALL, label: 'Everybody' },
              { value: UNKNOWN_ACTOR, label: UNKNOWN_NAME },
              ...optionsOf(choices.people),
            ]}
          />
        </Field>
        <Field label="Event">
          <Select
            value={filters.eventId}
            onValueChange={(eventId) => set({ eventId })}
            options={[{ value: ALL, label: 'All Events' }, ...optionsOf(choices.events)]}
          />
        </Field>
        {/* The longest texts, so it has a row to itself where there are two columns. */}
        <Field label="What" className="max-md:col-span-2">
          <Select
            value={filters.kind}
            onValueChange={(kind) => set({ kind: kind as AuditFilterChoice['kind'] })}
            options={kindOptions}
          />
        </Field>
        <Field label="From Date" className="max-sm:col-span-2">
          <DatePicker value={filters.from} onValueChange={(from) => set({ from })} clearable />
        </Field>
        <Field
          label="To Date"
          error={backwards ? 'To Date is before From Date' : undefined}
          className="max-sm:col-span-2"
        >
          <DatePicker value={filters.to} onValueChange={(to) => set({ to })} clearable />
        </Field>
        <p className="col-span-full text-ink-2 text-sm md:text-xs">
          Leads that visitors and volunteers add are under Leads, with who added them.
        </p>
        {active && (
          <Button
            variant="quiet"
            className="justify-self-start"
            onClick={() => onChange(noFilters)}
          >
            Clear All
          </Button>
        )}
      </FilterFields>
    </Card>
  );
}

const optionsOf = (named: readonly { id: string; name: string }[]) =>
  named.map(({ id, name }) => ({ value: id, label: name || id }));
