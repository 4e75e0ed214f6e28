import { isCalendarDay } from '@drawbridge/contract/core/inputs/form-rules';
import { english } from '@drawbridge/contract/languages/english';
import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useLocation, useSearch } from 'wouter';
import { endOfDay, formatDay, startOfDay } from '../../lib/texts/day-formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Field, FilterFields, Input } from './field.tsx';
import { Select } from './select.tsx';

/** A filter of a list; its label is English. Its name in a table of filters is its name in the page's address. */
export interface Filter<Sent = object, Known = unknown> {
  label: string;
  /** True if a text in the address is one of its values; other texts are ignored. */
  accepts: (text: string) => boolean;
  /** The query parameters for a value. A filter without it chooses something else, such as the order. */
  send?: (value: string) => Sent;
  badges?: (value: string, known: Known) => Badge[];
  /** The filter's field; without one, the value is chosen elsewhere on the screen. */
  control?: (field: {
    value: string;
    onChange: (value: string) => void;
    known: Known;
  }) => ReactNode;
  problem?: (chosen: Record<string, string>) => string | undefined;
}

/** A table of filters. `Known` is the data that the screen has about the values, such as people's names. */
export type Filters<Name extends string, Sent, Known> = Record<Name, Filter<Sent, Known>>;

/** Filters without the type of the screen's data. */
type AnyFilters<Name extends string> = Filters<Name, object, never>;

/** The values, by the filters' names; an empty one does not filter. */
export type Chosen<Name extends string> = Record<Name, string>;

interface Badge {
  text: string;
  /** The remaining value after the badge is removed. */
  left: string;
}

interface Option {
  value: string;
  label: string;
  group?: string;
}

interface Choice<Sent, Known> extends Pick<Filter<Sent, Known>, 'label' | 'accepts' | 'send'> {
  /** The options of the select; the first one does not filter. */
  options: (known: Known) => readonly Option[];
}

export function choice<Sent, Known>({
  options,
  ...filter
}: Choice<Sent, Known>): Filter<Sent, Known> {
  return {
    ...filter,
    badges: (value, known) => {
      const name = options(known).find((option) => option.value === value)?.label;
      return [{ text: `${say(filter.label)}: ${name ?? say('Unknown')}`, left: '' }];
    },
    control: ({ value, known, onChange }) => {
      const all = options(known);
      const first = all[0]?.value ?? '';
      return (
        <Select
          value={value || first}
          onValueChange={(chosen) => onChange(chosen === first ? '' : chosen)}
          options={all}
        />
      );
    },
  };
}

function day<Sent>(
  [label, name]: readonly [label: string, name: string],
  send: (day: string) => Sent,
): Filter<Sent> {
  return {
    label,
    accepts: isWholeDay,
    send,
    badges: (value) => [{ text: `${say(name)}: ${formatDay(value)}`, left: '' }],
    control: (field) => <DayInput {...field} />,
  };
}

/** False for the years 0002, 0020 and 0202, which browsers report while somebody types 2026. */
const isWholeDay = (text: string) => /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && isCalendarDay(text);

interface DayInputProps {
  value: string;
  onChange: (day: string) => void;
}

function DayInput({ value, onChange }: DayInputProps) {
  const [typed, setTyped] = useState(value);
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    setTyped(value);
  }
  return (
    <Input
      type="date"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        if (!target.value || isWholeDay(target.value)) onChange(target.value);
      }}
      // An unfinished year does not filter.
      onBlur={() => setTyped(value)}
    />
  );
}

/** A period from one day to another in the browser's time zone, in which lists show times. */
export const period: Filters<'from' | 'to', { from?: string; to?: string }, unknown> = {
  from: day(english(['From Date', 'From']), (from) => ({ from: startOfDay(from) })),
  to: {
    ...day(english(['To Date', 'To']), (to) => ({ to: endOfDay(to) })),
    problem: ({ from, to }) =>
      from && to && to < from ? say('To Date is before From Date') : undefined,
  },
};

