import { shownSource } from '@drawbridge/contract/lead-values';
import { memo } from 'react';
import { formatMoment } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PhoneNotes, WonBadge } from '../lead-marks.tsx';
import { sourceIcons, sourceLabels } from '../lead-sources.ts';
import { LeadStatusBadge } from '../lead-status-badge.tsx';
import { LeadStepButton } from '../lead-step-button.tsx';
import type { LeadHandlers, ListedLead } from '../list/lead-row.tsx';

interface EventLeadsRowProps extends Pick<ListedLead, 'lead' | 'selected' | 'stepping'> {
  onSelect: LeadHandlers['onSelect'];
  onStep: LeadHandlers['onStep'];
  onOpen: LeadHandlers['onOpen'];
}

const smallPrint = 'col-start-2 min-w-0 text-ink-2 text-sm tabular-nums';

/** All rows have the same height: two lines, or five on a phone. */
export const EventLeadsRow = memo(function EventLeadsRow({
  lead,
  selected,
  stepping,
  onSelect,
  onStep,
  onOpen,
}: EventLeadsRowProps) {
  const source = shownSource(lead);

  return (
    <div className="grid h-full border-b grid-cols-[1.25rem_minmax(0,1fr)_auto] content-center items-center gap-x-3 gap-y-1 md:grid-cols-[1.25rem_minmax(0,1fr)_14.5rem_5.5rem] md:gap-x-4">
      {lead.status === 'pending' && (
        <Checkbox
          label={`Select ${lead.name}`}
          checked={selected}
          onCheckedChange={(wanted) => onSelect(lead, wanted)}
        />
      )}
      <div className="col-start-2 row-start-1 flex min-w-0 items-center gap-2">
        <button
          type="button"
          title={lead.name}
          onClick={() => onOpen(lead)}
          className="-my-2.5 min-h-11 truncate font-semibold -outline-offset-2 hover:underline"
        >
          {lead.name}
        </button>
        {lead.incomplete && <Badge>Incomplete</Badge>}
        <WonBadge lead={lead} />
        <span className="flex gap-2 max-md:hidden">
          <PhoneNotes lead={lead} />
        </span>
      </div>
      <div className="col-start-2 row-start-2 flex gap-1.5 md:col-start-3 md:row-start-1">
        <LeadStatusBadge status={lead.status} />
        <Badge icon={sourceIcons[source]}>{sourceLabels[source]}</Badge>
      </div>
      <div
        className={`${smallPrint} flex flex-col max-md:col-end-4 md:row-start-2 md:flex-row md:gap-x-3`}
      >
        {lead.email && (
          <p title={lead.email} className="truncate">
            {lead.email}
          </p>
        )}
        <div className="flex shrink-0 items-center gap-2">
          <p>{lead.phone}</p>
          <span className="flex gap-2 md:hidden">
            <PhoneNotes lead={lead} />
          </span>
        </div>
      </div>
      <p className={`${smallPrint} -mt-1 max-md:col-end-4 md:col-start-3 md:row-start-2 md:mt-0`}>
        Submitted <time dateTime={lead.submittedAt}>{formatMoment(lead.submittedAt)}</time>
      </p>
      <div className="col-start-3 row-span-2 row-start-1 justify-self-end md:col-start-4">
        <LeadStepButton lead={lead} pending={stepping} onStep={onStep} />
      </div>
    </div>
  );
});
