import type { AdminLead, LeadFilters, LeadTally } from '@drawbridge/contract/leads';
import { useCallback, useState } from 'react';
import type { Page } from '../../lib/api-client.ts';
import type { SelectedLeads } from './api.ts';

/** What is selected: single leads, or all pending ones of a list that has more than its first page. */
export interface Selection {
  ids: ReadonlySet<string>;
  all?: {
    /** The list that it was chosen in; in another one it is no longer selected. */
    url: string;
    /** Ends when the leads were counted: those that came later were not among them. */
    filter: LeadFilters & { to: string };
    count: number;
    except: ReadonlySet<string>;
  };
}

const nothingSelected: Selection = { ids: new Set() };

export function isSelected({ ids, all }: Selection, { id, status, submittedAt }: AdminLead) {
  if (status !== 'pending') return false;
  if (!all) return ids.has(id);
  return !all.except.has(id) && Date.parse(submittedAt) <= Date.parse(all.filter.to);
}

export function countSelected({ ids, all }: Selection): number {
  return all ? all.count - all.except.size : ids.size;
}

export function selectOne(selection: Selection, id: string, wanted: boolean): Selection {
  const { ids, all } = selection;
  if (all) return { ids, all: { ...all, except: toggled(all.except, id, !wanted) } };
  return { ids: toggled(ids, id, wanted) };
}

function toggled(ids: ReadonlySet<string>, id: string, wanted: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (wanted) next.add(id);
  else next.delete(id);
  return next;
}

/** What the server is asked to verify. */
export function selectedLeads(selection: Selection): SelectedLeads {
  const { ids, all } = selection;
  const count = countSelected(selection);
  return all
    ? { count, filter: all.filter, except: [...all.except] }
    : { count, leadIds: [...ids] };
}

/** Without the leads that others have verified meanwhile, or deleted from a list that shows everything. */
export function stillPending(
  { ids }: Selection,
  rows: readonly AdminLead[],
  everything: boolean,
): Selection {
  const known = new Map(rows.map(({ id, status }) => [id, status]));
  const pending = [...ids].filter(
    (id) => (known.get(id) ?? (!everything && 'pending')) === 'pending',
  );
  return { ids: new Set(pending) };
}

/** A list as far as its selection goes. */
interface List {
  url: string;
  filter: LeadFilters;
  first: Page<AdminLead> | undefined;
  /** How many leads it has, once that has been counted. */
  counts: LeadTally | undefined;
}

/** The selection in a list and how it changes. It outlives a change of filters, unless it was all of a long list. */
export function useLeadSelection({ url, filter, first, counts }: List) {
  const [chosen, setChosen] = useState(nothingSelected);
  /** All leads of a short list. */
  const whole = first?.next === undefined ? first?.rows : undefined;
  const unfiltered = Object.keys(filter).length === 1;
  const selection =
    chosen.all?.url === url
      ? chosen
      : stillPending(chosen, first?.rows ?? [], whole !== undefined && unfiltered);
  const pendingIds = whole?.flatMap(({ id, status }) => (status === 'pending' ? id : []));
  const pending = pendingIds?.length ?? counts?.pending ?? 0;
  const inList = pendingIds
    ? pendingIds.filter((id) => selection.ids.has(id)).length
    : countSelected(selection);

  const select = useCallback(
    (id: string, wanted: boolean) => setChosen((before) => selectOne(before, id, wanted)),
    [],
  );
  function selectAll(wanted: boolean) {
    if (pendingIds) {
      setChosen(pendingIds.reduce((next, id) => selectOne(next, id, wanted), selection));
    } else if (wanted && counts) {
      const to = filter.to && Date.parse(filter.to) < Date.parse(counts.at) ? filter.to : counts.at;
      const all = { url, filter: { ...filter, to }, count: pending, except: new Set<string>() };
      setChosen({ ids: new Set(), all });
    } else setChosen(nothingSelected);
  }
  return {
    selection,
    pending,
    /** Whether all selectable leads are selected. */
    all: pending > 0 && inList === pending ? true : inList > 0 && ('indeterminate' as const),
    /** How many of the selected leads are not in the list, as far as that is known. */
    hidden: whole && !selection.all ? selection.ids.size - inList : 0,
    select,
    selectAll,
    clear: () => setChosen(nothingSelected),
  };
}
