import { shownSource } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { Pencil, PhoneOff, Trash2, Trophy } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatMoment, formatMomentDay } from '../../../lib/formats.ts';
import { LeadStatusBadge } from '../../../shared/lead-status-badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { LeadHandlers } from '../lead-handlers.ts';
import { sourceLabels } from '../lead-sources.ts';
import { LeadStepButton } from '../lead-step-button.tsx';
import { ROW_INDEX } from '../use-visible-rows.ts';
import { wonLabel } from '../won-badge.tsx';
import { DuplicateMark } from './duplicate-mark.tsx';
import type { OptionalColumn } from './lead-columns.ts';
import { LeadMark } from './lead-mark.tsx';

interface LeadRowProps {
  lead: AdminLead;
  eventName: string;
  columns: ReadonlySet<OptionalColumn>;
  index: number;
  /** Whether the row's controls are rendered too. */
  settled: boolean;
  selected: boolean;
  stepping: boolean;
  handlers: LeadHandlers;
}

export const LeadRow = memo(function LeadRow({
  lead,
  eventName,
  columns,
  index,
  settled,
  selected,
  stepping,
  handlers,
}: LeadRowProps) {
  // Text is rendered first and controls a moment later, so that fast scrolling stays smooth.
  const controls = useDeferredValue(settled, false);

  return (
    // The table's header is its first row.
    <tr
      {...{ [ROW_INDEX]: index }}
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
            checked={selected}
            onCheckedChange={(wanted) => handlers.onSelect(lead.id, wanted)}
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
        {/* The phone number comes first: a narrow table has no room for the e-mail address. */}
        <div className="flex text-ink-2">
          {lead.email && (
            <>
              <a
                href={`mailto:${lead.email}`}
                title={lead.email}
                className="truncate hover:text-ink hover:underline @max-[34rem]:hidden"
              >
                {lead.email}
              </a>
              <span aria-hidden className="mx-1 @max-[34rem]:hidden">
                ·
              </span>
            </>
          )}
          <a
            href={`tel:${lead.phoneE164 ?? lead.phone}`}
            title={lead.phone}
            className="shrink-0 truncate hover:text-ink hover:underline @max-[34rem]:shrink"
          >
            {lead.phone}
          </a>
          {controls && lead.phoneE164 === null && (
            <span className="ml-1.5 shrink-0">
              <LeadMark
                icon={PhoneOff}
                label={`Not a valid number: correct the lead of ${lead.name}`}
                tip="Not a valid number in the event's country. Press to correct it."
                onPress={() => handlers.onEdit(lead)}
              />
            </span>
          )}
        </div>
      </td>
      {columns.has('event') && (
        <td>
          <p title={eventName} className="line-clamp-2 break-words leading-5">
            {eventName}
          </p>
        </td>
      )}
      {columns.has('source') && <td>{sourceLabels[shownSource(lead)]}</td>}
      {columns.has('addedBy') && (
        <td>
          <p title={lead.submitterName ?? undefined} className="line-clamp-2 break-words leading-5">
            {lead.submitterName ?? 'QR Code'}
          </p>
        </td>
      )}
      {columns.has('submitted') && (
        <td className="whitespace-nowrap">
          <time dateTime={lead.submittedAt} title={formatMoment(lead.submittedAt)}>
            {formatMomentDay(lead.submittedAt)}
          </time>
        </td>
      )}
      <td>
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
      </td>
      <td>
        {controls && (
          <div className="flex items-center justify-end">
            <LeadStepButton lead={lead} pending={stepping} onStep={handlers.onStep} />
            <IconButton
              inLongList
              icon={Pencil}
              label={`Edit ${lead.name}`}
              className="ml-1"
              onClick={() => handlers.onEdit(lead)}
            />
            <IconButton
              danger
              inLongList
              icon={Trash2}
              label={`Delete ${lead.name}`}
              onClick={() => handlers.onDelete(lead)}
            />
          </div>
        )}
      </td>
    </tr>
  );
});
