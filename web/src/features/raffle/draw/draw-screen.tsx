import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { Check } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatList } from '../../../lib/formats.ts';
import { OwnText } from '../../../lib/own-text.tsx';
import { t } from '../../../lib/texts.ts';
import { ticketName } from '../../../lib/ticket-names.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailText } from '../email-text.tsx';
import { useFocusOn } from '../stage/use-stage-keys.ts';
import type { StagePhase } from '../stage-phase.ts';
import { DrawingFace } from './drawing-face.tsx';

interface DrawScreenProps {
  phase: StagePhase & { kind: 'drawing' | 'winner' };
  prize: Prize | undefined;
  /** Names of eligible people, for the presenter only. */
  names: string[] | undefined;
  /** Whether this page continues the raffle for everybody. */
  mayDraw: boolean;
  onContinue: () => void;
  /** For presenters: opens the dialog to forfeit the win. */
  onForfeit: ((winner: RaffleResult) => void) | undefined;
  /** For presenters. */
  handingOver: ReactNode;
  handedOver: boolean;
}

/** One ticket in the middle of the stage, which shows its back first and then the winner. */
export function DrawScreen(props: DrawScreenProps) {
  const { phase, prize, names, mayDraw, onContinue, onForfeit } = props;
  const winner = phase.kind === 'winner' ? phase.result : undefined;
  const otherNames = phase.kind === 'winner' ? phase.otherNames : [];
  const tickets = phase.kind === 'drawing' ? (phase.tickets ?? []) : [];
  const still = useMediaQuery(REDUCED_MOTION);
  const continueButton = useFocusOn<HTMLButtonElement>(winner !== undefined);

  return (
    <div className="relative flex flex-1 flex-col items-center justify-center gap-8 py-8">
      {winner && !still && <Confetti key={winner.id} />}
      <TurningTicket
        turned={winner !== undefined}
        back={
          <DrawingFace
            resting={winner !== undefined}
            since={phase.kind === 'drawing' ? phase.since : 0}
            prize={prize}
            names={names}
            tickets={tickets}
            phrase={phase.kind === 'drawing' ? phraseOf(phase) : ''}
          />
        }
        front={winner && <WinnerFace result={winner} prize={prize} />}
      />
      {/* Their space is reserved, so that the ticket does not jump when they appear. */}
      <div className="relative flex flex-col items-center gap-4">
        <div
          className={classNames(
            'flex min-h-13 flex-wrap content-start justify-center gap-x-3',
            onForfeit && 'max-sm:min-h-26',
          )}
        >
          {winner && (
            <Button
              ref={continueButton}
              variant={mayDraw ? 'primary' : 'quiet'}
              size="large"
              onClick={onContinue}
              className={mayDraw ? 'max-md:h-24 max-md:w-[calc(100vw-2.5rem)] max-md:text-2xl' : ''}
            >
              {t('workspace.continueRaffle')}
            </Button>
          )}
          {winner && !props.handedOver && (
            <>
              {onForfeit && (
                <Button variant="quiet" size="large" onClick={() => onForfeit(winner)}>
                  {t('presenter.notHereDrawAgain')}
                </Button>
              )}
              {props.handingOver}
            </>
          )}
          {winner && props.handedOver && onForfeit && <HandedOver />}
        </div>
        {onForfeit && (
          <p role="status" className="min-h-6 text-balance text-center text-ink-2">
            {otherNames.length > 0 && t('presenter.alsoEntered', { names: formatList(otherNames) })}
          </p>
        )}
      </div>
    </div>
  );
}

export function HandedOver() {
  return (
    <p className="inline-flex min-h-11 items-center gap-2 font-semibold text-ok">
      <Check aria-hidden className="size-4.5" />
      {t('visitor.handedOver')}
    </p>
  );
}

/** What the audience called out, as far as this page knows it already. */
export function phraseOf({ result, order }: StagePhase & { kind: 'drawing' }): string {
  return result?.phrase ?? order?.phrase ?? '';
}

interface TurningTicketProps {
  turned: boolean;
  back: ReactNode;
  front: ReactNode;
}

