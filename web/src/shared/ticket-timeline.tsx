import { classNames } from '../lib/class-names.ts';
import { formatMomentToday } from '../lib/day-formats.ts';
import { useHydrated } from '../lib/first-view.ts';
import type { OwnTicket } from './own-tickets.ts';

/** What a page knows of the draw that comes next. */
export interface NextDraw {
  prizeName?: string | undefined;
  /** Whether it is being held at this moment. */
  drawing?: boolean;
  /** Whether every prize has a winner. */
  allDrawn?: boolean;
}

interface Step {
  title: string;
  /** What it means, or what happens next. */
  detail?: string | undefined;
  at?: string | null;
  mark: 'done' | 'now' | 'later';
}

const UNVERIFIED = 'Your entry counts once the team has verified it.';

/** The way of a ticket: what has happened, where it is now, and what comes. */
export function stepsOf(
  status: OwnTicket['status'],
  next: NextDraw = {},
  /** As the device knows it. */
  receivedAt = '',
): Step[] {
  if (!status) return [];
  if (status === 'unknown') {
    const detail =
      'It may still be on the way: the phone that added you sends it when it has a connection.';
    return [{ title: 'Not received yet', detail, mark: 'now' }];
  }
  const { state, drawsWithoutWin, win, nextNumber } = status;
  const steps: Step[] = [{ title: 'Received', at: receivedAt, mark: 'done' }];
  const result: Step = { title: 'Result', mark: 'later' };
  // The event may end before a ticket is verified.
  if (!['received', 'late', 'over'].includes(state) || drawsWithoutWin > 0) {
    steps.push({ title: 'In the draw', mark: 'done' });
  }
  if (drawsWithoutWin > 0 && state !== 'out') {
    // Without `countOf`, whose module makes formatters for which a visitor's phone would wait.
    const draws = drawsWithoutWin === 1 ? '1 draw' : `${drawsWithoutWin} draws`;
    steps.push({ title: `Not drawn in ${draws} so far`, mark: 'done' });
  }
  switch (state) {
    case 'received':
      return [
        ...steps,
        { title: 'Not verified yet', detail: UNVERIFIED, mark: 'now' },
        { title: 'In the draw', mark: 'later' },
        result,
      ];
    case 'in-draw': {
      const { prizeName: detail, drawing, allDrawn } = next;
      if (allDrawn && !drawing) {
        return [
          ...steps,
          { title: 'All prizes are drawn', detail: 'This ticket was not drawn.', mark: 'now' },
        ];
      }
      const title = drawing ? `Draw ${nextNumber} is on` : `Draw ${nextNumber} is next`;
      return [...steps, { title, detail, mark: 'now' }, result];
    }
    case 'late':
      return [
        ...steps,
        {
          title: `Not in draw ${nextNumber}`,
          detail: 'It was sealed before this ticket was verified. You are in the next one.',
          mark: 'now',
        },
        result,
      ];
    case 'out':
      return [
        ...steps,
        {
          title: 'Not in the draw any more',
          detail: 'The team took it out, or the same phone number or e-mail address has won.',
          mark: 'now',
        },
      ];
    case 'over':
      return [
        ...steps,
        { title: 'The event is over', detail: 'This ticket has not won.', mark: 'now' },
      ];
  }
  const won = { title: `You won draw ${win?.number}`, detail: win?.prizeName ?? undefined };
  if (state === 'won') return [...steps, { ...won, mark: 'now' }];
  steps.push({ ...won, mark: 'done' });
  if (state === 'handed-over') {
    return [...steps, { title: 'Handed over', at: win?.handedOverAt ?? null, mark: 'now' }];
  }
  return [...steps, { title: 'Released', detail: releasedText(win?.releasedBecause), mark: 'now' }];
}

/** What a winner reads whose prize was released. */
export function releasedText(reason: string | null | undefined): string {
  return `${reason?.replace(/\.$/, '')}. The prize goes to somebody else.`;
}

interface TicketTimelineProps {
  status: OwnTicket['status'];
  receivedAt: string;
  next?: NextDraw | undefined;
}

/** Announces what changes, because the page follows the draws. */
export function TicketTimeline({ status, receivedAt, next }: TicketTimelineProps) {
  const zone = useHydrated() ? 'local' : 'UTC';
  const steps = stepsOf(status, next, receivedAt);
  return (
    <div role="status" className={steps.length === 0 ? 'min-h-36' : undefined}>
      <ol aria-label="What has happened">
        {steps.map(({ title, detail, at, mark }) => (
          <li
            key={title}
            aria-current={mark === 'now' ? 'step' : undefined}
            className={classNames(
              'relative pb-4 pl-6 last:pb-0',
              // The line runs from one mark to the next.
              'before:absolute before:top-2 before:left-[4.5px] before:h-full before:w-0.5 last:before:hidden',
              mark === 'done' ? 'before:bg-accent' : 'before:bg-line',
              mark === 'later' && 'text-ink-2',
            )}
          >
            <span
              aria-hidden
              className={classNames(
                'absolute top-1.5 left-0 size-[11px] rounded-full border-2',
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
                <time dateTime={at} className="ml-2 font-normal text-ink-2 text-sm">
                  {formatMomentToday(at, zone)}
                </time>
              )}
            </p>
            {detail && <p className="text-pretty break-words text-ink-2 text-sm">{detail}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}
