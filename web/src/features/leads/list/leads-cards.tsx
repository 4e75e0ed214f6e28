import { shownSource } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { writeAnswer } from '@drawbridge/contract/questions/answers';
import { CalendarDays, Mail, Phone } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatMomentDay } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { listRow } from '../../../ui/focus.ts';
import { DuplicateMark, IncompleteMark, PhoneNotes, WonBadge } from '../lead-marks.tsx';
import { sourceIcons, sourceLabels } from '../lead-sources.ts';
import { LeadStatusBadge } from '../lead-status-badge.tsx';
import { LeadStepButton } from '../lead-step-button.tsx';
import type { LeadColumn } from './lead-columns.tsx';
import { LeadPages } from './lead-pages.tsx';
import { type ListedLead, Today } from './lead-row.tsx';

interface LeadsCardsProps {
  label: string;
  /** The address of the list's first page. */
  url: string;
  /** How many leads there are; undefined until they have been counted. */
  total: number | undefined;
  columns?: 1 | 2;
  cardHeight: number;
  /** The space between two cards. */
  gap?: number;
  scroller?: HTMLElement;
  children: (lead: AdminLead) => ReactNode;
}

/** Leads as cards of the same height. */
export function LeadsCards({
  label,
  url,
  total = -1,
  columns = 1,
  cardHeight,
  gap = 0,
  children,
  ...scrolling
}: LeadsCardsProps) {
  return (
    // The pages stand between the list and its items.
    // biome-ignore lint/a11y/useSemanticElements: an ul may contain nothing but items.
    <div role="list" aria-label={label}>
      <LeadPages
        as="div"
        url={url}
        columns={columns}
        rowHeight={cardHeight + gap}
        className={columns === 2 ? 'grid grid-cols-2 gap-x-3' : undefined}
        {...scrolling}
      >
        {(lead, index) => (
          // biome-ignore lint/a11y/useSemanticElements: see above.
          <div
            role="listitem"
            aria-setsize={total}
            aria-posinset={index + 1}
            className="min-w-0"
            style={{ height: cardHeight, marginBottom: gap }}
          >
            {children(lead)}
          </div>
        )}
      </LeadPages>
    </div>
  );
}

const contactClasses = 'flex h-7 max-w-full items-center gap-2.5 self-start hover:underline';
const iconClasses = 'size-4 shrink-0 text-ink-2';

interface LeadCardProps extends ListedLead {
  /** Those whose answers are shown. */
  columns: readonly LeadColumn[];
}

/** A lead on a narrow screen. All cards have the same height. */
export const LeadCard = memo(function LeadCard({
  columns,
  lead,
  eventName,
  asked,
  selected,
  stepping,
  handlers,
}: LeadCardProps) {
  // Text is rendered first and controls a moment later, so that fast scrolling stays smooth.
  const controls = useDeferredValue(true, false);
  const source = shownSource(lead);
  const SourceIcon = sourceIcons[source];

  return (
    <article
      {...listRow}
      aria-label={lead.name}
      className={classNames(
        'flex h-full flex-col rounded-l border bg-card px-4 pt-3 shadow-lift',
        selected && 'border-accent ring-1 ring-accent',
      )}
    >
      <div className="flex h-7 items-center gap-3">
        {controls && lead.status === 'pending' && (
          <Checkbox
            label={`Select ${lead.name}`}
            aria-keyshortcuts="x"
            checked={selected}
            onCheckedChange={(wanted) => handlers.onSelect(lead, wanted)}
          />
        )}
        <div className="flex min-w-0 flex-1 items-center gap-3">
          <h3 className="min-w-0 text-lg">
            <button
              type="button"
              aria-keyshortcuts="Enter"
              onClick={() => handlers.onOpen(lead)}
              className="-my-2 block h-11 max-w-full truncate -outline-offset-2"
            >
              {lead.name}
            </button>
          </h3>
          {controls && (
            <>
              <DuplicateMark lead={lead} onShow={() => handlers.onShowDuplicates(lead)} />
              <IncompleteMark lead={lead} asked={asked} onEdit={handlers.onEdit} />
            </>
          )}
        </div>
        <WonBadge lead={lead} />
        <LeadStatusBadge status={lead.status} />
      </div>
      <div className="mt-2 flex flex-col text-sm">
        <div className="flex gap-2.5">
          <a href={`tel:${lead.phoneE164 ?? lead.phone}`} className={contactClasses}>
            <Phone aria-hidden className={iconClasses} />
            {lead.phone}
          </a>
          <PhoneNotes lead={lead} />
        </div>
        {lead.email ? (
          <a href={`mailto:${lead.email}`} className={contactClasses}>
            <Mail aria-hidden className={iconClasses} />
            <span className="truncate">{lead.email}</span>
          </a>
        ) : (
          <p className="flex h-7 items-center gap-2.5 text-ink-2">
            <Mail aria-hidden className={iconClasses} />
            No e-mail
          </p>
        )}
        <p className="flex h-7 items-center gap-2.5">
          <CalendarDays aria-hidden className={iconClasses} />
          <span className="truncate">{eventName}</span>
        </p>
        <p className="flex h-7 items-center whitespace-nowrap text-ink-2">
          <SourceIcon aria-hidden className={iconClasses} />
          <span className="ms-2.5 truncate">
            {sourceLabels[source]}
            {lead.submitterName && `: ${lead.submitterName}`}
          </span>
          <span aria-hidden className="mx-1.5">
            ·
          </span>
          <time dateTime={lead.submittedAt}>
            {formatMomentDay(lead.submittedAt)} <Today at={lead.submittedAt} />
          </time>
        </p>
        {columns.map(
          ({ key, title, question }) =>
            question && (
              <p key={key} className="h-7 truncate leading-7">
                <span className="text-ink-2">{title.replace(/[^?]$/, '$&:')}</span>{' '}
                {writeAnswer(question, lead.answers[key]) || '–'}
              </p>
            ),
        )}
      </div>
      {controls && (
        <div className="mt-auto flex gap-2 pb-3 *:flex-1">
          <LeadStepButton lead={lead} pending={stepping} onStep={handlers.onStep} />
          <Button
            size="small"
            aria-label={`Edit ${lead.name}`}
            onClick={() => handlers.onEdit(lead)}
          >
            Edit
          </Button>
          <Button
            size="small"
            variant="danger"
            aria-label={`Delete ${lead.name}`}
            onClick={() => handlers.onDelete(lead)}
          >
            Delete
          </Button>
        </div>
      )}
    </article>
  );
});
