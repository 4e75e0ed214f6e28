import type { LeadTally } from '@drawbridge/contract/collecting/lead-lists';
import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { AdminQuestion } from '@drawbridge/contract/events/questions/schemas';
import { useQuery } from '@tanstack/react-query';
import { ContactRound, SearchX } from 'lucide-react';
import { type Dispatch, type ReactNode, type SetStateAction, useMemo } from 'react';
import type { Page } from '../../lib/api/api-client.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { clearFilters } from '../../ui/fields/filters.tsx';
import { EmptyState } from '../../ui/resource.tsx';
import { AllMatching } from './all-matching.tsx';
import {
  type ListedLeads,
  leadMarksQuery,
  submittersQuery,
  totalOf,
  useChangeLeadStatus,
  useVerifyLeads,
} from './api.ts';
import { type OpenLead, shownLead } from './dialogs/open-lead.tsx';
import { type LeadView, leadFilters } from './lead-filters.tsx';
import { LeadFiltersPanel } from './lead-filters-panel.tsx';
import {
  countSelected,
  isSelected,
  type Selection,
  selectedLeads,
  useLeadSelection,
} from './lead-selection.ts';
import { LeadStats } from './lead-stats.tsx';
import { ColumnsMenu, useLeadColumns } from './list/lead-columns.tsx';
import { LeadTable } from './list/lead-list.tsx';
import type { LeadHandlers } from './list/lead-row.tsx';
import { NewLeads, type NewLeadsProps } from './list/new-leads.tsx';

interface LeadsOverviewProps {
  /** The number of leads of the event, or of all events; undefined until they have been counted. */
  tally: LeadTally | undefined;
  list: ListedLeads & { first: Page<AdminLead[]> };
  /** New leads that are not on screen yet. */
  newLeads: NewLeadsProps;
  events: ReadonlyMap<string, AdminEvent>;
  /** True on an event's own page, which needs no column for it. */
  isOneEvent: boolean;
  view: LeadView;
  /** The handlers. They must be stable, or every visible row is rendered again. */
  onViewChange: Dispatch<SetStateAction<LeadView>>;
  open: OpenLead | undefined;
  onOpen: (open: OpenLead) => void;
  /** The page's buttons beside the figures, on an event's own page. */
  actions?: ReactNode;
}

const noQuestions: AdminQuestion[] = [];