const entriesOf = <Name extends string, Value>(table: Record<Name, Value>) =>
  Object.entries(table) as [Name, Value][];

export function readFilters<Name extends string>(
  filters: AnyFilters<Name>,
  search: string,
): Chosen<Name> {
  const query = new URLSearchParams(search);
  const values = entriesOf(filters).map(([name, { accepts }]) => {
    const text = query.get(name) ?? '';
    return [name, accepts(text) ? text : ''];
  });
  return Object.fromEntries(values);
}

/** The query of the address, without the filters that are not set. */
export function writeFilters(chosen: Chosen<string>): string {
  return String(new URLSearchParams(Object.entries(chosen).filter(([, value]) => value)));
}

export function sentFilters<Name extends string, Sent extends object>(
  filters: Filters<Name, Sent, never>,
  chosen: Chosen<Name>,
): Sent {
  const sent = entriesOf(filters).map(([name, { send }]) => chosen[name] && send?.(chosen[name]));
  return Object.assign({}, ...sent);
}

/** The chosen values without the filters that narrow the list. */
export function clearFilters<Name extends string>(
  filters: AnyFilters<Name>,
  chosen: Chosen<Name>,
): Chosen<Name> {
  const cleared = entriesOf(filters).map(([name, { send }]) => [name, send ? '' : chosen[name]]);
  return Object.fromEntries(cleared);
}

/** The badges of the filters that narrow the list, each with the values that remain without it. */
export function badgesOf<Name extends string, Known>(
  filters: Filters<Name, object, Known>,
  chosen: Chosen<Name>,
  known: Known,
) {
  return entriesOf(filters).flatMap(([name, { send, badges }]) => {
    const shown = send && chosen[name] ? badges?.(chosen[name], known) : undefined;
    return (shown ?? []).map(({ text, left }) => ({ text, without: { ...chosen, [name]: left } }));
  });
}

/** Browsers refuse more than about ten changes of the address per second, and typing can be faster. */
const INTERVAL_MS = 200;

/** The chosen values, stored in the page's address, so that they survive a reload and can be shared. */
export function useFilters<Name extends string>(
  filters: AnyFilters<Name>,
): [Chosen<Name>, Dispatch<SetStateAction<Chosen<Name>>>] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [chosen, setChosen] = useState(() => readFilters(filters, search));
  /** The query that the values were last read from or written to. */
  const known = useRef(search);
  const lastWrite = useRef(0);
  const text = writeFilters(chosen);

  useEffect(() => {
    if (search === known.current) return;
    known.current = search;
    setChosen(readFilters(filters, search));
  }, [search, filters]);

  useEffect(() => {
    if (text === writeFilters(readFilters(filters, known.current))) return;
    const put = () => {
      known.current = text;
      lastWrite.current = Date.now();
      navigate(text ? `${path}?${text}` : path, { replace: true, state: history.state });
    };
    const wait = lastWrite.current + INTERVAL_MS - Date.now();
    if (wait <= 0) return put();
    const timer = setTimeout(put, wait);
    return () => clearTimeout(timer);
  }, [text, path, navigate, filters]);

  return [chosen, setChosen];
}

interface FilterControlsProps<Name extends string, Known> {
  filters: Filters<Name, object, Known>;
  chosen: Chosen<Name>;
  known: Known;
  onChange: (chosen: Chosen<Name>) => void;
  /** The classes for the columns of the grid. */
  className: string;
  children?: ReactNode;
}

export function FilterControls<Name extends string, Known>({
  filters,
  chosen,
  known,
  onChange,
  className,
  children,
}: FilterControlsProps<Name, Known>) {
  return (
    <FilterFields className={className}>
      {entriesOf(filters).map(
        ([name, { label, control, problem }]) =>
          control && (
            <Field key={name} label={say(label)} error={problem?.(chosen)}>
              {control({
                value: chosen[name],
                known,
                onChange: (value) => onChange({ ...chosen, [name]: value }),
              })}
            </Field>
          ),
      )}
      {children}
    </FilterFields>
  );
}
