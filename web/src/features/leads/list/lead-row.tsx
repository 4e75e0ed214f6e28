import { shownSource } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { Pencil, PhoneOff, Trash2, Trophy } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatMoment, formatMomentDay, timeIfToday } from '../../../lib/formats.ts';
import { LeadStatusBadge } from '../../../shared/lead-status-badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { listRow } from '../../../ui/focus.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { LeadStep } from '../api.ts';
import { DuplicateMark, LeadMark, wonLabel } from '../lead-marks.tsx';
import { sourceLabels } from '../lead-sources.ts';
import { LeadStepButton } from '../lead-step-button.tsx';

/** The actions on a lead in the list. The functions are stable, so that memoised rows do not re-render. */
export interface LeadHandlers {
  onStep: (step: LeadStep) => void;
  onSelect: (lead: AdminLead, selected: boolean) => void;
  onEdit: (lead: AdminLead) => void;
  onDelete: (lead: AdminLead) => void;
  onShowDuplicates: (lead: AdminLead) => void;
}

/** A lead in the table or on a card. */
export interface ListedLead {
  lead: AdminLead;
  eventName: string;
  selected: boolean;
  /** Whether its status is being changed. */
  stepping: boolean;
  handlers: LeadHandlers;
}

export type RowProps = (lead: AdminLead) => ListedLead;

interface LeadRowProps extends ListedLead {
  /** Whether two facts share a cell, in a narrow table. */
  paired: boolean;
  index: number;
}

/** The time of a lead of today. */
export function Today({ at }: { at: string }) {
  return <span className="inline-block text-ink-2">{timeIfToday(at)}</span>;
}

export const LeadRow = memo(function LeadRow({
  lead,
  eventName,
  paired,
  index,
  selected,
  stepping,
  handlers,
}: LeadRowProps) {
  // Text is rendered first and controls a moment later, so that fast scrolling stays smooth.
  const controls = useDeferredValue(true, false);

  const event = (
    <p title={eventName} className="line-clamp-2 break-words">
      {eventName}
    </p>
  );
  const source = sourceLabels[shownSource(lead)];
  const addedBy = (
    <p title={lead.submitterName ?? undefined} className="line-clamp-2 break-words">
      {lead.submitterName ?? 'QR Code'}
    </p>
  );
  const submitted = (
    <time dateTime={lead.submittedAt} title={formatMoment(lead.submittedAt)}>
      {formatMomentDay(lead.submittedAt)} <Today at={lead.submittedAt} />
    </time>
  );
  const status = (
    <div className="lead-status">
      <LeadStatusBadge status={lead.status} />
      {lead.won && (
        <p
          className={classNames(
            'flex items-center gap-1 pl-2 font-semibold text-xs leading-4',
            lead.forfeited ? 'text-ink-2' : 'text-accent-ink',
          )}
        >
          {!lead.forfeited && <Trophy aria-hidden className="size-3 shrink-0" />}
          {wonLabel(lead)}
        </p>
      )}
    </div>
  );
  const actions = (
    <div className={classNames('lead-actions flex items-center', !paired && 'justify-end')}>
      {controls && (
        <>
          <LeadStepButton lead={lead} pending={stepping} onStep={handlers.onStep} />
          <IconButton
            inLongList
            icon={Pencil}
            label={`Edit ${lead.name}`}
            onClick={() => handlers.onEdit(lead)}
          />
          <IconButton
            danger
            inLongList
            icon={Trash2}
            label={`Delete ${lead.name}`}
            onClick={() => handlers.onDelete(lead)}
          />
        </>
      )}
    </div>
  );

  return (
    // The table's header is its first row.
    <tr
      {...listRow}
      aria-rowindex={index + 2}
      className={classNames(
        'hover:bg-sunk',
        selected && 'bg-sunk shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <td>
        {controls && lead.status === 'pending' && (
          <Checkbox
            label={`Select ${lead.name}`}
            aria-keyshortcuts="x"
            checked={selected}
            onCheckedChange={(wanted) => handlers.onSelect(lead, wanted)}
          />
        )}
      </td>
      <td>
        <div className="flex items-center gap-1.5">
          <span title={lead.name} className="truncate font-semibold">
            {lead.name}
          </span>
          {controls && (
            <DuplicateMark withCount lead={lead} onShow={() => handlers.onShowDuplicates(lead)} />
          )}
        </div>
        <div className="lead-contact flex text-ink-2">
          {lead.email && (
            <a
              href={`mailto:${lead.email}`}
              title={lead.email}
              className="truncate hover:text-ink hover:underline"
            >
              {lead.email}
            </a>
          )}
          <span className="flex shrink-0 items-center gap-1.5">
            <a
              href={`tel:${lead.phoneE164 ?? lead.phone}`}
              title={lead.phone}
              className="truncate hover:text-ink hover:underline"
            >
              {lead.phone}
            </a>
            {controls && lead.phoneE164 === null && (
              <LeadMark
                icon={PhoneOff}
                label={`Not a valid number: correct the lead of ${lead.name}`}
                tip="Not a valid number in the event's country. Press to correct it."
                onPress={() => handlers.onEdit(lead)}
              />
            )}
          </span>
        </div>
      </td>
      {paired ? (
        <>
          <td>
            {event}
            <p className="text-ink-2">{submitted}</p>
          </td>
          <td>
            <p>{source}</p>
            <div className="text-ink-2">{addedBy}</div>
          </td>
          <td>
            {status}
            {actions}
          </td>
        </>
      ) : (
        <>
          <td>{event}</td>
          <td>{source}</td>
          <td>{addedBy}</td>
          <td>{submitted}</td>
          <td>{status}</td>
          <td>{actions}</td>
        </>
      )}
    </tr>
  );
});
