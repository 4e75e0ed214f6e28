import type { AdminEvent } from '@drawbridge/contract/events';
import type { LeadTally } from '@drawbridge/contract/lead-lists';
import type { LeadSort, LeadStatus } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import type { AdminQuestion } from '@drawbridge/contract/questions/schemas';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ContactRound, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Page } from '../../../lib/api-client.ts';
import { formatCount, formatPercent, percentOf } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, StatCard } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  findSharedContact,
  leadMarksQuery,
  submittersQuery,
  totalOf,
  useChangeLeadStatus,
} from '../api.ts';
import {
  ALL,
  activeFilters,
  type LeadFilters,
  noFilters,
  toggle,
} from '../filters/lead-filters.ts';
import { LeadFiltersPanel } from '../filters/lead-filters-panel.tsx';
import { countSelected, isSelected, useLeadSelection } from '../lead-selection.ts';
import { NewLeads, type NewLeadsProps } from '../new-leads.tsx';
import type { LeadList } from '../use-lead-list.ts';
import { ColumnsMenu, useLeadColumns } from './lead-columns.tsx';
import type { LeadHandlers } from './lead-row.tsx';
import { LeadsList } from './leads-list.tsx';
import { OpenRaffle, SelectionBar, verifiedText } from './selection-bar.tsx';

interface LeadsOverviewProps {
  eventId: string;
  /** How many leads the event has, or all events have; undefined until they have been counted. */
  tally: LeadTally | undefined;
  list: LeadList & { first: Page<AdminLead[]> };
  /** Leads that are not on screen yet. */
  newLeads: NewLeadsProps;
  events: ReadonlyMap<string, AdminEvent>;
  filters: LeadFilters;
  sort: LeadSort;
  /** These functions must be stable, or every visible row is rendered again. */
  onFiltersChange: (filters: LeadFilters) => void;
  onSortChange: (sort: LeadSort) => void;
  onOpen: LeadHandlers['onOpen'];
  onEdit: LeadHandlers['onEdit'];
  onDelete: LeadHandlers['onDelete'];
}

const noQuestions: AdminQuestion[] = [];