/** A ticket that shows its back until it is turned. */
export function TurningTicket({ turned, back, front }: TurningTicketProps) {
  const face = 'col-start-1 row-start-1 flex min-w-0 flex-col backface-hidden';

  return (
    <div
      className={classNames(
        'turning-ticket ticket-glow relative w-full max-w-240 perspective-[120rem]',
        !turned && 'motion-safe:animate-sway',
      )}
    >
      <div
        className={classNames(
          'grid min-h-80 grid-cols-1 transform-3d transition-transform duration-600 ease-[cubic-bezier(0.3,0.1,0.2,1)]',
          turned ? 'rotate-y-0' : '-rotate-y-180',
        )}
      >
        <div className={classNames(face, 'rotate-y-180')}>{back}</div>
        <div className={classNames(face, 'plain-fade motion-reduce:animate-appear')}>{front}</div>
      </div>
    </div>
  );
}

interface WinnerFaceProps {
  result: RaffleResult;
  prize: Prize | undefined;
}

function WinnerFace({ result: { winner, ticket }, prize }: WinnerFaceProps) {
  return (
    <div className="light @container flex flex-1 flex-col text-center text-ink">
      <div
        className={classNames(
          'flex flex-1 flex-col items-center justify-center bg-paper px-6 py-9 md:px-12',
          prize ? 'ticket-upper rounded-t-l' : 'rounded-l',
        )}
      >
        <h2 className="font-bold text-accent-ink text-xl me-[-0.3em] tracking-[0.3em] rtl:me-0 rtl:tracking-normal">
          {t('workspace.winner')}
        </h2>
        <p
          className={classNames(
            'mt-4 w-full text-balance break-words font-bold font-display leading-none tracking-tight rtl:leading-snug rtl:tracking-normal',
            nameSize(winner.name),
          )}
        >
          <bdi>{winner.name}</bdi>
        </p>
        <p className="mt-3 font-display font-semibold text-accent-ink text-xl md:text-3xl">
          {ticketName(ticket)}
        </p>
        {winner.email && (
          <p className="mt-3 w-full text-balance break-words text-ink-2 text-lg md:text-2xl">
            <EmailText email={winner.email} />
          </p>
        )}
      </div>
      {prize && (
        <div className="ticket-lower rounded-b-l bg-paper px-6 py-7 md:px-12">
          <p className="break-words font-display font-semibold text-2xl md:text-3xl">
            <OwnText of={prize} />
            {prize.value && (
              <span className="ms-3 font-medium text-ink-2">
                <bdi>{prize.value}</bdi>
              </span>
            )}
          </p>
        </div>
      )}
    </div>
  );
}

/** Longer names get a smaller font, so that they fit the ticket. */
function nameSize(name: string): string {
  if (name.length <= 16) return 'text-[clamp(2.25rem,11cqi,7rem)]';
  if (name.length <= 32) return 'text-[clamp(2rem,7.5cqi,5rem)]';
  return 'text-[clamp(1.5rem,4.5cqi,3rem)]';
}

// Multiples of these two irrational steps fill a square evenly, without lines or clumps. They come before the
// pieces, which are made when the module is loaded.
const STEP_X = 0.754_877_666;
const STEP_Y = 0.569_840_291;

const colours = ['bg-accent', 'bg-info', 'bg-wait', 'bg-done', 'bg-ok'];
const pieces = confettiPieces(120);

/** Bursts once from behind the ticket and falls off the stage. */
export function Confetti() {
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 overflow-hidden" data-confetti>
      {pieces.map((piece, index) => (
        <span
          key={piece.turn}
          style={placement(piece)}
          className={`confetti absolute top-1/2 left-1/2 h-2.5 w-4 rounded-[2px] ${colours[index % colours.length]}`}
        />
      ))}
    </div>
  );
}

function placement({ x, y, turn, delay }: ConfettiPiece): CSSProperties {
  return {
    '--x': `${x}vw`,
    '--y': `${y}vh`,
    '--turn': `${turn}deg`,
    animationDelay: `${delay}ms`,
  } as CSSProperties;
}

interface ConfettiPiece {
  /** The distance from the centre, in percent of the screen. */
  x: number;
  y: number;
  /** The rotation during the flight, in degrees. */
  turn: number;
  delay: number;
}

/** Pieces scattered evenly around the centre, mostly upwards, and the same each time. */
function confettiPieces(count: number): ConfettiPiece[] {
  return Array.from({ length: count }, (_, index) => {
    const across = (index * STEP_X) % 1;
    const up = (index * STEP_Y) % 1;
    return {
      x: Math.round((across - 0.5) * 1100) / 10,
      y: Math.round((up - 0.75) * 700) / 10,
      turn: 360 + index * 23,
      delay: Math.round(up * 180),
    };
  });
}
