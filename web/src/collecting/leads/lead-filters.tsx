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
import { english } from '@drawbridge/contract/languages/english';
import { FileSpreadsheet, type LucideIcon, QrCode, UserRound } from 'lucide-react';
import { say } from '../../lib/texts/say.ts';
import {
  type Chosen,
  choice,
  type Filters,
  period,
  sentFilters,
} from '../../ui/fields/filters.tsx';

export const sources: Record<ShownSource, { label: string; icon: LucideIcon }> = {
  qr: { label: english('QR Code'), icon: QrCode },
  volunteer: { label: english('Volunteer'), icon: UserRound },
  import: { label: english('Import'), icon: FileSpreadsheet },
};

const statusBadges: Record<LeadStatus, string> = english({
  pending: 'Status: Pending',
  verified: 'Status: Verified',
  promoted: 'Status: Promoted',
});

const sortLabels: Record<LeadSort, string> = english({
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  chances: 'Most chances',
});

export const flags: Record<LeadFlag, { label: string; has: (lead: AdminLead) => boolean }> = {
  invalidPhone: { label: english('Invalid number'), has: ({ phoneE164 }) => phoneE164 === null },
  duplicate: { label: english('Duplicate'), has: ({ duplicateOf }) => duplicateOf !== null },
  incomplete: { label: english('Incomplete'), has: ({ incomplete }) => incomplete },
  // A winner who has forfeited does not count as won.
  won: { label: english('Won'), has: ({ won, forfeited }) => won && !forfeited },
  imported: { label: english('Import'), has: ({ imported }) => imported },
  manyChances: { label: english('More than one chance'), has: ({ chances }) => chances > 1 },
  here: { label: english('Here'), has: ({ hereNow }) => hereNow },
  notInDraw: { label: english('Not in the draw'), has: ({ notInDraw }) => notInDraw !== null },
};

/** Why a lead is not in the next draw, after 'Not in the draw:'. */
export const reasons: Record<ReasonNotInDraw, string> = english({
  won: 'has won',
  pending: 'pending',
  promoted: 'promoted',
  shared: 'shares a number or address with a winner',
  absent: 'not here yet',
});

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
  | ('event' | 'q' | 'status' | 'source' | 'by' | 'flag' | 'answers')
  | ('from' | 'to' | 'sort');

/** Imported leads are shown as a source of their own, but are stored as `volunteer`. */
const sentSources: Record<ShownSource, Partial<SentFilters>> = {
  qr: { source: 'qr' },
  volunteer: { source: 'volunteer', imported: false },
  import: { imported: true },
};

const all = () => ({ value: 'all', label: say('All') });
const anyText = (text: string) => text !== '';
const oneOf = (values: readonly string[]) => (text: string) => values.includes(text);

/** The state of the leads screen: the event, the filters and the order. */
export const leadFilters: Filters<Name, Partial<SentFilters>, FilterOptions> = {
  event: { label: english('Event'), accepts: anyText },
  q: {
    label: english('Search'),
    accepts: anyText,
    send: (value) => (value.trim() ? { q: value.trim() } : {}),
    badges: (value) =>
      value.trim() ? [{ text: say('Search: {value}', { value: value.trim() }), left: '' }] : [],
  },
  status: {
    label: english('Status'),
    accepts: oneOf(leadStatuses),
    send: (value) => ({ status: value as LeadStatus }),
    badges: (value) => [{ text: say(statusBadges[value as LeadStatus]), left: '' }],
  },
  source: choice({
    label: english('Source'),
    accepts: oneOf(shownSources),
    send: (value) => sentSources[value as ShownSource],
    options: () => [
      all(),
      ...shownSources.map((source) => ({ value: source, label: say(sources[source].label) })),
    ],
  }),
  by: choice({
    label: english('Added By'),
    accepts: anyText,
    send: (addedBy) => ({ addedBy }),
    options: ({ submitters }) => [
      all(),
      { value: ADDED_BY_PUBLIC, label: say('QR Code (Public)') },
      ...submitters.map(({ key, name }) => ({ value: key, label: name })),
    ],
  }),
  flag: {
    label: english('Flag'),
    accepts: oneOf(leadFlagNames),
    send: (value) => ({ [value]: true }),
  },
  /** The required answers of leads, in the server's format; only for a single event. */
  answers: {
    label: english('Answers'),
    accepts: (text) => text.length <= ANSWER_FILTER_MAX && ANSWER_FILTER.test(text),
    send: (answers) => ({ answers }),
    badges: (value, { questions }) => {
      const labels = questionNames(questions);
      return [...parseAnswerFilter(value)].map(([id, wanted]) => {
        const question = questions.find((each) => each.id === id);
        const values = question && kindOf(question).values?.(question);
        const names = wanted.map(
          (answer) => values?.find((each) => each.value === answer)?.name ?? say('Unknown'),
        );
        const label = (labels.get(id) ?? say('Answer')).replace(/[^?]$/, '$&:');
        return {
          text: `${label} ${names.join(say(' or '))}`,
          left: setAnswerFilter(value, id, []),
        };
      });
    },
  },
  ...period,
  sort: choice({
    label: english('Sort'),
    accepts: oneOf(leadSorts),
    options: ({ maxChances }) =>
      leadSorts
        .filter((value) => value !== 'chances' || maxChances > 1)
        .map((value) => ({ value, label: say(sortLabels[value]) })),
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
