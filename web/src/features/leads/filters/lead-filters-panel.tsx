import {
  ADDED_BY_PUBLIC,
  type LeadSort,
  leadSorts,
  shownSources,
} from '@drawbridge/contract/lead-values';
import type { Submitter } from '@drawbridge/contract/leads';
import { ChevronDown, ListFilter, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { PHONE } from '../../../lib/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DatePicker } from '../../../ui/date-picker.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { sourceLabels } from '../lead-sources.ts';
import {
  ALL,
  activeFilters,
  clearFilter,
  type LeadFilters,
  noFilters,
  sortLabels,
  wonLabels,
} from './lead-filters.ts';

interface LeadFiltersPanelProps {
  filters: LeadFilters;
  sort: LeadSort;
  submitters: readonly Submitter[];
  onChange: (filters: LeadFilters) => void;
  onSortChange: (sort: LeadSort) => void;
}

const sourceOptions = [
  { value: ALL, label: 'All' },
  ...shownSources.map((source) => ({ value: source, label: sourceLabels[source] })),
];

const wonOptions = [
  { value: ALL, label: 'All' },
  ...Object.entries(wonLabels).map(([value, label]) => ({ value, label })),
];

export function LeadFiltersPanel({
  filters,
  sort,
  submitters,
  onChange,
  onSortChange,
}: LeadFiltersPanelProps) {
  // On a phone the filter fields are collapsed, so that the leads come first.
  const [open, setOpen] = useState(() => !matchMedia(PHONE).matches);
  const toggle = useRef<HTMLButtonElement>(null);
  const fieldsId = useId();
  const active = activeFilters(filters, submitters);

  const backwards = filters.from !== '' && filters.to !== '' && filters.to < filters.from;

  const set = (change: Partial<LeadFilters>) => onChange({ ...filters, ...change });

  /** A pressed badge disappears, so the focus has to move. */
  function takeOff(next: LeadFilters) {
    onChange(next);
    toggle.current?.focus();
  }

  return (
    <Card aria-label="Filters" className="@container">
      <div className="flex flex-wrap items-center gap-2 p-2">
        <Button
          ref={toggle}
          variant="quiet"
          aria-expanded={open}
          aria-controls={fieldsId}
          onClick={() => setOpen(!open)}
          className="max-md:flex-1 max-md:justify-start"
        >
          <ListFilter aria-hidden />
          Filters
          <ChevronDown
            aria-hidden
            className={classNames(
              'transition-transform duration-150 max-md:ml-auto',
              open && 'rotate-180',
            )}
          />
        </Button>
        {active.length > 0 && (
          <ul aria-label="Active filters" className="flex min-w-0 flex-wrap gap-1.5 max-md:order-1">
            {active.map(({ name, label }) => (
              <li key={name} className="flex min-w-0">
                <button
                  type="button"
                  aria-label={`Remove filter ${label}`}
                  onClick={() => takeOff(clearFilter(filters, name))}
                  className="inline-flex h-11 min-w-0 items-center gap-1.5 rounded-full bg-accent-soft pr-2.5 pl-3.5 font-semibold text-accent-ink text-sm md:h-8 md:pl-3 md:text-xs"
                >
                  <span className="truncate">{label}</span>
                  <X aria-hidden className="size-3.5 shrink-0" />
                </button>
              </li>
            ))}
          </ul>
        )}
        {active.length > 0 && (
          <Button
            size="small"
            variant="quiet"
            className="md:ml-auto"
            onClick={() => takeOff(noFilters)}
          >
            Clear All
          </Button>
        )}
      </div>
      <div
        id={fieldsId}
        hidden={!open}
        className={classNames(
          open &&
            'grid gap-4 border-t p-4 sm:grid-cols-2 @3xl:grid-cols-4 @7xl:grid-cols-[minmax(12.5rem,2fr)_1fr_1.2fr_1fr_11.5rem_11.5rem_9.5rem]',
        )}
      >
        <Field label="Search" className="col-span-full @3xl:col-span-2 @7xl:col-span-1">
          <Input
            type="search"
            value={filters.search}
            onChange={(event) => set({ search: event.target.value })}
            placeholder="Name, e-mail or phone"
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
          />
        </Field>
        <Field label="Source">
          <Select
            value={filters.source}
            onValueChange={(source) => set({ source: source as LeadFilters['source'] })}
            options={sourceOptions}
          />
        </Field>
        <Field label="Added By">
          <Select
            value={filters.addedBy}
            onValueChange={(addedBy) => set({ addedBy })}
            options={[
              { value: ALL, label: 'All' },
              { value: ADDED_BY_PUBLIC, label: 'QR Code (Public)' },
              ...submitters.map(({ key, name }) => ({ value: key, label: name })),
            ]}
          />
        </Field>
        <Field label="Raffle">
          <Select
            value={filters.won}
            onValueChange={(won) => set({ won: won as LeadFilters['won'] })}
            options={wonOptions}
          />
        </Field>
        <Field label="From Date">
          <DatePicker clearable value={filters.from} onValueChange={(from) => set({ from })} />
        </Field>
        <Field label="To Date" error={backwards ? 'To Date is before From Date' : undefined}>
          <DatePicker clearable value={filters.to} onValueChange={(to) => set({ to })} />
        </Field>
        <Field label="Sort">
          <Select
            value={sort}
            onValueChange={(chosen) => onSortChange(chosen as LeadSort)}
            options={leadSorts.map((value) => ({ value, label: sortLabels[value] }))}
          />
        </Field>
      </div>
    </Card>
  );
}
