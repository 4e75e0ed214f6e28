import type { AdminLead } from '@drawbridge/contract/leads';
import { ContactRound } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { PHONE, useMediaQuery } from '../../../lib/use-media-query.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { nothingSelected, selectAll, selectOne, stillPending } from '../lead-selection.ts';
import { EventLeadsList } from './event-leads-list.tsx';
import { EventLeadsStats, tallyLeads } from './event-leads-stats.tsx';
import { EventLeadsToolbar } from './event-leads-toolbar.tsx';

interface EventLeadsPanelProps {
  leads: AdminLead[];
  scroller: HTMLElement;
}

export function EventLeadsPanel({ leads, scroller }: EventLeadsPanelProps) {
  const [wanted, setWanted] = useState(nothingSelected);
  const selected = useMemo(() => stillPending(wanted, leads), [wanted, leads]);
  const tally = useMemo(() => tallyLeads(leads), [leads]);
  const onPhone = useMediaQuery(PHONE);

  const select = useCallback(
    (id: string, chosen: boolean) => setWanted((before) => selectOne(before, id, chosen)),
    [],
  );

  return (
    <>
      <EventLeadsStats tally={tally} />
      {leads.length === 0 ? (
        <EmptyState
          icon={ContactRound}
          title="No leads yet"
          help="They appear here as visitors and volunteers send them."
        />
      ) : (
        <div className="-mt-3">
          <EventLeadsToolbar
            pending={tally.pending}
            selected={selected}
            onSelectAll={(chosen) => setWanted(selectAll(nothingSelected, leads, chosen))}
          />
          <EventLeadsList
            // Remounted, because rows have another height on a phone and the list is measured only once.
            key={onPhone ? 'phone' : 'desk'}
            leads={leads}
            rowHeight={onPhone ? 144 : 72}
            scroller={scroller}
            selected={selected}
            onSelect={select}
          />
        </div>
      )}
    </>
  );
}
