import type {
  LeadFilters as SentFilters,
  Submitter,
} from '@drawbridge/contract/collecting/lead-lists';
import {
  ADDED_BY_PUBLIC,
  ANSWER_FILTER,
  ANSWER_FILTER_MAX,
  type LeadFlag,
  type LeadSort,
  type LeadStatus,
  leadFlagNames,
  leadSorts,
  leadStatuses,
  questionNames,
  type ReasonNotInDraw,
} from '@drawbridge/contract/collecting/lead-values';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import { type ShownSource, shownSources } from '@drawbridge/contract/events/lead-sources';
import { kindOf } from '@drawbridge/contract/events/questions/kinds';
import type { AdminQuestion } from '@drawbridge/contract/events/questions/schemas';
import { FileSpreadsheet, type LucideIcon, QrCode, UserRound } from 'lucide-react';
import {
  type Chosen,
  choice,
  type Filters,
  period,
  sentFilters,
} from '../../ui/fields/filters.tsx';

export const sources: Record<ShownSource, { label: string; icon: LucideIcon }> = {
  qr: { label: 'QR Code', icon: QrCode },
  volunteer: { label: 'Volunteer', icon: UserRound },
  import: { label: 'Import', icon: FileSpreadsheet },
};

const statusLabels: Record<LeadStatus, string> = {
  pending: 'Pending',
  verified: 'Verified',
  promoted: 'Promoted',
};

const sortLabels: Record<LeadSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  chances: 'Most chances',
};

export const marks: Record<LeadFlag, { label: string; has: (lead: AdminLead) => boolean }> = {
  invalidPhone: { label: 'Invalid number', has: ({ phoneE164 }) => phoneE164 === null },
  duplicate: { label: 'Duplicate', has: ({ duplicateOf }) => duplicateOf !== null },
  incomplete: { label: 'Incomplete', has: ({ incomplete }) => incomplete },
  // A winner who has forfeited does not count as won.
  won: { label: 'Won', has: ({ won, forfeited }) => won && !forfeited },
  imported: { label: 'Import', has: ({ imported }) => imported },
  manyChances: { label: 'More than one chance', has: ({ chances }) => chances > 1 },
  here: { label: 'Here', has: ({ hereNow }) => hereNow },
  notInDraw: { label: 'Not in the draw', has: ({ notInDraw }) => notInDraw !== null },
};

/** Why a lead is not in the next draw, after 'Not in the draw:'. */
export const reasons: Record<ReasonNotInDraw, string> = {
  won: 'has won',
  pending: 'pending',
  promoted: 'promoted',
  shared: 'shares a number or address with a winner',
  absent: 'not here yet',
};

/** The screen's data about the filters' values. */
export interface FilterOptions {
  submitters: readonly Submitter[];
  /** The questions of the selected event. */
  questions: readonly AdminQuestion[];
  /** The most chances that a person can have in one of the events. With one, nothing mentions chances. */
  maxChances: number;
  /** True if a search also finds answers. */
  searchesAnswers: boolean;
}

type Name =
  | ('event' | 'q' | 'status' | 'source' | 'by' | 'mark' | 'answers')
  | ('from' | 'to' | 'sort');

/** Imported leads are shown as a source of their own, but are stored as `volunteer`. */
const sentSources: Record<ShownSource, Partial<SentFilters>> = {
  qr: { source: 'qr' },
  volunteer: { source: 'volunteer', imported: false },
  import: { imported: true },
};

const all = { value: 'all', label: 'All' };
const anyText = (text: string) => text !== '';
const oneOf = (values: readonly string[]) => (text: string) => values.includes(text);

/** The state of the leads screen: the event, the filters and the order. */
export const leadFilters: Filters<Name, Partial<SentFilters>, FilterOptions> = {
  event: { label: 'Event', accepts: anyText },
  q: {
    label: 'Search',
    accepts: anyText,
    send: (value) => (value.trim() ? { q: value.trim() } : {}),
    badges: (value) => (value.trim() ? [{ text: `Search: ${value.trim()}`, left: '' }] : []),
  },
  status: {
    label: 'Status',
    accepts: oneOf(leadStatuses),
    send: (value) => ({ status: value as LeadStatus }),
    badges: (value) => [{ text: `Status: ${statusLabels[value as LeadStatus]}`, left: '' }],
  },
  source: choice({
    label: 'Source',
    accepts: oneOf(shownSources),
    send: (value) => sentSources[value as ShownSource],
    options: () => [
      all,
      ...shownSources.map((source) => ({ value: source, label: sources[source].label })),
    ],
  }),
  by: choice({
    label: 'Added By',
    accepts: anyText,
    send: (addedBy) => ({ addedBy }),
    options: ({ submitters }) => [
      all,
      { value: ADDED_BY_PUBLIC, label: 'QR Code (Public)' },
      ...submitters.map(({ key, name }) => ({ value: key, label: name })),
    ],
  }),
  mark: {
    label: 'Flag',
    accepts: oneOf(leadFlagNames),
    send: (value) => ({ [value]: true }),
  },
  /** The required answers of leads, in the server's format; only for a single event. */
  answers: {
    label: 'Answers',
    accepts: (text) => text.length <= ANSWER_FILTER_MAX && ANSWER_FILTER.test(text),
    send: (answers) => ({ answers }),
    badges: (value, { questions }) => {
      const labels = questionNames(questions);
      return [...parseAnswerFilter(value)].map(([id, wanted]) => {
        const question = questions.find((each) => each.id === id);
        const values = question && kindOf(question).values?.(question);
        const names = wanted.map(
          (answer) => values?.find((each) => each.value === answer)?.name ?? 'Unknown',
        );
        const label = (labels.get(id) ?? 'Answer').replace(/[^?]$/, '$&:');
        return { text: `${label} ${names.join(' or ')}`, left: setAnswerFilter(value, id, []) };
      });
    },
  },
  ...period,
  sort: choice({
    label: 'Sort',
    accepts: oneOf(leadSorts),
    options: ({ maxChances }) =>
      leadSorts
        .filter((value) => value !== 'chances' || maxChances > 1)
        .map((value) => ({ value, label: sortLabels[value] })),
  }),
};

export type LeadView = Chosen<Name>;

/** The parameters of a view: its event, or all of them, and the filters. */
export const sentLeadFilters = (view: LeadView): SentFilters => ({
  eventId: view.event || 'all',
  ...sentFilters(leadFilters, view),
});

/** The accepted answers by question id; a lead must have one of them. */
export function parseAnswerFilter(answers: string): Map<string, string[]> {
  const wanted = new Map<string, string[]>();
  for (const pair of answers ? answers.split(',') : []) {
    const [question = '', value = ''] = pair.split(':');
    wanted.set(question, [...(wanted.get(question) ?? []), value]);
  }
  return wanted;
}

/** Sets the accepted answers of a question; without any, the question is no filter. */
export function setAnswerFilter(
  answers: string,
  question: string,
  values: readonly string[],
): string {
  const wanted = new Map<string, readonly string[]>(parseAnswerFilter(answers)).set(
    question,
    values,
  );
  return [...wanted].flatMap(([id, each]) => each.map((value) => `${id}:${value}`)).join();
}
