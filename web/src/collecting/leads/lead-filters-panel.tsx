import type { LeadFlagCounts } from '@drawbridge/contract/collecting/lead-lists';
import { leadFlagNames, questionNames } from '@drawbridge/contract/collecting/lead-values';
import { kindOf } from '@drawbridge/contract/events/questions/kinds';
import { ChevronDown, ListFilter, MessageCircleQuestion, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/fields/field.tsx';
import { badgesOf, clearFilters, FilterControls } from '../../ui/fields/filters.tsx';
import { Menu } from '../../ui/menu.tsx';
import {
  type FilterOptions,
  flags,
  type LeadView,
  leadFilters,
  parseAnswerFilter,
  setAnswerFilter,
} from './lead-filters.tsx';

interface LeadFiltersPanelProps {
  /** The list's title, with the chips beside it. */
  title: string;
  view: LeadView;
  known: FilterOptions;
  /** The number of leads with each flag; undefined until they have been counted. */
  counts: LeadFlagCounts | undefined;
  /** Content beside the button of the filters. */
  toolbar: ReactNode;
  onChange: (view: LeadView) => void;
}

export function LeadFiltersPanel({
  title,
  view,
  known,
  counts,
  toolbar,
  onChange,
}: LeadFiltersPanelProps) {
  // The filter fields are collapsed, so that the leads come first.
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const fieldsId = useId();
  const badges = badgesOf(leadFilters, view, known);
  const shownFlags = leadFlagNames.filter(
    (name) =>
      (name !== 'manyChances' || known.maxChances > 1) && (counts?.[name] || view.flag === name),
  );

  /** The pressed badge disappears, so the focus has to move. */
  function takeOff(next: LeadView) {
    onChange(next);
    opener.current?.focus();
  }

  return (
    <div className="@container flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <h2 aria-live="polite" className="me-auto text-xl max-md:sr-only">
          {title}
        </h2>
        {shownFlags.length > 0 && (
          // On a phone the chips are on one line and scroll sideways; elsewhere none is cut off.
          <div className="flex min-w-0 gap-1.5 max-md:overflow-x-auto max-md:[scrollbar-width:none] @max-7xl:order-1 @max-7xl:w-full md:flex-wrap @7xl:ms-2 @7xl:flex-1">
            {shownFlags.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={view.flag === name}
                onClick={() => onChange({ ...view, flag: view.flag === name ? '' : name })}
                className={classNames(
                  'h-11 shrink-0 rounded-full border px-3 font-semibold text-sm tabular-nums -outline-offset-2 transition-colors duration-150 md:h-7 md:text-xs',
                  view.flag === name
                    ? 'border-accent bg-accent-soft text-accent-ink'
                    : 'bg-card text-ink-2 hover:bg-sunk hover:text-ink',
                )}
              >
                {say(flags[name].label)}
                {counts?.[name] != null && ` (${formatCount(counts[name])})`}
              </button>
            ))}
          </div>
        )}
        <div className="ms-auto flex min-w-0 items-center @max-xl:w-full">
          <SearchInput
            value={view.q}
            searchesAnswers={known.searchesAnswers}
            onChange={(q) => onChange({ ...view, q })}
          />
          {toolbar}
          <AnswersMenu view={view} known={known} onChange={onChange} />
          <Button
            icon={ListFilter}
            ref={opener}
            size="small"
            variant="quiet"
            aria-label={say('Filters')}
            aria-expanded={open}
            aria-controls={fieldsId}
            onClick={() => setOpen(!open)}
          >
            <span className="max-sm:hidden">{say('Filters')}</span>
            <ChevronDown
              aria-hidden
              className={classNames(
                'transition-transform duration-150 max-sm:hidden',
                open && 'rotate-180',
              )}
            />
          </Button>
        </div>
      </div>
      {badges.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5">
          <ul aria-label={say('Active filters')} className="flex min-w-0 flex-wrap gap-1.5">
            {badges.map(({ text, without }) => (
              <li key={text} className="flex min-w-0">
                <button
                  type="button"
                  aria-label={say('Remove filter {text}', { text })}
                  onClick={() => takeOff(without)}
                  className="inline-flex h-11 min-w-0 items-center gap-1.5 rounded-full bg-accent-soft pe-2.5 ps-3.5 font-semibold text-accent-ink text-sm md:h-7 md:ps-3 md:text-xs"
                >
                  <span className="truncate">{text}</span>
                  <X aria-hidden className="size-3.5 shrink-0" />
                </button>
              </li>
            ))}
          </ul>
          <Button
            size="small"
            variant="quiet"
            onClick={() => takeOff(clearFilters(leadFilters, view))}
          >
            {say('Clear All')}
          </Button>
        </div>
      )}
      <Card aria-label={say('Filters')} id={fieldsId} hidden={!open}>
        <FilterControls
          filters={leadFilters}
          chosen={view}
          known={known}
          onChange={onChange}
          className="md:grid-cols-3 @4xl:grid-cols-[1fr_1.2fr_9.5rem_9.5rem_10rem]"
        />
      </Card>
    </div>
  );
}

interface SearchInputProps {
  value: string;
  searchesAnswers: boolean;
  onChange: (value: string) => void;
}

function SearchInput({ value, searchesAnswers, onChange }: SearchInputProps) {
  return (
    <Input
      type="search"
      aria-label={say('Search')}
      aria-keyshortcuts="/"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder={searchesAnswers ? say('Contact or answer') : say('Name, email or phone')}
      maxLength={200}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      className="me-1 min-w-0 flex-1 md:h-9 @xl:w-60"
    />
  );
}

type AnswersMenuProps = Pick<LeadFiltersPanelProps, 'view' | 'known' | 'onChange'>;

/** The filters by answers. They are in a menu instead of among the fields, because an event may have hundreds. */
function AnswersMenu({ view, known: { questions }, onChange }: AnswersMenuProps) {
  const wanted = parseAnswerFilter(view.answers);
  const names = questionNames(questions);
  const items = questions
    .filter(({ id, archived }) => !archived || wanted.has(id))
    .flatMap((question) => {
      const { id } = question;
      const chosen = wanted.get(id) ?? [];
      return (kindOf(question).values?.(question) ?? []).map(({ value, name }) => {
        const checked = chosen.includes(value);
        const others = chosen.filter((other) => other !== value);
        const next = checked ? others : [...others, value];
        return {
          key: `${id}:${value}`,
          group: names.get(id) ?? '',
          label: name,
          checked,
          onSelect: () => onChange({ ...view, answers: setAnswerFilter(view.answers, id, next) }),
        };
      });
    });
  if (items.length === 0) return null;
  return (
    <Menu items={items}>
      <Button icon={MessageCircleQuestion} size="small" variant="quiet" aria-label={say('Answers')}>
        <span className="@max-5xl:hidden">{say('Answers')}</span>
      </Button>
    </Menu>
  );
}
