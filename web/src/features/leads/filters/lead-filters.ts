import { isCalendarDay } from '@drawbridge/contract/form-rules';
import type { LeadFilters as SentFilters, Submitter } from '@drawbridge/contract/lead-lists';
import {
  ADDED_BY_PUBLIC,
  ANSWER_FILTER,
  ANSWER_FILTER_MAX,
  type LeadMark,
  type LeadSort,
  type LeadStatus,
  leadMarkNames,
  leadSorts,
  leadStatuses,
  questionNames,
  type ShownSource,
  shownSources,
} from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { kindOf, type Question } from '@drawbridge/contract/questions/kinds';
import { endOfDay, formatDay, startOfDay } from '../../../lib/day-formats.ts';
import { sourceLabels } from '../lead-sources.ts';

export const ALL = 'all';

export interface LeadFilters {
  search: string;
  status: LeadStatus | typeof ALL;
  source: ShownSource | typeof ALL;
  /** A submitter's key, or `public`, or `ALL`. */
  addedBy: string;
  mark: LeadMark | typeof ALL;
  /** The answers that leads must have, as the server takes them; only of one event. */
  answers: string;
  /** Days as `yyyy-MM-dd`, or empty. */
  from: string;
  to: string;
}

/** What the leads screen shows; it is kept in the page's address. */
export interface LeadView {
  /** The selected event, or `ALL`. */
  eventId: string;
  filters: LeadFilters;
  sort: LeadSort;
}

export const sortLabels: Record<LeadSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
};

export const noFilters: LeadFilters = {
  search: '',
  status: ALL,
  source: ALL,
  addedBy: ALL,
  mark: ALL,
  answers: '',
  from: '',
  to: '',
};

export const statusLabels: Record<LeadStatus, string> = {
  pending: 'Pending',
  verified: 'Verified',
  promoted: 'Promoted',
};

interface MarkDefinition {
  label: string;
  /** What leads with it are called, one and several. */
  counted: [one: string, several: string];
  has: (lead: AdminLead) => boolean;
}

export const marks: Record<LeadMark, MarkDefinition> = {
  invalidPhone: {
    label: 'Invalid number',
    counted: ['invalid number', 'invalid numbers'],
    has: ({ phoneE164 }) => phoneE164 === null,
  },
  duplicate: {
    label: 'Duplicate',
    counted: ['duplicate', 'duplicates'],
    has: ({ duplicateOf }) => duplicateOf !== null,
  },
  incomplete: {
    label: 'Incomplete',
    counted: ['incomplete', 'incomplete'],
    has: ({ incomplete }) => incomplete,
  },
  // Somebody who has forfeited has not won.
  won: {
    label: 'Won',
    counted: ['winner', 'winners'],
    has: ({ won, forfeited }) => won && !forfeited,
  },
  imported: {
    label: 'Import',
    counted: ['imported', 'imported'],
    has: ({ imported }) => imported,
  },
};

/** Anything in the address that is not understood is ignored. */
export function readLeadView(search: string): LeadView {
  const query = new URLSearchParams(search);
  const day = (name: string) => {
    const value = query.get(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value) ? value : '';
  };
  const eventId = query.get('event') || ALL;
  const answers = query.get('answers') ?? '';
  const known = eventId !== ALL && answers.length <= ANSWER_FILTER_MAX;
  return {
    eventId,
    filters: {
      search: query.get('q') ?? '',
      status: oneOf(leadStatuses, query.get('status')) ?? ALL,
      source: oneOf(shownSources, query.get('source')) ?? ALL,
      addedBy: query.get('by') || ALL,
      mark: oneOf(leadMarkNames, query.get('mark')) ?? ALL,
      answers: known && ANSWER_FILTER.test(answers) ? answers : '',
      from: day('from'),
      to: day('to'),
    },
    sort: oneOf(leadSorts, query.get('sort')) ?? 'newest',
  };
}

/** The query of the address; what is not filtered is not in it. */
export function writeLeadView({ eventId, filters, sort }: LeadView): string {
  const query = new URLSearchParams();
  const set = (name: string, value: string, nothing: string) => {
    if (value !== nothing) query.set(name, value);
  };
  set('event', eventId, ALL);
  set('q', filters.search, noFilters.search);
  set('status', filters.status, ALL);
  set('source', filters.source, ALL);
  set('by', filters.addedBy, ALL);
  set('mark', filters.mark, ALL);
  set('answers', filters.answers, noFilters.answers);
  set('from', filters.from, noFilters.from);
  set('to', filters.to, noFilters.to);
  set('sort', sort, 'newest');
  return query.toString();
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null) {
  return values.find((value) => value === text);
}

