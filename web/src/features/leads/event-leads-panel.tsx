import type { AdminLead } from '@drawbridge/contract/leads';
import { ContactRound } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { PHONE, useMediaQuery } from '../../lib/use-media-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EventLeadsList } from './event-leads-list.tsx';
import { EventLeadsStats } from './event-leads-stats.tsx';
import { pendingIds, selectedPending, tallyLeads } from './event-leads-tally.ts';
import { EventLeadsToolbar } from './event-leads-toolbar.tsx';

interface EventLeadsPanelProps {
  leads: AdminLead[];
  scroller: HTMLElement;
}

export function EventLeadsPanel({ leads, scroller }: EventLeadsPanelProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const tally = useMemo(() => tallyLeads(leads), [leads]);
  const chosen = useMemo(() => selectedPending(leads, selected), [leads, selected]);
  const onPhone = useMediaQuery(PHONE);

  const select = useCallback((id: string, wanted: boolean) => {
    setSelected((before) => {
      const next = new Set(before);
      if (wanted) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);

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
            chosen={chosen}
            onSelectAll={(wanted) => setSelected(new Set(wanted ? pendingIds(leads) : []))}
          />
          <EventLeadsList
            // Rows have another height on a phone, and the list measures itself only once.
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
