import type { AdminLead } from '@drawbridge/contract/leads';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { filterLeads, type LeadFilters, type LeadSort } from './lead-filters.ts';
import { indexLeads, type LeadIndex } from './lead-index.ts';

/** The leads that the filters leave. */
export interface LeadList {
  index: LeadIndex;
  filtered: readonly AdminLead[];
  /** The filters that have been applied: the fields update at once, the list a moment later. */
  filters: LeadFilters;
}

const none: readonly AdminLead[] = [];
/** The list is on screen by then. */
const PREPARE_MS = 300;

export function useLeadList(
  leads: readonly AdminLead[] = none,
  filters: LeadFilters,
  sort: LeadSort,
): LeadList {
  const listedFilters = useDeferredValue(filters);
  const listedSort = useDeferredValue(sort);
  const index = useMemo(() => indexLeads(leads), [leads]);
  useEffect(() => {
    // Otherwise the first digit of a search would wait for it.
    const timer = setTimeout(index.internationalPhones, PREPARE_MS);
    return () => clearTimeout(timer);
  }, [index]);
  const filtered = useMemo(
    () => filterLeads(index, listedFilters, listedSort),
    [index, listedFilters, listedSort],
  );
  return { index, filtered, filters: listedFilters };
}
