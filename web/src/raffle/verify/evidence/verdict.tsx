import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check/check';
import type { DrawRecord, RaffleRecord } from '@drawbridge/contract/fair-draw/draws';
import {
  ArrowRight,
  Check,
  Globe,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  Ticket as TicketIcon,
  Trophy,
  Users,
  X,
} from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatCount } from '../../../lib/texts/formats.ts';
import { t } from '../../../lib/texts/texts.ts';
import { type CheckedRecords, prizeOf } from '../verification.ts';
import { BigMark } from './record-ticket.tsx';
import { ComparisonList } from './record-values.tsx';
import { verdictText } from './verdict-text.ts';

interface VerdictProps {
  /** The records; undefined while they are loading. */
  checked: CheckedRecords | undefined;
  fromFile: boolean;
}

/** The verdict in one sentence. Its height stays the same while the draws are loaded and checked. */
export function Verdict({ checked, fromFile }: VerdictProps) {
  const { mark, sentence, explanation } = checked
    ? verdictText(checked, fromFile)
    : {
        mark: 'working' as const,
        sentence: t('verify.loading'),
        explanation: t('verify.loadingHelp'),
      };
  const { list: { draws } = { draws: [] }, verdicts = [] } = checked ?? {};
  const done = workIn(draws.slice(0, verdicts.length));
  const percent = Math.round((100 * done) / Math.max(1, workIn(draws)));

  return (
    <section
      aria-labelledby="verdict"
      className="flex flex-col items-center gap-5 pt-6 pb-2 text-center"
    >
      {mark === 'none' ? (
        <span
          aria-hidden
          className="flex size-18 items-center justify-center rounded-full bg-accent-soft text-accent-ink"
        >
          <TicketIcon className="size-9" />
        </span>
      ) : (
        <BigMark state={mark} size="large" />
      )}
      <div className="w-full">
        <h2 id="verdict" className="text-3xl md:text-4xl">
          {sentence}
        </h2>
        <p className="mx-auto mt-3 min-h-21 max-w-xl text-pretty text-ink-2 text-lg md:min-h-14">
          {explanation}
        </p>
      </div>
      {/* Screen readers announce only the result, not each step. */}
      <p role="status" className="sr-only">
        {checked?.verdict && sentence}
      </p>
      <div className="h-1.5 w-64 max-w-full">
        {mark === 'working' && (
          <div
            role="progressbar"
            aria-label={t('verify.checkingDraws')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            className="h-full overflow-hidden rounded-full bg-mute-soft"
          >
            <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
        )}
      </div>
    </section>
  );
}

/** The amount of work: every line of a list is hashed. */
function workIn(records: readonly RaffleRecord[]): number {
  return records.reduce(
    (sum, record) => sum + 1 + ('rosterSize' in record ? record.rosterSize : 0),
    0,
  );
}

/** The parts of a draw, by the fields that prove them. */
const parts = {
  secret: /^(commitment|seed|number|previousRecord)/,
  everyone: /^(roster|register|totalChances|maxChances|rollCall)/,
  source: /^(source|seal|beacon|phrase)/,
  winner: /^(winner|record|prize|quantity|count)/,
};
type Part = keyof typeof parts;

/** The last draw, or the first one that does not check out. */
export function ShownDraw({ checked: { list, verdicts } }: { checked: CheckedRecords }) {
  const { draws } = list;
  const wrong = draws.findIndex(
    (record, at) => record.kind === 'draw' && verdicts[at]?.ok === false,
  );
  const shown = wrong < 0 ? draws.findLastIndex(({ kind }) => kind === 'draw') : wrong;
  const draw = draws[shown];
  if (draw?.kind !== 'draw') return null;
  return <DrawPicture key={shown} draw={draw} verdict={verdicts[shown]} />;
}

interface DrawPictureProps {
  draw: DrawRecord;
  /** The verdict; undefined until the draw has been checked. */
  verdict: DrawVerdict | undefined;
}

/** The inputs that determine a winner. Each part opens its proof. */
function DrawPicture({ draw, verdict }: DrawPictureProps) {
  const [open, setOpen] = useState<Part>();
  const proof = useId();
  const comparisonsOf = (part: Part) =>
    verdict?.comparisons.filter(({ field }) =>
      parts[part].test(field.replace(/^draws\[\d+\]\./, '')),
    ) ?? [];

  return (
    <section
      aria-label={t('verify.pictureOf', { number: String(draw.number) })}
      className="w-full rounded-l border bg-card p-4 text-start md:p-6"
    >
      <h2 className="text-2xl">{t('verify.drawNumber', { number: String(draw.number) })}</h2>
      {draw.maxChances > 1 && (
        <p className="mt-1 font-semibold">
          {t('verify.nobodyMoreThan', { most: formatCount(draw.mostChances) })}
        </p>
      )}
      <div className="mt-4 flex flex-col items-stretch gap-2 md:flex-row">
        {(Object.keys(parts) as Part[]).map((part, index) => (
          <Fragment key={part}>
            {index > 0 && (
              <span aria-hidden className="self-center font-semibold text-2xl text-ink-2">
                {part === 'winner' ? (
                  <ArrowRight className="size-6 max-md:rotate-90 rtl:md:rotate-180" />
                ) : (
                  '+'
                )}
              </span>
            )}
            <button
              type="button"
              aria-expanded={open === part}
              aria-controls={proof}
              disabled={!verdict}
              onClick={() => setOpen(open === part ? undefined : part)}
              className={classNames(
                'flex min-w-0 flex-1 items-center gap-3 rounded-m border p-3 text-start md:flex-col md:justify-center md:text-center',
                part === 'winner' ? 'border-accent bg-accent-soft' : 'bg-paper',
                open === part && 'ring-2 ring-accent',
              )}
            >
              <PartOf draw={draw} part={part} />
              {verdict && <Tick ok={comparisonsOf(part).every(({ matches }) => matches)} />}
            </button>
          </Fragment>
        ))}
      </div>
      <div id={proof} className="empty:hidden">
        {open && (
          <div className="mt-4 border-t pt-4">
            <ComparisonList comparisons={comparisonsOf(open)} />
          </div>
        )}
      </div>
    </section>
  );
}

function Tick({ ok }: { ok: boolean }) {
  const Icon = ok ? Check : X;
  return <Icon aria-hidden className={`size-5 shrink-0 ${ok ? 'text-ok' : 'text-danger'}`} />;
}

function PartOf({ draw, part }: { draw: DrawRecord; part: Part }) {
  const [Icon, label, value] = describePart(draw, part);
  return (
    <>
      <Icon aria-hidden className="size-6 shrink-0 text-accent-ink" />
      <span className="min-w-0 flex-1">
        <span className="block text-ink-2 text-sm">{label}</span>
        <bdi className="block break-words font-semibold">{value}</bdi>
      </span>
    </>
  );
}

function describePart(draw: DrawRecord, part: Part): [LucideIcon, string, string] {
  const short = (hash: string) => `${hash.slice(0, 8)}…`;
  switch (part) {
    case 'secret':
      return [KeyRound, t('verify.secretNumber'), short(draw.seed)];
    case 'everyone': {
      const total = formatCount(draw.rosterSize);
      return [Users, t('verify.everyone', { total }), short(draw.rosterHash)];
    }
    case 'source': {
      const { source, phrase, beacon } = draw;
      if (source.kind !== 'beacon') {
        return [MessageCircle, t('verify.calledOut'), phrase ?? t('verify.nothingMore')];
      }
      const round = formatCount(source.round);
      return [Globe, t('verify.roundOfBeacon', { round }), beacon ? short(beacon) : ''];
    }
    case 'winner': {
      const [first, ...others] = draw.winners;
      const more = others.length > 0 ? ` + ${formatCount(others.length)}` : '';
      return [Trophy, prizeOf(draw), (first?.winner?.name ?? t('verify.notNamed')) + more];
    }
  }
}
