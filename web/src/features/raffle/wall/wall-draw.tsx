import type { PublicEvent } from '@drawbridge/contract/events';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { OwnText } from '../../../lib/own-text.tsx';
import { ticketName } from '../../../lib/ticket-names.ts';
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Confetti, phraseOf, TurningTicket } from '../draw/draw-screen.tsx';
import { DrawingFace } from '../draw/drawing-face.tsx';
import type { StagePhase } from '../stage-phase.ts';
import { useFit } from './use-fit.ts';
import './wall-draw.css';
import { t } from '../../../lib/texts.ts';

interface WallDrawProps {
  event: PublicEvent;
  phase: StagePhase & { kind: 'drawing' | 'winner' };
  prize: Prize | undefined;
  /** The phrase as typed, until the draw has its own. */
  phrase: string;
}

/** The ticket turns from its back, where names of tickets roll, to the winner. */
export function WallDraw({ event, phase, prize, phrase }: WallDrawProps) {
  const still = useMediaQuery(REDUCED_MOTION);
  const drawing = phase.kind === 'drawing' ? phase : undefined;
  const winner = phase.kind === 'winner' ? phase.result : undefined;

  return (
    <div className="wall-scene wall-draw">
      <h1 className="sr-only">{event.name}</h1>
      {winner && <div aria-hidden className="rays" />}
      <TurningTicket
        turned={winner !== undefined}
        back={
          <DrawingFace
            resting={!drawing}
            since={drawing?.since ?? 0}
            prize={prize}
            names={undefined}
            tickets={drawing?.tickets ?? []}
            phrase={(drawing && phraseOf(drawing)) || phrase}
          />
        }
        front={winner && <WinnerTicket key={winner.id} result={winner} prize={prize} />}
      />
      {/* In front of the ticket, which leaves little room beside it. */}
      {winner && !still && <Confetti key={winner.id} />}
    </div>
  );
}

const NAME_SIZES = [6, 5.25, 4.5, 4, 3.5, 3, 2.5, 2.1, 1.8, 1.5, 1.25, 1];

/** Before the name gets smaller than this, everything else does. */
const LEGIBLE = 2.1;

const PRIZE_SIZES = [1.8, 1.5, 1.25, 1];

interface WinnerTicketProps {
  result: RaffleResult;
  prize: Prize | undefined;
}

function WinnerTicket({ result, prize }: WinnerTicketProps) {
  const { winner, ticket, phrase, handedOverAt } = result;
  const texts = useFit<HTMLDivElement>(
    NAME_SIZES,
    JSON.stringify([winner.name, phrase, prize?.name, prize?.value]),
    LEGIBLE,
  );
  const lower = useFit<HTMLParagraphElement>(PRIZE_SIZES, `${prize?.name} ${prize?.value}`, 1);

  return (
    <div className="wall-winner light">
      <div className={prize ? 'upper ticket-upper' : 'upper'}>
        <div className="top">
          <h2>{t('workspace.winner')}</h2>
          {/* Beside the heading, so that it never covers the name. */}
          {handedOverAt && <p className="stamp">{t('visitor.handedOver')}</p>}
        </div>
        <div ref={texts} className="texts">
          <p className="name">
            <bdi>{winner.name}</bdi>
          </p>
          <p className="ticket">{ticketName(ticket)}</p>
          {phrase && <p className="phrase">{t('workspace.quoted', { phrase })}</p>}
        </div>
      </div>
      {prize && (
        <div className="lower ticket-lower">
          <p ref={lower} className="prize">
            <OwnText of={prize} /> {prize.value && <bdi className="value">{prize.value}</bdi>}
          </p>
        </div>
      )}
    </div>
  );
}
