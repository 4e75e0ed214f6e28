import type { AdminLead } from '@drawbridge/contract/leads';
import { ContactRound, SearchX } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { formatCount } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  ALL,
  activeFilters,
  type LeadFilters,
  type LeadSort,
  noFilters,
  sharedContact,
  toggleStatus,
} from '../filters/lead-filters.ts';
import { LeadFiltersPanel } from '../filters/lead-filters-panel.tsx';
import type { LeadList } from '../filters/use-lead-list.ts';
import type { LeadHandlers } from '../lead-handlers.ts';
import {
  countPending,
  nothingSelected,
  selectAll,
  selectOne,
  stillPending,
} from '../lead-selection.ts';
import { useLeadSteps } from '../use-lead-steps.tsx';
import { LeadStats } from './lead-stats.tsx';
import { LeadsList } from './leads-list.tsx';
import { SelectionBar } from './selection-bar.tsx';

interface LeadsOverviewProps {
  leads: readonly AdminLead[];
  list: LeadList;
  eventNames: ReadonlyMap<string, string>;
  filters: LeadFilters;
  sort: LeadSort;
  /** These functions must be stable, or every visible row is rendered again. */
  onFiltersChange: (filters: LeadFilters) => void;
  onSortChange: (sort: LeadSort) => void;
  onEdit: LeadHandlers['onEdit'];
  onDelete: LeadHandlers['onDelete'];
}

/** The figures, the filters and the list of the loaded leads. */
export function LeadsOverview({
  leads,
  list: { index, filtered, filters: listedFilters },
  eventNames,
  filters,
  sort,
  onFiltersChange,
  onSortChange,
  onEdit,
  onDelete,
}: LeadsOverviewProps) {
  const [chosen, setChosen] = useState(nothingSelected);
  const selected = useMemo(() => stillPending(chosen, leads), [chosen, leads]);
  const hidden = useMemo(
    () => (selected.size === 0 ? 0 : selected.size - countPending(filtered, selected).selected),
    [filtered, selected],
  );
  const { step, stepping, question } = useLeadSteps();
  const selectShown = useCallback(
    (shown: readonly AdminLead[], wanted: boolean) =>
      setChosen((before) => selectAll(before, shown, wanted)),
    [],
  );
  const handlers = useMemo(
    () => ({
      onStep: step,
      onSelect: (id: string, wanted: boolean) =>
        setChosen((before) => selectOne(before, id, wanted)),
      onEdit,
      onDelete,
      onShowDuplicates: (lead: AdminLead) =>
        onFiltersChange({ ...noFilters, search: sharedContact(lead, leads) }),
    }),
    [leads, step, onFiltersChange, onEdit, onDelete],
  );

  const title =
    activeFilters(listedFilters, index.submitters).length > 0
      ? `Filtered Leads (${formatCount(filtered.length)})`
      : 'All Leads';

  return (
    <>
      <LeadStats
        tally={index.tally}
        shown={filtered.length}
        status={filters.status}
        onToggle={(status) => onFiltersChange(toggleStatus(filters, status))}
        onClear={() => onFiltersChange({ ...filters, status: ALL })}
      />
      {leads.length === 0 ? (
        <Card>
          <EmptyState
            icon={ContactRound}
            title="No leads found"
            help="Leads will appear here once collected"
          />
        </Card>
      ) : (
        <>
          <LeadFiltersPanel
            filters={filters}
            sort={sort}
            submitters={index.submitters}
            onChange={onFiltersChange}
            onSortChange={onSortChange}
          />
          <div className="flex flex-col gap-3">
            <h2 aria-live="polite" className="text-xl">
              {title}
            </h2>
            {filtered.length === 0 ? (
              <Card>
                <EmptyState
                  icon={SearchX}
                  title="No leads match your filters"
                  help="Try adjusting your filter criteria"
                  action={<Button onClick={() => onFiltersChange(noFilters)}>Clear Filters</Button>}
                />
              </Card>
            ) : (
              <LeadsList
                title={title}
                leads={filtered}
                eventNames={eventNames}
                selected={selected}
                stepping={stepping}
                onSelectAll={selectShown}
                handlers={handlers}
              />
            )}
          </div>
          <SelectionBar
            selected={selected}
            hidden={hidden}
            onClear={() => setChosen(nothingSelected)}
          />
        </>
      )}
      {question}
    </>
  );
}
