import { CircleCheck, RotateCcw } from 'lucide-react';
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useStayAwake } from '../../lib/device/screen.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../lib/device/use-media-query.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Button } from '../../ui/button.tsx';
import { useSecondsUntil } from '../scenes/pages.tsx';
import type { Claim } from './claim.ts';
import { type WonTicket, winKey, winsOf } from './own-tickets.ts';
import type { OwnTicket } from './saved-entry-codes.ts';
import type { ShownHandover } from './ticket-codes.ts';
import { releasedText } from './ticket-timeline.tsx';
import './win-screen.css';

const STEP_MS = 10_000;
const SOON_SECONDS = 10;
const VIBRATION = [200, 100, 200, 100, 600];

interface WinScreenProps {
  tickets: readonly OwnTicket[];
  /** True while a draw is running, which everybody wants to see. */
  drawing?: boolean;
  /** The time limit for winners, if there is one. */
  claim?: Claim | undefined;
  /** True if the event's settings leave room for a show on phones. */
  lively?: boolean;
}

/**
 * The latest standing win, in full until it is closed. Changes of its prize are shown there too; afterwards the ticket
 * shows them.
 */
export function WinScreen({ tickets, drawing = false, claim, lively = false }: WinScreenProps) {
  const wins = winsOf(tickets);
  const [closed, setClosed] = useState<string[]>([]);
  const [open, setOpen] = useState<string>();
  const win = wins.findLast((each) =>
    closed.includes(winKey(each)) ? false : each.status.state === 'won' || winKey(each) === open,
  );
  const key = win && winKey(win);
  if (key !== open) setOpen(key);
  if (drawing || wins.length === 0) return null;
  if (win && key) {
    return (
      <YouWon
        key={key}
        ticket={win}
        claim={claim}
        lively={lively}
        onClose={() => setClosed([...closed, key])}
      />
    );
  }
  const waiting = wins.filter(({ status }) => status.state === 'won');
  return waiting.length === 0 ? null : (
    <Button variant="primary" size="large" onClick={() => setClosed([])} className="w-full">
      {t('workspace.showWinCode')}
    </Button>
  );
}

interface YouWonProps {
  ticket: WonTicket;
  claim: Claim | undefined;
  lively: boolean;
  onClose: () => void;
}

/** Fills the screen of a device that holds the winning ticket, until the prize is handed over or released. */
function YouWon({ ticket, claim, lively, onClose }: YouWonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { state, win } = ticket.status;
  const standing = state === 'won';
  const [heldUp, setHeldUp] = useState(false);
  const still = useMediaQuery(REDUCED_MOTION);
  const endsAt = claim?.endsAt(win.number);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The whole screen is read out; the first button would only get a ring that nobody has asked for.
    element?.focus();
    // Closing returns the focus to the previous element.
    return () => element?.close();
  }, []);

  useEffect(() => {
    // Browsers refuse to vibrate, with an error in the console, until the page has been touched.
    if (standing && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION);
  }, [standing]);

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={classNames('you-won', standing && 'standing')}
    >
      {standing && <div aria-hidden className="you-won-rays" />}
      <div className="you-won-content relative mx-auto flex min-h-full max-w-md flex-col items-center justify-evenly gap-3 px-6 py-4 text-center">
        <p className="w-full break-words font-semibold">
          <span className="block text-xl uppercase tracking-widest">
            {ticketName(ticket.ticket)}
          </span>
          <bdi>{ticket.name}</bdi>
        </p>
        {standing ? (
          <>
            <h2
              id={title}
              style={{ '--letters': longestWord(t('workspace.youWon')) } as CSSProperties}
              className="you-won-title font-bold leading-[0.95]"
            >
              {t('workspace.youWon')}
            </h2>
            {win.prizeName && (
              <p className="w-full text-balance break-words font-display font-semibold text-2xl">
                {win.prizeName}
              </p>
            )}
            <HandoverCode ticket={ticket} />
            <p className="flex items-center justify-center gap-4 font-semibold text-lg">
              <span className="text-balance">{t('workspace.goToStage')}</span>
              {claim && endsAt && <TimeToClaim endsAt={endsAt} now={claim.now} />}
            </p>
          </>
        ) : (
          <div role="status" className="flex w-full flex-col items-center gap-3">
            {state === 'handed-over' ? (
              <CircleCheck aria-hidden className="size-16 text-ok" />
            ) : (
              <RotateCcw aria-hidden className="size-16 text-ink-2" />
            )}
            <h2 id={title} className="text-4xl">
              {t(state === 'handed-over' ? 'visitor.handedOver' : 'visitor.released')}
            </h2>
            <p className="w-full text-pretty break-words text-lg">
              {state === 'handed-over'
                ? t(win.prizeName ? 'workspace.enjoyPrize' : 'workspace.enjoy', {
                    prize: win.prizeName ?? '',
                  })
                : releasedText(win.releasedBecause)}
            </p>
          </div>
        )}
        <div className="flex flex-wrap justify-center gap-3">
          {standing && lively && !still && (
            <Button variant="primary" onClick={() => setHeldUp(true)}>
              {t('workspace.holdUp')}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t('workspace.close')}
          </Button>
        </div>
      </div>
      {standing && heldUp && <HeldUp ticket={ticket.ticket} onClose={() => setHeldUp(false)} />}
    </dialog>
  );
}

