import type { LeadMarks, Submitter } from '@drawbridge/contract/lead-lists';
import {
  ADDED_BY_PUBLIC,
  type LeadSort,
  leadMarkNames,
  leadSorts,
  questionNames,
  shownSources,
} from '@drawbridge/contract/lead-values';
import { kindOf } from '@drawbridge/contract/questions/kinds';
import type { AdminQuestion } from '@drawbridge/contract/questions/schemas';
import { ChevronDown, ListFilter, MessageCircleQuestion, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatCount } from '../../../lib/formats.ts';
import { PHONE } from '../../../lib/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DatePicker } from '../../../ui/date-picker.tsx';
import { Field, FilterFields, Input } from '../../../ui/field.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Select } from '../../../ui/select.tsx';
import { sourceLabels } from '../lead-sources.ts';
import {
  ALL,
  activeFilters,
  clearFilter,
  type LeadFilters,
  marks,
  noFilters,
  sortLabels,
  toggle,
  wantAnswers,
  wantedAnswers,
} from './lead-filters.ts';

interface LeadFiltersPanelProps {
  /** The list's title, beside which the chips are. */
  title: string;
  filters: LeadFilters;
  sort: LeadSort;
  submitters: readonly Submitter[];
  /** Of the selected event. */
  questions: readonly AdminQuestion[];
  /** Whether a search also finds answers. */
  searchesAnswers: boolean;
  /** How many leads have each mark; undefined until they have been counted. */
  counts: LeadMarks | undefined;
  /** What stands beside the button of the filters. */
  beside: ReactNode;
  onChange: (filters: LeadFilters) => void;
  onSortChange: (sort: LeadSort) => void;
}

const sourceOptions = [
  { value: ALL, label: 'All' },
  ...shownSources.map((source) => ({ value: source, label: sourceLabels[source] })),
];

export function LeadFiltersPanel({
  title,
  filters,
  sort,
  submitters,
  questions,
  searchesAnswers,
  counts,
  beside,
  onChange,
  onSortChange,
}: LeadFiltersPanelProps) {
  // On a phone the filter fields are collapsed, so that the leads come first.
  const [open, setOpen] = useState(() => !matchMedia(PHONE).matches);
  const opener = useRef<HTMLButtonElement>(null);
  const fieldsId = useId();
  const active = activeFilters(filters, submitters, questions);

  const backwards = filters.from !== '' && filters.to !== '' && filters.to < filters.from;

  const set = (change: Partial<LeadFilters>) => onChange({ ...filters, ...change });

  /** A pressed badge disappears, so the focus has to move. */
  function takeOff(next: LeadFilters) {
    onChange(next);
    opener.current?.focus();
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <h2 aria-live="polite" className="text-xl">
          {title}
        </h2>
        <div className="order-1 ms-auto flex max-md:order-none">
          {beside}
          <AnswersMenu questions={questions} filters={filters} onChange={onChange} />
          <Button
            ref={opener}
            size="small"
            variant="quiet"
            aria-expanded={open}
            aria-controls={fieldsId}
            onClick={() => setOpen(!open)}
          >
            <ListFilter aria-hidden />
            Filters
            <ChevronDown
              aria-hidden
              className={classNames('transition-transform duration-150', open && 'rotate-180')}
            />
          </Button>
        </div>
        {/* In one line on a phone, where they scroll sideways, so that the leads begin higher. */}
        <div className="flex flex-wrap gap-1.5 max-md:-mx-4 max-md:w-[calc(100%+2rem)] max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]">
          {leadMarkNames
            .filter((name) => counts?.[name] || filters.mark === name)
            .map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={filters.mark === name}
                onClick={() => onChange(toggle(filters, 'mark', name))}
                className={classNames(
                  'h-11 shrink-0 rounded-full border px-3 font-semibold text-sm tabular-nums transition-colors duration-150 md:h-7 md:text-xs',
                  filters.mark === name
                    ? 'border-accent bg-accent-soft text-accent-ink'
                    : 'bg-card text-ink-2 hover:bg-sunk hover:text-ink',
                )}
              >
                {marks[name].label}
                {counts?.[name] != null && ` (${formatCount(counts[name])})`}
              </button>
            ))}
        </div>
      </div>
      {active.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5">
          <ul aria-label="Active filters" className="flex min-w-0 flex-wrap gap-1.5">
            {active.map(({ name, label }) => (
              <li key={name} className="flex min-w-0">
                <button
                  type="button"
                  aria-label={`Remove filter ${label}`}
                  onClick={() => takeOff(clearFilter(filters, name))}
                  className="inline-flex h-11 min-w-0 items-center gap-1.5 rounded-full bg-accent-soft pe-2.5 ps-3.5 font-semibold text-accent-ink text-sm md:h-7 md:ps-3 md:text-xs"
                >
                  <span className="truncate">{label}</span>
                  <X aria-hidden className="size-3.5 shrink-0" />
                </button>
              </li>
            ))}
          </ul>
          <Button size="small" variant="quiet" onClick={() => takeOff(noFilters)}>
            Clear All
          </Button>
        </div>
      )}
      <Card aria-label="Filters" id={fieldsId} hidden={!open} className="@container">
        <FilterFields className="md:grid-cols-[1.3fr_1fr_1fr] @4xl:grid-cols-[minmax(10rem,1.6fr)_1fr_1.2fr_9.5rem_9.5rem_9rem]">
          <Field label="Search">
            <Input
              type="search"
              aria-keyshortcuts="/"
              value={filters.search}
              onChange={(event) => set({ search: event.target.value })}
              placeholder={searchesAnswers ? 'Contact or answer' : 'Name, e-mail or phone'}
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
        </FilterFields>
      </Card>
    </div>
  );
}

type AnswersMenuProps = Pick<LeadFiltersPanelProps, 'questions' | 'filters' | 'onChange'>;

/** The filters by answers, of which an event may have hundreds, so that they are not among the fields. */
function AnswersMenu({ questions, filters, onChange }: AnswersMenuProps) {
  const wanted = wantedAnswers(filters);
  const names = questionNames(questions);
  const items = questions
    .filter(({ id, archived }) => !archived || wanted.has(id))
    .flatMap((question) => {
      const { id } = question;
      const chosen = wanted.get(id) ?? [];
      return (kindOf(question).values?.(question) ?? []).map(({ value, name }) => {
        const checked = chosen.includes(value);
        const others = chosen.filter((other) => other !== value);
        return {
          key: `${id}:${value}`,
          group: names.get(id) ?? '',
          label: name,
          checked,
          onSelect: () => onChange(wantAnswers(filters, id, checked ? others : [...others, value])),
        };
      });
    });
  if (items.length === 0) return null;
  return (
    <Menu items={items}>
      <Button size="small" variant="quiet" aria-label="Answers">
        <MessageCircleQuestion aria-hidden />
        <span className="max-sm:hidden">Answers</span>
      </Button>
    </Menu>
  );
}
