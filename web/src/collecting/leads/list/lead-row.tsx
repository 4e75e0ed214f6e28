import type { AdminLead } from '@drawbridge/contract/collecting/leads';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { shownSource } from '@drawbridge/contract/events/lead-sources';
import { writeAnswer } from '@drawbridge/contract/events/questions/answers';
import { Pencil, PhoneOff, Trash2, UserRoundCheck } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { timeIfToday } from '../../../lib/texts/figures.ts';
import { formatCount, formatTimestamp, formatTimestampDay } from '../../../lib/texts/formats.ts';
import { say } from '../../../lib/texts/say.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { listRow } from '../../../ui/fields/focus.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import type { LeadStep } from '../api.ts';
import { reasons, sources } from '../lead-filters.tsx';
import { LeadStepButton } from '../lead-step-button.tsx';
import { LeadRow, LeadStatusBadge } from './lead-cells.tsx';
import type { LeadColumn } from './lead-columns.tsx';
import { DuplicateMark, IncompleteMark, LeadFlag, PhoneNotes, WonBadge } from './lead-flags.tsx';

/** The actions on a lead in the list. The functions are stable, so that memoised rows do not re-render. */
export interface LeadHandlers {
  /** Opens the lead at this index of the list. */
  onOpen: (lead: AdminLead, index: number) => void;
  onStep: (step: LeadStep) => void;
  onSelect: (lead: AdminLead, selected: boolean) => void;
  /** Opens the lead, at a question if one is given. */
  onEdit: (lead: AdminLead, question?: string) => void;
  /** Deletes the lead; without it, leads are neither deleted nor edited from the list itself. */
  onDelete?: (lead: AdminLead) => void;
  onCompare?: (lead: AdminLead) => void;
}

export interface ListedLead {
  lead: AdminLead;
  event: AdminEvent | undefined;
  selected: boolean;
  /** True if it is shown beside the list. */
  open?: boolean;
  stepping: boolean;
  handlers: LeadHandlers;
}

interface ListedLeadRowProps extends ListedLead {
  /** The columns between the contact and the status. */
  columns: readonly LeadColumn[];
  /** True in a table. A list without a header has cards, or rows of full width. */
  inTable: boolean;
  card: boolean;
  /** The index in the whole list, from 0. */
  place: number;
}

/** The attribute by which a row is found by its index. */
export const ROW_INDEX_ATTRIBUTE = 'data-place';

