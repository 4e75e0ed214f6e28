import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import { mayEnter } from '@drawbridge/contract/events/entering';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import { neighbourOf, type Scene } from '@drawbridge/contract/raffle/scene';
import { WifiOff } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useHydrated } from '../../lib/api/initial-data.ts';
import { sealKey } from '../../lib/device/saved-seal.ts';
import { readStored } from '../../lib/device/storage.ts';
import { lazyPart, optionalPart } from '../../lib/lazy-part.tsx';
import { endSentence, formatList } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { Button } from '../../ui/button.tsx';
import { OpenRollCall } from '../roll-calls/open-roll-call.tsx';
import { DrawScene } from '../scenes/draw-scene.tsx';
import { useStage } from '../stage-context.tsx';
import { useHeldBack, winsOf } from '../tickets/own-tickets.ts';
import type { OwnTicket } from '../tickets/saved-entry-codes.ts';
import { Board, Finale, SealedDrawTicket } from './board.tsx';
import { Invitation, StageFooter, StageHeader } from './stage-frame.tsx';
import { useFocusOn, useScrollPlace, useStageKeys } from './use-stage-keys.ts';
import './draw.css';

// Loaded on demand: for devices that hold a ticket, for the audience of a draw, and for presenters.
const loadTickets = () => import('../own-tickets.tsx');
const OwnTickets = lazyPart(loadTickets, 'OwnTickets');
const TicketsInDraw = lazyPart(loadTickets, 'TicketsInDraw', 'watched');
const SealWatcher = optionalPart(() => import('./seal-watcher.tsx'), 'SealWatcher', 'watched');
const ApplauseButtons = lazyPart(() => import('./applause-buttons.tsx'), 'ApplauseButtons');
const CheckedHere = optionalPart(() => import('./checked-here.tsx'), 'CheckedHere', 'watched');
const WinnerTools = lazyPart(() => import('../presenter/presenter-tools.tsx'), 'WinnerTools');

interface RaffleStageProps {
  tickets: OwnTicket[];
  /** Called when a ticket has answered the roll call. */
  onAnswered: () => void;
}

/** The raffle page: the stage, with the controls of its presenter and the state of the visitor's tickets. */
export function RaffleStage({ tickets: own, onAnswered }: RaffleStageProps) {
  const { event, eventId, scene, draws, prizes, undrawn, mayDraw } = useStage();
  const hydrated = useHydrated();
  const drawing = scene.kind === 'drawing';
  const onBoard = !drawing && scene.kind !== 'winner';
  useScrollPlace(onBoard);
  usePresenterKeys();
  // A page knows the winner before the animation ends, and must not give it away.
  const tickets = useHeldBack(own, drawing);
  const allDrawn = prizes.length > 0 && undrawn.length === 0;
  const next = {
    prize: scene.kind === 'idle' ? scene.next : undefined,
    allDrawn,
    rollCall: draws?.sealed?.rollCall ?? draws?.rollCall?.rollCall,
  };
  const wins = winsOf(tickets);
  const won =
    scene.kind === 'winner' && wins.some(({ status }) => status.win.number === scene.result.number);

  return (
    <main className="stage stage-light flex min-h-dvh flex-col overflow-x-clip px-5 py-6 md:px-10">
      <title>{`${event.name} · ${PRODUCT_NAME}`}</title>
      <StageHeader small={!onBoard || (scene.kind === 'sealed' && !mayDraw)} />
      {scene.kind === 'sealed' && (
        <SealedDrawTicket key={scene.sealed.number} sealed={scene.sealed} />
      )}
      {hydrated && (draws?.sealed || readStored(sealKey(event.id))) && (
        <Suspense>
          <SealWatcher />
        </Suspense>
      )}
      <StageNotices
        announcement={describeScene(scene, prizes) + (won ? ` ${t('workspace.andYouWon')}` : '')}
      >
        {tickets.length > 0 ? (
          <Suspense>
            <OwnTickets tickets={tickets} next={next} />
          </Suspense>
        ) : (
          onBoard && !mayDraw && !allDrawn && mayEnter(event) && <Invitation {...event} />
        )}
      </StageNotices>
      {!onBoard ? (
        <Draw tickets={tickets} />
      ) : scene.kind === 'finale' ? (
        <Finale own={wins} />
      ) : (
        <Board own={wins} />
      )}
      <StageFooter />
      {!mayDraw && (
        <OpenRollCall {...{ eventId, event, onAnswered }} open={draws?.rollCall} tickets={own} />
      )}
    </main>
  );
}

