import type { LeadFilters } from '@drawbridge/contract/collecting/lead-lists';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import { useCallback, useState } from 'react';
import type { ListedLeads, SelectedLeads } from './api.ts';

/** The selected leads: single ones, or all pending ones of a list with more than one page. */
export interface Selection {
  leads: Leads;
  all?: {
    /** The address of the list to which it belongs; in another list nothing is selected. */
    url: string;
    /** The filter of the list. It ends at the time of the count, so that later leads are excluded. */
    filter: LeadFilters & { to: string };
    count: number;
    except: Leads;
  };
}

/** The leads by their ids. */
type Leads = ReadonlyMap<string, AdminLead>;

const nothingSelected: Selection = { leads: new Map() };

export function isSelected({ leads, all }: Selection, { id, status, submittedAt }: AdminLead) {
  if (status !== 'pending') return false;
  if (!all) return leads.has(id);
  return !all.except.has(id) && Date.parse(submittedAt) <= Date.parse(all.filter.to);
}

export function countSelected({ leads, all }: Selection): number {
  return all ? all.count - all.except.size : leads.size;
}

export function selectOne(selection: Selection, lead: AdminLead, wanted: boolean): Selection {
  const { leads, all } = selection;
  if (all) return { leads, all: { ...all, except: toggled(all.except, lead, !wanted) } };
  return { leads: toggled(leads, lead, wanted) };
}

function toggled(leads: Leads, lead: AdminLead, wanted: boolean): Leads {
  const next = new Map(leads);
  if (wanted) next.set(lead.id, lead);
  else next.delete(lead.id);
  return next;
}

/** The selection as the bulk request takes it. */
export function selectedLeads(selection: Selection): SelectedLeads {
  const { leads, all } = selection;
  const count = countSelected(selection);
  return all
    ? { count, filter: all.filter, except: [...all.except.keys()] }
    : { count, leadIds: [...leads.keys()] };
}

/** The leads without those that others have meanwhile verified, or deleted from an unfiltered list. */
export function withoutChangedLeads(
  { leads }: Selection,
  rows: readonly AdminLead[],
  everything: boolean,
): Selection {
  const known = new Map(rows.map(({ id, status }) => [id, status]));
  const pending = [...leads].filter(
    ([id]) => (known.get(id) ?? (!everything && 'pending')) === 'pending',
  );
  return { leads: new Map(pending) };
}

/** The selection in a list and its actions. It survives a change of filters, unless it was all of a long list. */
export function useLeadSelection({
  url,
  filter,
  first,
  counts,
}: Pick<ListedLeads, 'url' | 'filter' | 'first' | 'counts'>) {
  const [chosen, setChosen] = useState(nothingSelected);
  /** All leads of a short list. */
  const whole = first?.next === undefined ? first?.rows : undefined;
  const unfiltered = Object.keys(filter).length === 1;
  const selection =
    chosen.all?.url === url
      ? chosen
      : withoutChangedLeads(chosen, first?.rows ?? [], whole !== undefined && unfiltered);
  const selectable = whole?.filter(({ status }) => status === 'pending');
  /** The number of pending leads; undefined until they have been counted. */
  const pending = selectable?.length ?? counts?.pending;
  const inList = selectable
    ? selectable.filter(({ id }) => selection.leads.has(id)).length
    : countSelected(selection);

  const select = useCallback(
    (lead: AdminLead, wanted: boolean) => setChosen((before) => selectOne(before, lead, wanted)),
    [],
  );
  function onSelectAll(wanted: boolean) {
    if (selectable) {
      setChosen(selectable.reduce((next, lead) => selectOne(next, lead, wanted), selection));
    } else if (!wanted) {
      setChosen(nothingSelected);
    } else if (counts) {
      const to = filter.to && Date.parse(filter.to) < Date.parse(counts.at) ? filter.to : counts.at;
      const all = {
        url,
        filter: { ...filter, to },
        count: counts.pending,
        except: new Map(),
      };
      setChosen({ leads: new Map(), all });
    }
  }
  return {
    selection,
    pending,
    /** True if all selectable leads are selected. */
    all: inList > 0 && inList === pending ? true : inList > 0 && ('indeterminate' as const),
    /** The number of selected leads outside the list, if known. */
    hidden: whole && !selection.all ? selection.leads.size - inList : 0,
    select,
    onSelectAll,
    clear: () => setChosen(nothingSelected),
  };
}
