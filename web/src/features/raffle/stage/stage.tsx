import type { DrawList, EligiblePeople } from '@drawbridge/contract/draws';
import type { PublicEvent } from '@drawbridge/contract/events';
import type { Prize } from '@drawbridge/contract/prizes';
import { PRODUCT_NAME } from '@drawbridge/contract/product';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import type { ReactNode } from 'react';
import { endSentence } from '../../../lib/sentences.ts';
import { PrizeBoard } from '../board/prize-board.tsx';
import { WinnersList } from '../board/winners-list.tsx';
import { DrawScreen } from '../draw/draw-screen.tsx';
import type { StagePhase } from '../stage-phase.ts';
import { StageFooter } from './stage-footer.tsx';
import { StageHeader } from './stage-header.tsx';
import { useSounds } from './use-sounds.ts';

interface StageProps {
  event: PublicEvent;
  prizes: Prize[];
  results: RaffleResult[];
  sponsors: PublicSponsor[];
  draws: DrawList | undefined;
  eligible: EligiblePeople | undefined;
  phase: StagePhase;
  mayDraw: boolean;
  /** For presenters only. */
  tools: ReactNode;
  /** The ticket of a sealed draw, above the prizes. */
  sealed: ReactNode;
  onDraw: (prizeId: string | null) => void;
  onContinue: () => void;
  onForfeit: (winner: RaffleResult) => void;
}

/** Everything the audience sees. It only shows the phase and starts nothing itself. */
export function Stage(props: StageProps) {
  const { event, prizes, results, sponsors, draws, eligible, phase, mayDraw } = props;
  const sounds = useSounds(phase.kind);
  const winner = phase.kind === 'winner' ? phase.result : undefined;
  const prizeWon = winner && prizes.find(({ id }) => id === winner.prizeId);
  // While a draw is sealed, it is always the next record.
  const onForfeit = mayDraw && !draws?.sealed ? props.onForfeit : undefined;

  return (
    <main className="stage stage-light flex min-h-dvh flex-col overflow-x-clip px-5 py-6 md:px-10 md:py-8">
      <title>{`${event.name} · ${PRODUCT_NAME}`}</title>
      <StageHeader
        event={event}
        small={phase.kind !== 'idle'}
        sounds={sounds}
        tools={phase.kind === 'idle' && props.tools}
      />
      {/* Always rendered, because a live region that appears with its text is not read out. */}
      <p
        aria-live="assertive"
        className={
          phase.kind === 'idle' && phase.forfeit ? 'mt-6 break-words text-ink-2 text-lg' : 'sr-only'
        }
      >
        {describePhase(phase, prizes)}
      </p>
      {phase.kind === 'idle' ? (
        <>
          {props.sealed}
          <div className="my-8 grid flex-1 grid-cols-1 gap-8 max-lg:content-start lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)] lg:gap-10">
            <PrizeBoard
              prizes={prizes}
              results={results}
              phase={phase}
              mayDraw={mayDraw}
              onDraw={draws?.sealed ? undefined : props.onDraw}
            />
            <WinnersList results={results} prizes={prizes} onForfeit={onForfeit} />
          </div>
        </>
      ) : (
        <DrawScreen
          winner={winner}
          prize={prizeWon}
          names={eligible?.names ?? []}
          otherNames={phase.kind === 'winner' ? phase.otherNames : []}
          onContinue={props.onContinue}
          onForfeit={onForfeit}
        />
      )}
      <StageFooter sponsors={sponsors} draws={draws} />
    </main>
  );
}

/** Describes what has just happened: a winner for screen readers, a forfeit for everybody. */
function describePhase(phase: StagePhase, prizes: Prize[]): string {
  if (phase.kind === 'winner') {
    const { winner, prizeId } = phase.result;
    const prizeName = nameOf(prizes, prizeId);
    return `WINNER! ${winner.name}${prizeName ? `, ${prizeName}` : ''}`;
  }
  if (phase.kind !== 'idle' || !phase.forfeit) return '';
  const { forfeits, prizeId, reason, name = `The winner of draw ${forfeits}` } = phase.forfeit;
  const prizeName = nameOf(prizes, prizeId);
  if (!prizeName) return `${name} did not take the win: ${endSentence(reason)}`;
  return `${name} did not take the prize: ${endSentence(reason)} ${prizeName} can be drawn again.`;
}

function nameOf(prizes: Prize[], prizeId: string | null): string | undefined {
  return prizes.find(({ id }) => id === prizeId)?.name;
}