/** A draw, and the buttons that follow it. */
function Draw({ tickets }: { tickets: OwnTicket[] }) {
  const { scene, stage, mayDraw, closeWinner } = useStage();
  const revealed = scene.kind === 'winner';
  // Guests leave the winner on their own page only, so the button does not take their focus.
  const continueButton = useFocusOn<HTMLButtonElement>(revealed && mayDraw);

  return (
    // On a phone it fills the screen, so that the visitor's own ticket is in sight and the footer below.
    <div className="draw-on-page flex flex-1 flex-col items-center gap-6 py-6 max-md:min-h-[calc(100dvh-5.5rem)] max-md:gap-4 max-md:py-4">
      <DrawScene />
      {stage.applause && !mayDraw && (
        <Suspense>
          <ApplauseButtons />
        </Suspense>
      )}
      {/* The space is reserved, so that the ticket does not jump when sentence and button appear. */}
      <div className="relative flex min-h-16 w-full flex-col items-center justify-center gap-2">
        {tickets.length > 0 && (
          <Suspense>
            <TicketsInDraw tickets={tickets} />
          </Suspense>
        )}
        {revealed && !mayDraw && (
          <Suspense>
            <CheckedHere number={scene.result.number} />
          </Suspense>
        )}
        {revealed && (
          <Button
            ref={continueButton}
            variant={mayDraw ? 'primary' : 'quiet'}
            size="large"
            onClick={closeWinner}
          >
            {t('workspace.continueRaffle')}
          </Button>
        )}
      </div>
      {mayDraw && revealed && (
        <Suspense>
          <WinnerTools />
        </Suspense>
      )}
    </div>
  );
}

function usePresenterKeys() {
  const { scene, stage, undrawn, prizes, mayDraw, asking } = useStage();
  const { draw, show, closeWinner, refocus } = useStage();
  const next = scene.kind === 'idle' ? scene.next : undefined;
  const ready = mayDraw && !asking && scene.kind === 'idle' && (next || prizes.length === 0);

  function choose(step: -1 | 1) {
    refocus();
    show({ prizeId: neighbourOf(undrawn, next, step)?.id ?? null });
  }

  useStageKeys({
    // A prize whose draw is sealed first is not drawn by a key.
    draw:
      ready && (next?.drawSource ?? 'none') === 'none' ? () => draw(next?.id ?? null) : undefined,
    proceed: mayDraw && scene.kind === 'winner' ? closeWinner : undefined,
    choose: ready && undrawn.length > 1 ? choose : undefined,
    blank: mayDraw ? () => show({ blank: !stage.blank }) : undefined,
  });
}

/** Describes the last change: a winner for screen readers, a forfeit for everybody. */
export function describeScene(scene: Scene, prizes: readonly Prize[]): string {
  if (scene.kind === 'winner') {
    // The winning ticket stands alone for a moment.
    if (!scene.named) return '';
    const name = formatList(
      scene.winners.map(({ winner }) => winner.name),
      'conjunction',
    );
    return scene.prize
      ? t('workspace.winnerOfPrize', { name, prize: scene.prize.name })
      : t('workspace.winnerIs', { name });
  }
  const forfeit = scene.kind === 'idle' ? scene.forfeit : null;
  if (!forfeit) return '';
  const { prizeId } = forfeit;
  const name = ticketName(forfeit.ticket);
  const reason = endSentence(forfeit.reason);
  const prize = prizes.find(({ id }) => id === prizeId)?.name;
  return prize
    ? t('workspace.prizeReleased', { name, reason, prize })
    : t('workspace.winReleased', { name, reason });
}

interface StageNoticesProps {
  /** The last change, read out at once. */
  announcement: string;
  /** The state of this device's own tickets. */
  children: ReactNode;
}

/** The notices between header and board. */
function StageNotices({ announcement, children }: StageNoticesProps) {
  const { scene, connected } = useStage();
  const shown = scene.kind === 'idle' && scene.forfeit;

  return (
    <div className="flex shrink-0 flex-col">
      {children}
      {/* Always rendered, because a live region that appears with its text is not read out. */}
      <p
        aria-live="assertive"
        className={shown ? 'mt-6 min-w-0 break-words text-lg text-wait' : 'sr-only'}
      >
        {announcement}
      </p>
      <p
        role="status"
        className={
          connected
            ? 'sr-only'
            : 'fixed bottom-4 start-5 z-10 inline-flex shrink-0 items-center gap-2 self-start rounded-m bg-wait-soft px-3 py-1.5 font-semibold text-sm text-wait'
        }
      >
        {!connected && (
          <>
            <WifiOff aria-hidden className="size-4 shrink-0" />
            {t('workspace.connectionLost')}
          </>
        )}
      </p>
    </div>
  );
}