export const ListedLeadRow = memo(function ListedLeadRow({
  lead,
  event,
  selected,
  open,
  stepping,
  handlers,
  columns,
  inTable,
  card,
  place,
}: ListedLeadRowProps) {
  const { onOpen, onSelect, onStep, onEdit, onDelete, onCompare } = handlers;
  const source = shownSource(lead);
  const { label, icon } = sources[source];
  const sourceLabel = say(label);
  const { submittedAt, submitterName, notInDraw } = lead;
  const maxChances = event?.maxChances ?? 1;
  const asked = (key: string) => columns.some((column) => column.key === key);
  const facts: Record<string, ReactNode> = {
    event: <Clamped text={event?.name ?? say('Unknown Event')} />,
    source: inTable ? (
      sourceLabel
    ) : card ? (
      <Clamped
        text={[
          sourceLabel,
          submitterName,
          maxChances > 1 && lead.chances > 1 && chancesText(lead.chances, maxChances),
          asked('reason') && notInDraw && say(reasons[notInDraw]),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
    ) : (
      <Badge icon={icon}>{sourceLabel}</Badge>
    ),
    chances:
      card || maxChances === 1 ? undefined : (
        <span className={lead.chances === 1 ? 'text-ink-2' : 'font-semibold'}>
          {chancesInList(lead.chances, maxChances)}
        </span>
      ),
    reason: card ? undefined : <Clamped text={notInDraw ? say(reasons[notInDraw]) : ''} />,
    'added-by': card ? undefined : (
      <Clamped quiet={!submitterName} text={submitterName ?? say('QR Code')} />
    ),
    submitted:
      inTable || card ? (
        <time dateTime={submittedAt} title={formatTimestamp(submittedAt)}>
          {formatTimestampDay(submittedAt)} <span>{timeIfToday(submittedAt)}</span>
        </time>
      ) : (
        <RichText
          text={say('Submitted <time>{moment}</time>', { moment: formatTimestamp(submittedAt) })}
          tags={{ time: (part) => <time dateTime={submittedAt}>{part}</time> }}
        />
      ),
  };
  const cellOf = ({ key, title, question }: LeadColumn) => {
    if (!question) return [key, facts[key]];
    const answer = writeAnswer(question, lead.answers[key]) || '–';
    return [key, <Clamped key={key} text={card ? `${withColon(title)} ${answer}` : answer} />];
  };

  const reach = (
    <>
      {(lead.email || card) && (
        <div className="lead-email">
          {lead.email ? <Contact scheme="mailto" text={lead.email} /> : say('No email')}
        </div>
      )}
      <div className="lead-phone">
        <Contact scheme="tel" text={lead.phone} number={lead.phoneE164} />
        {!inTable && <PhoneNotes lead={lead} />}
      </div>
    </>
  );

  return (
    <LeadRow
      {...listRow}
      {...{ [ROW_INDEX_ATTRIBUTE]: place }}
      role={inTable ? 'row' : 'article'}
      cellRole={inTable ? 'cell' : undefined}
      // The table's header is its first row.
      aria-rowindex={inTable ? place + 2 : undefined}
      aria-current={open || undefined}
      aria-label={inTable ? undefined : lead.name}
      className={classNames(card && 'lead-card', selected && 'lead-selected')}
      cells={{
        selection: lead.status === 'pending' && (
          <Checkbox
            label={say('Select {name}', { name: lead.name })}
            aria-keyshortcuts="x"
            checked={selected}
            onCheckedChange={(wanted) => onSelect(lead, wanted)}
          />
        ),
        contact: (
          <>
            <div className="lead-name">
              <button
                type="button"
                title={lead.name}
                aria-keyshortcuts="Enter"
                onClick={() => onOpen(lead, place)}
                className="truncate font-semibold -outline-offset-2 hover:underline"
              >
                {lead.name}
              </button>
              {lead.hereNow && (
                <UserRoundCheck
                  role="img"
                  aria-label={say('Here')}
                  className="size-3.5 shrink-0 text-ok"
                />
              )}
              {onCompare && (
                <DuplicateMark withCount={inTable} lead={lead} onShow={() => onCompare(lead)} />
              )}
              <IncompleteMark lead={lead} asked={event?.questions ?? []} onEdit={onEdit} />
              {inTable && lead.phoneE164 === null && (
                <LeadFlag
                  icon={PhoneOff}
                  label={say('Not a valid number: correct the lead of {name}', { name: lead.name })}
                  tip={say("Not a valid number in the event's country. Press to correct it.")}
                  onPress={() => onEdit(lead)}
                />
              )}
            </div>
            {card ? <div className="lead-reach">{reach}</div> : reach}
          </>
        ),
        ...Object.fromEntries(columns.map(cellOf)),
        status: (
          <>
            <LeadStatusBadge status={lead.status} />
            <WonBadge lead={lead} />
          </>
        ),
        actions: (
          <>
            <LeadStepButton
              lead={lead}
              pending={stepping}
              quiet={Boolean(event?.prizesLeft)}
              onStep={onStep}
            />
            {onDelete && (
              <>
                <IconButton
                  icon={Pencil}
                  label={say('Edit {name}', { name: lead.name })}
                  onClick={() => onEdit(lead)}
                />
                <IconButton
                  icon={Trash2}
                  label={say('Delete {name}', { name: lead.name })}
                  danger
                  onClick={() => onDelete(lead)}
                />
              </>
            )}
            {card && !onDelete && lead.status === 'promoted' && (
              <p className="flex min-h-11 items-center text-ink-2">
                {say('No longer in the raffle')}
              </p>
            )}
          </>
        ),
      }}
    />
  );
});

interface ContactProps {
  scheme: 'mailto' | 'tel';
  text: string;
  /** The number to dial, if it differs and is known. */
  number?: string | null;
}

function Contact({ scheme, text, number }: ContactProps) {
  return (
    <a
      href={`${scheme}:${number ?? text}`}
      title={text}
      dir="ltr"
      className="block truncate hover:underline"
    >
      {text}
    </a>
  );
}

interface ClampedProps {
  text: string;
  /** Makes it less prominent where it only repeats the cell beside it. */
  quiet?: boolean;
}

/** A text cut to the size of its cell. */
function Clamped({ text, quiet = false }: ClampedProps) {
  return (
    <p title={text} className={classNames('line-clamp-2 break-words', quiet && 'text-ink-2')}>
      {text}
    </p>
  );
}

/** '20 → 10' for more chances than count. */
const chancesInList = (chances: number, max: number) =>
  chances > max ? `${formatCount(chances)} → ${formatCount(max)}` : formatCount(chances);

const chancesText = (chances: number, max: number) =>
  say('{count} chance', '{count} chances', { count: Math.min(chances, max) });

const withColon = (title: string) => title.replace(/[^?]$/, '$&:');
