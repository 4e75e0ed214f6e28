import type { LeadTally, LeadFilters as SentFilters } from '@drawbridge/contract/lead-lists';
import type { LeadSort } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page } from '../../lib/api-client.ts';
import { leadCountsQuery, leadPageQuery, listUrl, totalOf } from './api.ts';
import { type LeadFilters, sentFilters } from './filters/lead-filters.ts';

/** A list of leads, of which the first page has been read. */
export interface LeadList {
  /** The address of the first page. */
  url: string;
  /** The filters that have been applied: the fields change at once, the list when it has been read. */
  filters: LeadFilters;
  filter: SentFilters;
  sort: LeadSort;
  first: Page<AdminLead[]> | undefined;
  counts: LeadTally | undefined;
  /** How many leads it has; undefined until they have been counted. */
  total: number | undefined;
}

/** The list with these filters, or the one before until the first page has been read. */
export function useLeadList(eventId: string, filters: LeadFilters, sort: LeadSort) {
  const wanted = { filters, filter: sentFilters(eventId, filters), sort };
  const url = listUrl(wanted.filter, sort);
  const reading = useQuery(leadPageQuery(url));
  const [listed, setListed] = useState({ url, ...wanted });
  if (listed.url !== url && !reading.isPending) setListed({ url, ...wanted });

  const { data: first } = useQuery(leadPageQuery(listed.url));
  // A short list need not be counted.
  const counting = useQuery({ ...leadCountsQuery(listed.filter), enabled: Boolean(first?.next) });
  const counts = first?.next ? counting.data : undefined;
  const list: LeadList = {
    ...listed,
    first,
    counts,
    total: first?.next ? counts && totalOf(counts) : first?.rows.length,
  };
  return { list, reading };
}