/** The figures, the filters and the list. */
export function LeadsOverview({
  eventId,
  tally,
  list,
  newLeads,
  events,
  filters,
  sort,
  onFiltersChange,
  onSortChange,
  onOpen,
  onEdit,
  onDelete,
}: LeadsOverviewProps) {
  const questions = events.get(eventId)?.questions ?? noQuestions;
  const { data: submitters = [] } = useQuery(submittersQuery(eventId));
  const { data: marks } = useQuery(leadMarksQuery({ eventId }));
  const { selection, select, ...selecting } = useLeadSelection(list);
  const { changeStatus, stepping } = useChangeLeadStatus();
  // What this person has done in a list may leave nothing of it.
  const [changed, setChanged] = useState<{ url: string; verified?: number | undefined }>();
  const own = changed?.url === list.url ? changed : undefined;
  const pending = tally?.pending ?? 0;
  const { url } = list;
  const handlers = useMemo(() => {
    const noting =
      <Input,>(act: (input: Input) => void) =>
      (input: Input) => {
        setChanged((before) => (before?.url === url ? before : { url }));
        act(input);
      };
    return {
      onStep: noting(changeStatus),
      onSelect: select,
      onOpen,
      onEdit: (lead: AdminLead, question?: string) => noting(() => onEdit(lead, question))(lead),
      onDelete: noting(onDelete),
      onShowDuplicates: async (lead: AdminLead) =>
        onFiltersChange({ ...noFilters, search: await findSharedContact(lead) }),
    };
  }, [url, changeStatus, select, onFiltersChange, onOpen, onEdit, onDelete]);
  const choosing = useLeadColumns(questions);
  // With several events, nobody can know whose raffle is meant.
  const [onlyEvent, another] = events.keys();
  const raffleOf = eventId !== ALL ? eventId : another ? undefined : onlyEvent;

  const filtered = activeFilters(list.filters, submitters, questions).length > 0;
  const count = list.total === undefined ? '' : ` (${formatCount(list.total)})`;
  const title = filtered ? `Filtered Leads${count}` : 'All Leads';

  return (
    <>
      <NewLeads
        {...newLeads}
        // A list that is filtered or sorted otherwise is being worked on, and takes longer to count.
        quietly={
          newLeads.quietly && !filtered && sort === 'newest' && countSelected(selection) === 0
        }
      />
      <LeadStats
        tally={tally}
        shown={list.total}
        status={filters.status}
        onToggle={(status) => onFiltersChange(toggle(filters, 'status', status))}
        onClear={() => onFiltersChange({ ...filters, status: ALL })}
      />
      {tally && totalOf(tally) === 0 && list.first.rows.length === 0 ? (
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
            title={title}
            filters={filters}
            sort={sort}
            submitters={submitters}
            questions={questions}
            searchesAnswers={[...events.values()].some((event) => event.questions.length > 0)}
            counts={marks}
            beside={<ColumnsMenu {...choosing} />}
            onChange={onFiltersChange}
            onSortChange={onSortChange}
          />
          <div>
            {list.first.rows.length === 0 ? (
              <Card>
                <EmptyState
                  {...(own
                    ? {
                        icon: CircleCheck,
                        title: own.verified ? verifiedText(own.verified, pending) : 'All done here',
                        help: 'What you have changed no longer matches your filters',
                      }
                    : {
                        icon: SearchX,
                        title: 'No leads match your filters',
                        help: 'Try adjusting your filter criteria',
                      })}
                  action={
                    <div className="flex flex-wrap justify-center gap-2">
                      {own && raffleOf && pending === 0 && <OpenRaffle eventId={raffleOf} />}
                      <Button onClick={() => onFiltersChange(noFilters)}>Clear Filters</Button>
                    </div>
                  }
                />
              </Card>
            ) : (
              <LeadsList
                title={title}
                url={list.url}
                total={list.total}
                columns={choosing.columns}
                pending={selecting.pending}
                all={selecting.all}
                onSelectAll={selecting.selectAll}
                rowProps={(lead) => ({
                  lead,
                  eventName: events.get(lead.eventId)?.name ?? 'Unknown Event',
                  asked: events.get(lead.eventId)?.questions ?? noQuestions,
                  selected: isSelected(selection, lead),
                  stepping: stepping.has(lead.id),
                  handlers,
                })}
              />
            )}
          </div>
          <SelectionBar
            selection={selection}
            hidden={selecting.hidden}
            // Said where the list was, if nothing is left of it.
            verified={list.first.rows.length > 0 ? own?.verified : undefined}
            pending={pending}
            eventId={raffleOf}
            onVerified={(verified) => {
              selecting.clear();
              setChanged({ url, verified });
            }}
            onClear={() => {
              selecting.clear();
              setChanged(undefined);
            }}
          />
        </>
      )}
    </>
  );
}

interface LeadStatsProps {
  tally: LeadTally | undefined;
  /** The number of leads that match the filters; undefined until they have been counted. */
  shown: number | undefined;
  status: LeadFilters['status'];
  onToggle: (status: LeadStatus) => void;
  onClear: () => void;
}

/** The four figures, which also filter by status. */
function LeadStats({ tally, shown, status, onToggle, onClear }: LeadStatsProps) {
  const total = tally && totalOf(tally);
  const countOf = (count: number | undefined) => (count === undefined ? '…' : formatCount(count));

  return (
    <div className="grid grid-cols-4 gap-1.5 md:gap-3">
      <StatCard
        compact
        label="Total Leads"
        value={countOf(total)}
        note={
          shown !== undefined &&
          total !== undefined &&
          shown !== total &&
          `Showing ${formatCount(shown)}`
        }
        onSelect={onClear}
      />
      <StatCard
        compact
        label="Verified"
        value={countOf(tally?.verified)}
        note={
          tally && total !== undefined
            ? `${formatPercent(percentOf(tally.verified, total))} of total`
            : '…'
        }
        selected={status === 'verified'}
        onSelect={() => onToggle('verified')}
      />
      <StatCard
        compact
        label="Promoted"
        value={countOf(tally?.promoted)}
        selected={status === 'promoted'}
        onSelect={() => onToggle('promoted')}
      />
      <StatCard
        compact
        label="Pending"
        value={countOf(tally?.pending)}
        selected={status === 'pending'}
        onSelect={() => onToggle('pending')}
      />
    </div>
  );
}
