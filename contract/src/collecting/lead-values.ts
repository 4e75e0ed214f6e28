import { contact, listedFields } from './contact.ts';

// The values of a lead's fields. This module does not import zod, so that a page without forms does not have to
// load it.

export const BULK_VERIFY_MAX = 100_000;
/** The number of leads per phone number at an event above which the list flags them. */
export const ENTRIES_PER_PHONE = 10;

/** The number of leads on one page of a sponsor. */
export const LEADS_PER_SPONSOR_PAGE = 50;

export const leadStatuses = ['pending', 'verified', 'promoted'] as const;
export type LeadStatus = (typeof leadStatuses)[number];
/** The orders of a list of leads; `newest` is the default. */
export const leadSorts = ['newest', 'oldest', 'name', 'chances'] as const;
export type LeadSort = (typeof leadSorts)[number];
/** Flags of leads that an organiser should look at again; each is also a filter. */
export const leadFlagNames = [
  'invalidPhone',
  'duplicate',
  'incomplete',
  'won',
  'imported',
  'manyChances',
  'here',
  'notInDraw',
] as const;
/** Why a lead is not in the next draw; the first reason that fits. */
export const reasonsNotInDraw = ['won', 'pending', 'promoted', 'shared', 'absent'] as const;
export type ReasonNotInDraw = (typeof reasonsNotInDraw)[number];
export type LeadFlag = (typeof leadFlagNames)[number];
/** A filter by answers: `question:value`, with commas between several. */
export const ANSWER_FILTER = /^[0-9a-f-]{36}:[\w-]{1,36}(,[0-9a-f-]{36}:[\w-]{1,36})*$/i;
export const ANSWER_FILTER_MAX = 2000;
/** The key in the filter `addedBy` for leads from the public form. */
export const ADDED_BY_PUBLIC = 'public';
/** The columns of an exported file, without and with details. */
export const exportColumns = [
  ...listedFields.map((field) => contact[field].labels.export),
  'Status',
  'Source',
  'Submitted At',
];
export const detailColumns = ['Event', 'Consent', 'Consent Version', 'Marketing', 'Chances'];
/** The headings of the columns with answers, which follow these. Repeated headings are numbered. */
export const answerHeadings = (questions: readonly { label: string }[]) =>
  numbered(
    questions.map(({ label }) => label),
    [...exportColumns, ...detailColumns],
  );

/** Unique names of an event's questions, by their ids. */
export function questionNames(
  questions: readonly { id: string; label: string; archived?: boolean }[],
): Map<string, string> {
  const titles = questions.map(({ label, archived }) => (archived ? `${label} (archived)` : label));
  const names = numbered(titles, []);
  return new Map(questions.map(({ id }, index) => [id, names[index] ?? '']));
}

/** Adds a number to each text that has been used before. */
function numbered(texts: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(taken);
  return texts.map((text) => {
    let name = text;
    for (let number = 2; used.has(name); number++) name = `${text} (${number})`;
    used.add(name);
    return name;
  });
}