export function LeadsOverview({
  tally,
  list,
  newLeads,
  events,
  isOneEvent,
  view,
  onViewChange,
  open,
  onOpen,
  actions,
}: LeadsOverviewProps) {
  const eventId = view.event || 'all';
  const questions = events.get(eventId)?.questions ?? noQuestions;
  const { data: submitters = [] } = useQuery(submittersQuery(eventId));
  const { data: marks } = useQuery(leadMarksQuery({ eventId }));
  const { selection, select, hidden, clear, ...selecting } = useLeadSelection(list);
  const { changeStatus, stepping } = useChangeLeadStatus();
  const handlers = useMemo((): LeadHandlers => {
    const opening = (to: OpenLead['to']) => (lead: AdminLead, question?: string) =>
      onOpen({ lead, to, question });
    return {
      onStep: changeStatus,
      onSelect: select,
      onOpen: (lead, index) => onOpen({ lead, to: 'show', place: index }),
      onEdit: opening('edit'),
      onDelete: opening('delete'),
      onCompare: opening('compare'),
    };
  }, [changeStatus, select, onOpen]);
  const chosen = events.get(eventId);
  const maxChances = Math.max(
    1,
    ...(chosen ? [chosen] : [...events.values()]).map((event) => event.maxChances),
  );
  const choosing = useLeadColumns(questions, {
    isOneEvent,
    maxChances,
    notInDraw: view.flag === 'notInDraw',
  });
  const shown = shownLead(open);
  const filtered = Object.keys(list.filter).length > 1;
  const title = !filtered
    ? say('All Leads')
    : list.total === undefined
      ? say('Filtered Leads')
      : say('Filtered Leads ({count})', { count: list.total });
  const none = list.first.rows.length === 0;

  return (
    <>
      <NewLeads
        {...newLeads}
        // A filtered or sorted list is in use, and takes longer to count.
        quietly={
          newLeads.quietly && !filtered && !view.sort && !open && countSelected(selection) === 0
        }
      />
      <div className="@container flex flex-wrap items-center gap-2 md:gap-3">
        <LeadStats
          tally={tally}
          shown={list.total}
          status={view.status}
          onChange={(status) => onViewChange({ ...view, status })}
        />
        {actions}
      </div>
      {tally && totalOf(tally) === 0 && none ? (
        <Card>
          <EmptyState
            icon={ContactRound}
            title={say('No leads found')}
            help={say('Leads will appear here once collected')}
          />
        </Card>
      ) : (
        <>
          <LeadFiltersPanel
            title={title}
            view={view}
            known={{
              submitters,
              questions,
              maxChances,
              searchesAnswers: [...events.values()].some((event) => event.questions.length > 0),
            }}
            counts={marks}
            toolbar={
              <>
                <AllMatching list={list} maxChances={maxChances} />
                <ColumnsMenu {...choosing} />
              </>
            }
            onChange={onViewChange}
          />
          {/* The focus of a removed list moves to the heading, not to the filters beside it. */}
          <div>
            {none ? (
              <Card>
                <EmptyState
                  icon={SearchX}
                  title={say('No leads match your filters')}
                  help={say('Try adjusting your filter criteria')}
                  action={
                    <Button onClick={() => onViewChange(clearFilters(leadFilters, view))}>
                      {say('Clear Filters')}
                    </Button>
                  }
                />
              </Card>
            ) : (
              <LeadTable
                {...selecting}
                label={title}
                url={list.url}
                total={list.total}
                columns={choosing.columns}
                openPlace={shown?.place}
                listed={(lead) => ({
                  lead,
                  event: events.get(lead.eventId),
                  selected: isSelected(selection, lead),
                  open: lead.id === shown?.lead.id,
                  stepping: stepping.has(lead.id),
                  handlers,
                })}
              />
            )}
          </div>
          <SelectionBar selection={selection} hidden={hidden} onClear={clear} />
        </>
      )}
    </>
  );
}

interface SelectionBarProps {
  selection: Selection;
  /** The number of selected leads hidden by the filters. */
  hidden: number;
  onClear: () => void;
}

/** The selection and its actions, fixed at the bottom of the screen. */
export function SelectionBar({ selection, hidden, onClear }: SelectionBarProps) {
  const { isPending, variables, mutate } = useVerifyLeads();
  const count = isPending ? variables.count : countSelected(selection);
  if (count === 0) return null;

  return (
    <section
      aria-label={say('Selection')}
      className="sticky bottom-4 z-10 flex w-full animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-l border bg-card py-2.5 pe-2.5 ps-4.5 shadow-float md:w-fit"
    >
      <p
        aria-live="polite"
        className="flex min-w-0 flex-wrap items-baseline gap-x-2 tabular-nums max-md:w-full"
      >
        <span className="font-semibold">{say('{count} lead(s) selected', { count })}</span>
        {hidden > 0 && (
          <span className="text-ink-2 text-sm">
            {say('{count} hidden by filters', { count: hidden })}
          </span>
        )}
      </p>
      {isPending && (
        <progress
          aria-label={say('Verifying leads')}
          className="h-1.5 w-full overflow-hidden rounded-full accent-(--accent) md:w-32"
        />
      )}
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
        <Button
          variant="primary"
          pending={isPending}
          onClick={() => mutate(selectedLeads(selection), { onSuccess: onClear })}
        >
          {say('Verify Selected')}
        </Button>
        <Button
          variant="quiet"
          disabled={isPending}
          onClick={onClear}
          // On a phone the other button's spinner needs the space.
          className={isPending ? 'max-md:hidden' : undefined}
        >
          {say('Clear Selection')}
        </Button>
      </div>
    </section>
  );
}
