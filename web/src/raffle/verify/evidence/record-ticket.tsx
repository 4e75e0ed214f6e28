import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check/check';
import { mismatchesIn } from '@drawbridge/contract/fair-draw/check/comparison';
import { missedRound, type RaisedQuantity } from '@drawbridge/contract/fair-draw/check/remarks';
import type { DrawRecord, RaffleRecord, SealedDraw } from '@drawbridge/contract/fair-draw/draws';
import type { Language } from '@drawbridge/contract/languages/languages';
import {
  Check,
  Eraser,
  Hand,
  LockKeyhole,
  type LucideIcon,
  MessageCircle,
  Users,
  X,
} from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { momentOfRollCall } from '../../../lib/device/seen-roll-calls.ts';
import { formatCount, formatTimestamp } from '../../../lib/texts/formats.ts';
import { t } from '../../../lib/texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Fingerprint, firstDigits } from '../../../ui/code-text.tsx';
import { Ticket, TicketPerforation } from '../../../ui/frame/ticket.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { erasedText, hasRoster, isShort, prizeOf, type RosterRecord } from '../verification.ts';
import { Disclosure, namesOf } from '../winners.tsx';
import { ComparisonList, RecordValues } from './record-values.tsx';

interface RecordTicketProps {
  record: RaffleRecord;
  /** The verdict; undefined until the record has been checked. */
  verdict: DrawVerdict | undefined;
  /** The reason for the forfeit, if a winner has forfeited. */
  forfeitReason: string | undefined;
  /** True if it repeats a draw that was sealed and voided. */
  repeated: boolean;
  /** The name of the prize in an earlier draw, if it was another. */
  earlierName: string | undefined;
  /** The raised quantity, if the prize's quantity was raised after a draw of it. */
  raised: RaisedQuantity | undefined;
  /** True if the file's checksum is wrong, which puts all of its records in doubt. */
  inChangedFile: boolean;
  /** The page's language; a change renders the ticket again. */
  language: Language;
}

/**
 * A record as a ticket, with its mark on the stub and all values below. It is memoised, so that progress on other
 * records does not re-render it.
 */