/** '0:49' until the prize may be released. */
function TimeToClaim({ endsAt, now }: { endsAt: number; now: () => number }) {
  const secondsLeft = useSecondsUntil(endsAt, now);
  return (
    <span
      role="timer"
      aria-label={t('workspace.timeToClaim')}
      dir="ltr"
      className={classNames(
        'font-bold font-display text-4xl tabular-nums',
        secondsLeft < SOON_SECONDS && 'you-won-soon',
      )}
    >
      {Math.floor(secondsLeft / 60)}:{String(secondsLeft % 60).padStart(2, '0')}
    </span>
  );
}

/** The ticket's name in flashing letters along the phone, which is seen across a dark hall. A tap closes it. */
function HeldUp({ ticket, onClose }: { ticket: string; onClose: () => void }) {
  useStayAwake();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const name = ticketName(ticket);
  return (
    <button
      type="button"
      ref={button}
      onClick={onClose}
      className="held-up font-bold font-display"
      style={{ '--letters': name.length } as CSSProperties}
    >
      <span>{name}</span>
    </button>
  );
}

/** The number of letters that must fit on one line. */
const longestWord = (text: string) => Math.max(...text.split(' ').map(({ length }) => length));

/** The QR code that the presenter scans, and the digits to read out. Both change, so pictures of them expire. */
function HandoverCode({ ticket }: { ticket: WonTicket }) {
  const { eventId, code, ticket: hash, clockAhead } = ticket;
  const [shown, setShown] = useState<ShownHandover>();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let left = false;
    async function show() {
      const { handoverAt } = await import('./ticket-codes.ts');
      if (left) return;
      const now = handoverAt(eventId, code, hash, Date.now() + clockAhead);
      setShown(now);
      timer = setTimeout(show, now?.leftMs ?? STEP_MS);
    }
    // The name and the prize are shown without a connection, too.
    show().catch(() => {});
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [eventId, code, hash, clockAhead]);

  return (
    <div className="you-won-code light flex w-[min(62vw,34dvh,17rem)] flex-col items-center rounded-l bg-card p-3 text-ink shadow-float">
      <svg
        role="img"
        aria-label={t('workspace.presenterCode')}
        viewBox={`0 0 ${shown?.qr.size ?? 1} ${shown?.qr.size ?? 1}`}
        shapeRendering="crispEdges"
        className="aspect-square w-full"
      >
        <path d={shown?.qr.path} fill="#000" />
      </svg>
      <p
        data-handover
        dir="ltr"
        className="mt-1 min-h-8 font-bold font-code text-2xl tracking-[0.15em]"
      >
        {shown && `${shown.digits.slice(0, 3)} ${shown.digits.slice(3)}`}
      </p>
      <p className="text-ink-2 text-sm">{t('workspace.codeChanges')}</p>
      <span
        aria-hidden
        key={shown?.digits}
        style={{ animationDelay: `${(shown?.leftMs ?? STEP_MS) - STEP_MS}ms` }}
        className="you-won-time mt-2 h-1 w-full rounded-s bg-accent"
      />
    </div>
  );
}
