import type { LeadCounts } from '@drawbridge/contract/live';
import { useEffect, useState } from 'react';
import { followSessionStream } from '../lib/live.ts';
import { type Counts, mergeCounts } from './lead-counts.ts';

/** How many leads each event has, told by the server whenever that changes; undefined until it is known. */
export function useLeadCounts(): Counts | undefined {
  const [counts, setCounts] = useState<Counts>();

  useEffect(
    () =>
      followSessionStream('/api/events/live', ({ kind, data }) => {
        if (kind === 'leads') setCounts((before) => mergeCounts(before, data as LeadCounts));
      }),
    [],
  );
  return counts;
}