export const RecordTicket = memo((props: RecordTicketProps) => {
  const { record, verdict, forfeitReason, repeated, earlierName, raised, inChangedFile } = props;
  const missed = missedRound(record);
  const titleId = useId();
  const state = verdict ? (verdict.ok ? 'ok' : 'wrong') : 'working';
  const number = String(record.number);
  const name = t(record.kind === 'forfeit' ? 'watched.recordNumber' : 'verify.drawNumber', {
    number,
  });

  return (
    <Ticket aria-labelledby={titleId} className="flex">
      <div className="flex w-16 shrink-0 flex-col items-center gap-2 py-5 md:w-24">
        <BigMark state={state} />
        <span aria-hidden className="text-center font-semibold text-ink-2 text-sm tabular-nums">
          {name}
        </span>
      </div>
      <TicketPerforation notches sideways="always" />
      <div className="flex min-w-0 flex-1 flex-col gap-3 py-5 pe-4 ps-4 md:pe-6 md:ps-6">
        <div className="flex flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id={titleId} className="min-w-0 break-words text-xl md:text-2xl">
              <span className="sr-only">{`${name}: `}</span>
              {titleOf(record)}
            </h3>
            {record.kind === 'void' && <Badge tone="mute">{t('verify.voidBadge')}</Badge>}
            {forfeitReason !== undefined && <Badge tone="mute">{t('verify.releasedBadge')}</Badge>}
          </div>
          <p className="break-words text-ink-2">{outcomeOf(record)}</p>
          <p className="text-ink-2 text-sm">
            {t(happened[record.kind], { moment: formatTimestamp(record.at) })}
            {' · '}
            {t('watched.recordNumber', { number })}
            {' · '}
            <Fingerprint hash={firstDigits(record.record)} className="whitespace-nowrap" />
          </p>
        </div>
        {repeated && <p className="font-semibold text-wait">{t('verify.repeated')}</p>}
        {missed && (
          <p className="font-semibold text-wait">
            {t('verify.beaconMissing', { round: String(missed) })}
          </p>
        )}
        {earlierName && <p>{t('verify.renamedPrize', { name: earlierName })}</p>}
        {hasRoster(record) && <ChanceFacts draw={record} raised={raised} />}
        <Story record={record} />
        <p className={classNames('font-semibold', stateClasses[state])}>
          {verdict ? verdictOf(record, verdict) : t('verify.notChecked')}
        </p>
        {verdict?.ok && inChangedFile && (
          <p className="font-semibold text-danger">{t('verify.changedFile')}</p>
        )}
        {verdict && !verdict.ok && <ComparisonList comparisons={mismatchesIn(verdict)} />}
        {/* The space is reserved until the values can be opened. */}
        <div className="-mb-2 min-h-11 md:min-h-9">
          {verdict && (
            <Disclosure
              label={
                <RichText
                  text={t('verify.everyValue', { number })}
                  tags={{ hidden: (part) => <span className="sr-only">{part}</span> }}
                />
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

/** The story of a record: how the draw was sealed and its phrase, or the reason of a void or forfeit. */
function Story({ record }: { record: RaffleRecord }) {
  if (record.kind !== 'draw') {
    return (
      <p className="break-words border-edge border-s-2 ps-3">
        <span className="block text-ink-2 text-sm">{t('verify.reasonOnRecord')}</span>
        {record.reason}
      </p>
    );
  }
  return (
    <>
      {record.winners.map(
        ({ index, erased }) =>
          erased && (
            <Fact key={index} icon={Eraser}>
              {erasedText(erased)}
            </Fact>
          ),
      )}
      {record.source.kind !== 'none' && <Fact icon={LockKeyhole}>{sealText(record)}</Fact>}
      {record.phrase !== null && (
        <Fact icon={MessageCircle}>
          {/* The phrase is inserted last, because it may contain anything. */}
          <RichText
            text={t('verify.hallCalled')}
            tags={{
              phrase: (part) => (
                <strong className="font-semibold">
                  {part.replace('{phrase}', () => record.phrase ?? '')}
                </strong>
              ),
            }}
          />
        </Fact>
      )}
    </>
  );
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 break-words">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

function sealText({ source, sealedAt }: DrawRecord): string {
  if (source.kind === 'beacon') return t('verify.sealedForRound', { round: String(source.round) });
  return t('verify.sealedBeforeAt', { moment: formatTimestamp(sealedAt) });
}

interface ChanceFactsProps {
  draw: SealedDraw | RosterRecord;
  raised: RaisedQuantity | undefined;
}

/** Facts about a draw's people, chances and prize that are within the rules, but that everybody should see. */
export function ChanceFacts({ draw, raised }: ChanceFactsProps) {
  const { rosterSize, totalChances, maxChances, mostChances, withMostChances, rollCall } = draw;
  const count = (value: number) => formatCount(value);
  return (
    <>
      <Fact icon={Users}>
        {maxChances === 1
          ? t('verify.oneChance', { people: count(rosterSize) })
          : t('watched.chanceFacts', {
              ...{ people: count(rosterSize), total: count(totalChances) },
              ...{ limit: count(maxChances), most: count(mostChances) },
              having: count(withMostChances),
            })}
      </Fact>
      {rollCall > 0 && (
        <Fact icon={Hand}>
          {t('verify.onlyHere', { moment: formatTimestamp(momentOfRollCall(rollCall)) })}
        </Fact>
      )}
      {raised && (
        <p className="font-semibold text-wait">
          {t('verify.quantityRaised', {
            ...{ from: count(raised.from), to: count(raised.to), after: String(raised.after) },
          })}
        </p>
      )}
    </>
  );
}

const stateClasses = { ok: 'text-ok', wrong: 'text-danger', working: 'text-ink-2' };

function verdictOf(record: RaffleRecord, verdict: DrawVerdict): string {
  if (!verdict.ok) return t('verify.differences', { count: mismatchesIn(verdict).length });
  return t(isShort(record) ? 'verify.shortComparisons' : 'verify.comparisons', {
    count: verdict.comparisons.length,
  });
}

const happened = {
  draw: 'verify.drawnAt',
  void: 'verify.voidedAt',
  forfeit: 'verify.releasedAt',
  restored: 'verify.restoredAt',
} as const;

function titleOf(record: RaffleRecord): string {
  if (record.kind === 'restored') return t('verify.wasRestored');
  if (record.kind !== 'forfeit') return prizeOf(record);
  return t('verify.wasReleased', { number: String(record.forfeits) });
}

function outcomeOf(record: RaffleRecord): string {
  if (record.kind === 'forfeit') {
    // Explains the missing number to people who noted the fingerprint of, say, "draw 2".
    return t('verify.wasReleasedHelp', { number: String(record.number) });
  }
  if (record.kind === 'restored') return t('verify.wasRestoredHelp');
  if (record.kind === 'void') {
    const voided = t('verify.wasVoided', { count: record.rosterSize });
    if (record.wouldHaveWon.length === 0) return voided;
    const tickets = namesOf(record.wouldHaveWon.flatMap((lost) => lost.tickets));
    return `${voided} ${t('verify.wouldHaveWon', { tickets })}`;
  }
  const lines = record.rosterSize;
  const outcomes = record.winners.map(({ index, winner, erased }) => {
    const values = { line: index + 1, lines };
    if (erased) return t('verify.erasedWinner', values);
    if (!winner) return t('verify.unnamedWinner', values);
    return t('verify.namedWinner', { ...values, name: winner.name });
  });
  return outcomes.join(' · ');
}

export type MarkState = 'ok' | 'wrong' | 'working';

interface BigMarkProps {
  state: MarkState;
  size?: 'medium' | 'large';
}

const looks: Record<MarkState, string> = {
  ok: 'bg-ok-soft text-ok',
  wrong: 'bg-danger-soft text-danger',
  working: 'bg-mute-soft text-mute',
};

/** A tick or cross; the text beside it says the same. */
export function BigMark({ state, size = 'medium' }: BigMarkProps) {
  const Icon = state === 'wrong' ? X : Check;
  return (
    <span
      aria-hidden
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-full',
        size === 'large' ? 'size-18 [&_svg]:size-10' : 'size-11 md:size-13 [&_svg]:size-6',
        looks[state],
        state !== 'working' && 'animate-appear',
      )}
    >
      {state === 'working' ? (
        <span className="size-1/2 animate-spin rounded-full border-3 border-current border-t-transparent" />
      ) : (
        <Icon strokeWidth={2.75} />
      )}
    </span>
  );
}