/** The filters as the server takes them. Days are those of the browser's clock, by which the list shows them. */
export function sentFilters(eventId: string, filters: LeadFilters): SentFilters {
  const { status, source, addedBy, mark, answers, from, to } = filters;
  const search = filters.search.trim();
  return {
    eventId,
    ...(search && { q: search }),
    ...(status !== ALL && { status }),
    ...(source === 'qr' && { source }),
    // Imported leads are shown as a source of their own, but are stored as `volunteer`.
    ...(source === 'volunteer' && { source, imported: false }),
    ...(source === 'import' && { imported: true }),
    ...(addedBy !== ALL && { addedBy }),
    ...(mark !== ALL && { [mark]: true }),
    ...(answers && { answers }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  };
}

/** The values of which a lead must have one, by the question's id. */
export function wantedAnswers({ answers }: LeadFilters): Map<string, string[]> {
  const wanted = new Map<string, string[]>();
  for (const pair of answers ? answers.split(',') : []) {
    const [question = '', value = ''] = pair.split(':');
    wanted.set(question, [...(wanted.get(question) ?? []), value]);
  }
  return wanted;
}

/** With other values of which a lead must have one; without any, the question is no filter. */
export function wantAnswers(
  filters: LeadFilters,
  question: string,
  values: readonly string[],
): LeadFilters {
  const wanted = new Map<string, readonly string[]>(wantedAnswers(filters)).set(question, values);
  const pairs = [...wanted].flatMap(([id, each]) => each.map((value) => `${id}:${value}`));
  return { ...filters, answers: pairs.join() };
}

interface ActiveFilter {
  /** The name of the filter, or the id of a question. */
  name: string;
  label: string;
}

/** The active filters with the labels of their badges. */
export function activeFilters(
  filters: LeadFilters,
  submitters: readonly Submitter[],
  questions: readonly (Question & { archived?: boolean })[] = [],
): ActiveFilter[] {
  const { status, source, addedBy, mark, from, to } = filters;
  const search = filters.search.trim();
  const active: ActiveFilter[] = [];
  if (search) active.push({ name: 'search', label: `Search: ${search}` });
  if (status !== ALL) active.push({ name: 'status', label: `Status: ${statusLabels[status]}` });
  if (source !== ALL) active.push({ name: 'source', label: `Source: ${sourceLabels[source]}` });
  if (addedBy !== ALL) {
    const name =
      addedBy === ADDED_BY_PUBLIC
        ? 'QR Code (Public)'
        : (submitters.find(({ key }) => key === addedBy)?.name ?? 'Unknown');
    active.push({ name: 'addedBy', label: `Added By: ${name}` });
  }
  if (mark !== ALL) active.push({ name: 'mark', label: marks[mark].label });
  const labels = questionNames(questions);
  for (const [id, wanted] of wantedAnswers(filters)) {
    const question = questions.find((each) => each.id === id);
    const values = question && kindOf(question).values?.(question);
    const names = wanted.map(
      (value) => values?.find((each) => each.value === value)?.name ?? 'Unknown',
    );
    const label = labels.get(id) ?? 'Answer';
    const colon = label.endsWith('?') ? '' : ':';
    active.push({ name: id, label: `${label}${colon} ${names.join(' or ')}` });
  }
  if (from) active.push({ name: 'from', label: `From: ${formatDay(from)}` });
  if (to) active.push({ name: 'to', label: `To: ${formatDay(to)}` });
  return active;
}

export function clearFilter(filters: LeadFilters, name: string): LeadFilters {
  return name in noFilters
    ? { ...filters, [name]: noFilters[name as keyof LeadFilters] }
    : wantAnswers(filters, name, []);
}

/** Pressing the active status or mark again removes the filter. */
export function toggle<Name extends 'status' | 'mark'>(
  filters: LeadFilters,
  name: Name,
  value: LeadFilters[Name],
): LeadFilters {
  return { ...filters, [name]: filters[name] === value ? ALL : value };
}
