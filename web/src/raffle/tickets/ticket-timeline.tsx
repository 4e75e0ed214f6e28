import { useHydrated } from '../../lib/api/initial-data.ts';
import { classNames } from '../../lib/class-names.ts';
import { formatTimestampToday } from '../../lib/texts/day-formats.ts';
import { t } from '../../lib/texts/texts.ts';
import type { AllChances } from './chances.tsx';
import { type DescribedPrize, PrizeDescription } from './prize-description.tsx';
import type { OwnTicket } from './saved-entry-codes.ts';

/** The facts about the next draw that a page has. */
export interface NextDraw {
  prize?: DescribedPrize | undefined;
  /** Returns the prize of an earlier draw, by the draw's number. */
  prizeOf?: ((number: number) => DescribedPrize | undefined) | undefined;
  /** True while the draw is being held. */
  drawing?: boolean;
  /** True if every prize has a winner. */
  allDrawn?: boolean;
  /** The open roll call, or that of the sealed draw. */
  rollCall?: number | undefined;
  /** The chances of everybody in the draw, if a ticket says its own. */
  chances?: AllChances | undefined;
}

interface Step {
  title: string;
  /** The meaning of the step, or what happens next. */
  detail?: string | undefined;
  /** The prize that the detail names. */
  prize?: DescribedPrize | undefined;
  at?: string | null;
  mark: 'done' | 'now' | 'later';
}

/** The steps of a ticket: past, current and coming ones. */
export function stepsOf(
  status: OwnTicket['status'],
  next: NextDraw = {},
  /** The time of the entry according to the device. */
  receivedAt = '',
): Step[] {
  if (!status) return [];
  if (status === 'unknown') {
    const detail = t('visitor.notReceivedWhy');
    return [{ title: t('visitor.notReceived'), detail, mark: 'now' }];
  }
  const { state, drawsWithoutWin, win, nextNumber, rollCall } = status;
  const steps: Step[] = [{ title: t('visitor.received'), at: receivedAt, mark: 'done' }];
  const result: Step = { title: t('visitor.result'), mark: 'later' };
  // The event may end before a ticket is verified.
  if (!['received', 'late', 'not-here', 'over'].includes(state) || drawsWithoutWin > 0) {
    steps.push({ title: t('visitor.inDraw'), mark: 'done' });
  }
  if (drawsWithoutWin > 0 && state !== 'out') {
    steps.push({ title: t('visitor.notDrawn', { count: drawsWithoutWin }), mark: 'done' });
  }
  const now = (title: string, detail?: string): Step => ({ title, detail, mark: 'now' });
  switch (state) {
    case 'received':
      steps.push(now(t('visitor.notVerified'), t('visitor.notVerifiedWhy')));
      return [...steps, { title: t('visitor.inDraw'), mark: 'later' }, result];
    case 'in-draw': {
      const { prize, drawing, allDrawn } = next;
      if (rollCall && rollCall === next.rollCall) {
        steps.push({ title: t('visitor.here'), mark: 'done' });
      }
      if (allDrawn && !drawing) {
        return [...steps, now(t('visitor.allDrawn'), t('visitor.ticketNotDrawn'))];
      }
      const title = t(drawing ? 'visitor.drawIsOn' : 'visitor.drawIsNext', { number: nextNumber });
      return [...steps, { ...now(title, prize?.name), prize }, result];
    }
    case 'late':
      return [
        ...steps,
        now(t('visitor.late', { number: nextNumber }), t('visitor.lateWhy')),
        result,
      ];
    case 'not-here':
      return [
        ...steps,
        now(t('visitor.late', { number: nextNumber }), t('visitor.notHereWhy')),
        result,
      ];
    case 'out':
      return [...steps, now(t('visitor.out'), t('visitor.outWhy'))];
    case 'over':
      return [...steps, now(t('visitor.over'), t('visitor.notWon'))];
  }
  const won: Step = {
    ...now(t('visitor.wonDraw', { number: win?.number ?? '' }), win?.prizeName ?? undefined),
    prize: win ? next.prizeOf?.(win.number) : undefined,
  };
  if (state === 'won') return [...steps, won];
  steps.push({ ...won, mark: 'done' });
  return state === 'handed-over'
    ? [...steps, { ...now(t('visitor.handedOver')), at: win?.handedOverAt ?? null }]
    : [...steps, now(t('visitor.released'), releasedText(win?.releasedBecause))];
}

/** The text for a winner whose prize was released. */
export function releasedText(reason: string | null | undefined): string {
  return t('visitor.releasedWhy', { reason: `${reason?.replace(/[.。]$/, '')}` });
}

interface TicketTimelineProps {
  status: OwnTicket['status'];
  receivedAt: string;
  next?: NextDraw | undefined;
}

/** The steps of a ticket. Changes are announced, because the page follows the draws. */
export function TicketTimeline({ status, receivedAt, next }: TicketTimelineProps) {
  const zone = useHydrated() ? 'local' : 'UTC';
  const steps = stepsOf(status, next, receivedAt);
  return (
    <div role="status" className={steps.length === 0 ? 'min-h-36' : undefined}>
      <ol aria-label={t('visitor.steps')}>
        {steps.map(({ title, detail, prize, at, mark }) => (
          <li
            key={title}
            aria-current={mark === 'now' ? 'step' : undefined}
            className={classNames(
              'relative pb-4 ps-6 last:pb-0',
              // The line runs from one mark to the next.
              'before:absolute before:top-2 before:start-[4.5px] before:h-full before:w-0.5 last:before:hidden',
              mark === 'done' ? 'before:bg-accent' : 'before:bg-line',
              mark === 'later' && 'text-ink-2',
            )}
          >
            <span
              aria-hidden
              className={classNames(
                'absolute top-1.5 start-0 size-[11px] rounded-full border-2',
                mark === 'done' && 'border-accent bg-accent',
                mark === 'now' && 'border-accent bg-card ring-4 ring-accent-soft',
                mark === 'later' && 'border-line bg-card',
              )}
            />
            <p
              className={classNames(
                mark !== 'later' && 'font-semibold',
                mark === 'now' && 'text-accent-ink text-lg',
              )}
            >
              {title}
              {at && (
                <time dateTime={at} className="ms-2 inline-block font-normal text-ink-2 text-sm">
                  {formatTimestampToday(at, zone)}
                </time>
              )}
            </p>
            {detail && <p className="text-pretty break-words text-ink-2 text-sm">{detail}</p>}
            {prize && <PrizeDescription of={prize} className="mt-1 text-sm" />}
          </li>
        ))}
      </ol>
    </div>
  );
}
