import type { RaffleRecord } from '@drawbridge/contract/draws';
import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check';
import { mismatchesIn } from '@drawbridge/contract/fair-draw/comparison';
import { ERASED_NAME } from '@drawbridge/contract/stage';
import { Eraser, LockKeyhole, MessageCircle } from 'lucide-react';
import { memo, useId } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { countOf, formatCount, formatMoment } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Ticket, TicketPerforation } from '../../../ui/ticket.tsx';
import { erasedText, isShort, prizeOf } from '../verification.ts';
import { Disclosure } from '../winners.tsx';
import { BigMark } from './big-mark.tsx';
import { ComparisonList, RecordValues } from './record-values.tsx';

interface RecordTicketProps {
  record: RaffleRecord;
  /** Missing until the record has been checked. */
  verdict: DrawVerdict | undefined;
  /** The reason of the forfeit, if the winner has forfeited. */
  forfeitReason: string | undefined;
  /** Whether the file's checksum is wrong, which puts all of its records in doubt. */
  inChangedFile: boolean;
}

/**
 * One record as a ticket, with its mark on the stub and all values below. It is memoised, so that the
 * steps of other records do not re-render it.
 */
export const RecordTicket = memo((props: RecordTicketProps) => {
  const { record, verdict, forfeitReason, inChangedFile } = props;
  const titleId = useId();
  const state = verdict ? (verdict.ok ? 'ok' : 'wrong') : 'working';
  const noun = record.kind === 'forfeit' ? 'Record' : 'Draw';

  return (
    <Ticket aria-labelledby={titleId} className="flex">
      <div className="flex w-16 shrink-0 flex-col items-center gap-2 py-5 md:w-24">
        <BigMark state={state} />
        <span aria-hidden className="font-semibold text-ink-2 text-sm tabular-nums">
          {noun} {record.number}
        </span>
      </div>
      <TicketPerforation notches sideways="always" />
      <div className="flex min-w-0 flex-1 flex-col gap-3 py-5 pr-4 pl-4 md:pr-6 md:pl-6">
        <div className="flex flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id={titleId} className="min-w-0 break-words text-xl md:text-2xl">
              <span className="sr-only">
                {noun} {record.number}:{' '}
              </span>
              {titleOf(record)}
            </h3>
            {record.kind === 'void' && <Badge tone="mute">void</Badge>}
            {forfeitReason !== undefined && <Badge tone="mute">forfeited</Badge>}
          </div>
          <p className="break-words text-ink-2">{outcomeOf(record)}</p>
          <p className="text-ink-2 text-sm">
            {happened[record.kind]} {formatMoment(record.at)}
          </p>
        </div>
        <Story record={record} />
        <p className={classNames('font-semibold', stateClasses[state])}>
          {verdict ? verdictOf(record, verdict) : 'Not checked yet'}
        </p>
        {verdict?.ok && inChangedFile && (
          <p className="font-semibold text-danger">
            But the file is not as it was saved: a name or a time here may have been changed.
          </p>
        )}
        {verdict && !verdict.ok && <ComparisonList comparisons={mismatchesIn(verdict)} />}
        {/* Its space is reserved until it can be opened. */}
        <div className="-mb-2 min-h-11 md:min-h-9">
          {verdict && (
            <Disclosure
              label={
                <>
                  Every value<span className="sr-only"> of record {record.number}</span>
                </>
              }
            >
              <RecordValues record={record} verdict={verdict} />
            </Disclosure>
          )}
        </div>
      </div>
    </Ticket>
  );
});

/** How a draw was sealed and its phrase, or the reason of a void or forfeit. */
function Story({ record }: { record: RaffleRecord }) {
  if (record.kind !== 'draw') {
    return (
      <p className="break-words border-edge border-l-2 pl-3">
        <span className="block text-ink-2 text-sm">Reason on record</span>
        {record.reason}
      </p>
    );
  }
  const sealedAt = record.sealedAt === null ? '' : `, ${formatMoment(record.sealedAt)}`;
  return (
    <>
      {record.erased && (
        <p className="flex items-start gap-2">
          <Eraser aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
          <span>{erasedText(record.erased)}</span>
        </p>
      )}
      {record.sealed && (
        <p className="flex items-start gap-2">
          <LockKeyhole aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
          <span>
            {record.phrase === ''
              ? 'Sealed. No phrase was called.'
              : `Sealed before the phrase was called${sealedAt}`}
          </span>
        </p>
      )}
      {record.phrase !== '' && (
        <p className="flex items-start gap-2 break-words">
          <MessageCircle aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
          <span className="min-w-0">
            The hall called <strong className="font-semibold">“{record.phrase}”</strong>
          </span>
        </p>
      )}
    </>
  );
}

const stateClasses = { ok: 'text-ok', wrong: 'text-danger', working: 'text-ink-2' };

function verdictOf(record: RaffleRecord, verdict: DrawVerdict): string {
  if (!verdict.ok) return `Does not match: ${countOf(mismatchesIn(verdict).length, 'difference')}`;
  const compared = `${countOf(verdict.comparisons.length, 'comparison')}, no difference`;
  return isShort(record)
    ? `Checks out, except the name: this event shows its winners in a short form. ${compared}`
    : `Checks out: ${compared}`;
}

const happened = { draw: 'Drawn', void: 'Voided', forfeit: 'Forfeited' };

function titleOf(record: RaffleRecord): string {
  if (record.kind === 'forfeit') return `The win of draw ${record.forfeits} was forfeited`;
  return prizeOf(record);
}

function outcomeOf(record: RaffleRecord): string {
  if (record.kind === 'forfeit') {
    // Explains the missing number to people who noted the fingerprint of, say, "draw 2".
    return `The winner stays out of later draws. Number ${record.number} was used by this forfeit, so no draw has it.`;
  }
  if (record.kind === 'void') {
    return `Sealed with ${countOf(record.rosterSize, 'person', 'people')}, then voided`;
  }
  const line = `line ${formatCount(record.winnerIndex + 1)} of ${formatCount(record.rosterSize)}`;
  if (record.erased) return `${ERASED_NAME} winner, ${line}`;
  return record.winner ? `${record.winner.name} won, ${line}` : `The winner is ${line}`;
}
