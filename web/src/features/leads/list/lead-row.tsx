import { shownSource } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { writeAnswer } from '@drawbridge/contract/questions/answers';
import type { AdminQuestion } from '@drawbridge/contract/questions/schemas';
import { Pencil, PhoneOff, Trash2, Trophy } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatMoment, formatMomentDay, timeIfToday } from '../../../lib/formats.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { listRow } from '../../../ui/focus.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { LeadStep } from '../api.ts';
import { DuplicateMark, IncompleteMark, LeadMark, wonLabel } from '../lead-marks.tsx';
import { sourceLabels } from '../lead-sources.ts';
import { LeadStatusBadge } from '../lead-status-badge.tsx';
import { LeadStepButton } from '../lead-step-button.tsx';
import type { LeadColumn } from './lead-columns.tsx';

/** The actions on a lead in the list. The functions are stable, so that memoised rows do not re-render. */
export interface LeadHandlers {
  onOpen: (lead: AdminLead) => void;
  onStep: (step: LeadStep) => void;
  onSelect: (lead: AdminLead, selected: boolean) => void;
  /** Opens the lead, at a question if one is given. */
  onEdit: (lead: AdminLead, question?: string) => void;
  onDelete: (lead: AdminLead) => void;
  onShowDuplicates: (lead: AdminLead) => void;
}

/** A lead in the table or on a card. */
export interface ListedLead {
  lead: AdminLead;
  eventName: string;
  /** The questions of its event. */
  asked: readonly AdminQuestion[];
  selected: boolean;
  /** Whether its status is being changed. */
  stepping: boolean;
  handlers: LeadHandlers;
}

export type RowProps = (lead: AdminLead) => ListedLead;

interface LeadRowProps extends ListedLead {
  /** Those between the contact and the status. */
  columns: readonly LeadColumn[];
  index: number;
}

/** As much of a text as fits into a row. */
function Clamped({ text }: { text: string }) {
  return (
    <p title={text} className="line-clamp-2 break-words">
      {text}
    </p>
  );
}

/** The time of a lead of today. */
export function Today({ at }: { at: string }) {
  return <span className="inline-block text-ink-2">{timeIfToday(at)}</span>;
}

export const LeadRow = memo(function LeadRow({
  lead,
  eventName,
  asked,
  columns,
  index,
  selected,
  stepping,
  handlers,
}: LeadRowProps) {
  // Text is rendered first and controls a moment later, so that fast scrolling stays smooth.
  const controls = useDeferredValue(true, false);

  const facts: Record<string, ReactNode> = {
    event: <Clamped text={eventName} />,
    source: <p>{sourceLabels[shownSource(lead)]}</p>,
    'added-by': <Clamped text={lead.submitterName ?? 'QR Code'} />,
    submitted: (
      <time dateTime={lead.submittedAt} title={formatMoment(lead.submittedAt)}>
        {formatMomentDay(lead.submittedAt)} <Today at={lead.submittedAt} />
      </time>
    ),
  };
  const status = (
    <div className="lead-status">
      <LeadStatusBadge status={lead.status} />
      {lead.won && (
        <p
          className={classNames(
            'flex items-center gap-1 ps-2 font-semibold text-xs leading-4',
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
    <div className="lead-actions flex items-center justify-end">
      {controls && (
        <>
          <LeadStepButton lead={lead} pending={stepping} onStep={handlers.onStep} />
          <IconButton
            icon={Pencil}
            label={`Edit ${lead.name}`}
            onClick={() => handlers.onEdit(lead)}
          />
          <IconButton
            danger
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
        selected ? 'bg-sunk shadow-[inset_3px_0_0_var(--accent)]' : 'bg-card hover:bg-sunk',
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
          <button
            type="button"
            title={lead.name}
            aria-keyshortcuts="Enter"
            onClick={() => handlers.onOpen(lead)}
            className="truncate font-semibold -outline-offset-2 hover:underline"
          >
            {lead.name}
          </button>
          {controls && (
            <>
              <DuplicateMark withCount lead={lead} onShow={() => handlers.onShowDuplicates(lead)} />
              <IncompleteMark lead={lead} asked={asked} onEdit={handlers.onEdit} />
            </>
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
      {columns.map(({ key, question }) => (
        <td key={key}>
          {question ? (
            <Clamped text={writeAnswer(question, lead.answers[question.id]) || '–'} />
          ) : (
            facts[key]
          )}
        </td>
      ))}
      <td>{status}</td>
      <td>{actions}</td>
    </tr>
  );
});
