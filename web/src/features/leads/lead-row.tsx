import type { AdminLead } from '@drawbridge/contract/leads';
import { Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { formatMoment, formatMomentDay } from '../../lib/formats.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LeadStatusBadge } from '../../ui/lead-status-badge.tsx';
import { DuplicateMark } from './duplicate-mark.tsx';
import { sourceLabels } from './lead-filters.ts';
import type { LeadHandlers } from './lead-handlers.ts';
import { LeadStepButton } from './lead-step-button.tsx';
import { ROW_INDEX } from './use-window-rows.ts';

interface LeadRowProps {
  lead: AdminLead;
  eventName: string;
  index: number;
  selected: boolean;
  handlers: LeadHandlers;
}

export const LeadRow = memo(function LeadRow({
  lead,
  eventName,
  index,
  selected,
  handlers,
}: LeadRowProps) {
  return (
    // The head of the table is its first row.
    <tr
      {...{ [ROW_INDEX]: index }}
      aria-rowindex={index + 2}
      className="group/row hover:bg-sunk has-[[data-state=checked]]:bg-accent-soft"
    >
      <td>
        {lead.status === 'pending' && (
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
          {lead.duplicateOf && (
            <DuplicateMark name={lead.name} onShow={() => handlers.onShowDuplicates(lead)} />
          )}
        </div>
        <div className="flex text-ink-2">
          {lead.email && (
            <>
              <a
                href={`mailto:${lead.email}`}
                title={lead.email}
                className="truncate hover:text-ink hover:underline"
              >
                {lead.email}
              </a>
              <span aria-hidden className="mx-1">
                ·
              </span>
            </>
          )}
          <a href={`tel:${lead.phone}`} className="shrink-0 hover:text-ink hover:underline">
            {lead.phone}
          </a>
        </div>
      </td>
      <td>
        <p title={eventName} className="truncate">
          {eventName}
        </p>
      </td>
      <td>{sourceLabels[lead.source]}</td>
      <td>
        <p title={lead.submitterName ?? undefined} className="truncate">
          {lead.submitterName ?? 'QR Code'}
        </p>
      </td>
      <td className="whitespace-nowrap">
        <time dateTime={lead.submittedAt} title={formatMoment(lead.submittedAt)}>
          {formatMomentDay(lead.submittedAt)}
        </time>
      </td>
      <td>
        <LeadStatusBadge status={lead.status} />
      </td>
      <td>
        <div className="flex items-center justify-end">
          <LeadStepButton lead={lead} />
          <IconButton
            icon={Pencil}
            label={`Edit ${lead.name}`}
            className="ml-1"
            onClick={() => handlers.onEdit(lead.id)}
          />
          <IconButton
            danger
            icon={Trash2}
            label={`Delete ${lead.name}`}
            onClick={() => handlers.onDelete(lead.id)}
          />
        </div>
      </td>
    </tr>
  );
});
