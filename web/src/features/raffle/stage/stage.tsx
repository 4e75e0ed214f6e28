import type { EligiblePeople } from '@drawbridge/contract/draws';
import type { PublicEvent } from '@drawbridge/contract/events';
import { PRODUCT_NAME } from '@drawbridge/contract/pages';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '../../../ui/language-switch.tsx';
import { SponsorLogos } from '../../sponsors/sponsor-logos.tsx';
import type { NextDraw, Raffle } from '../api.ts';
import { Board, Finale } from '../board/board.tsx';
import type { NextPrize } from '../board/next-prize.ts';
import { DrawScreen } from '../draw/draw-screen.tsx';
import type { StagePhase } from '../stage-phase.ts';
import { describePhase } from '../stage-phase.ts';
import { StageHeader } from './stage-header.tsx';
import { LockedInMark, StageNotices } from './stage-notices.tsx';
import { useSounds } from './use-sounds.ts';
import { useQuiet, useScrollPlace, useTouched } from './use-stage-keys.ts';
import './stage.css';
import { t } from '../../../lib/texts.ts';

interface StageProps extends Raffle {
  draws: NextDraw | undefined;
  eligible: EligiblePeople | undefined;
  phase: StagePhase;
  nextPrize: NextPrize;
  connected: boolean;
  mayDraw: boolean;
  /** For presenters: why nobody can be drawn now. */
  obstacle: string | undefined;
  /** For presenters only: the tools on a laptop, or what a phone has instead of the next prize. */
  tools: ReactNode;
  remote: ReactNode;
  /** What this device's own ticket has to do with the draws. */
  ticket: ReactNode;
  /** For presenters: hands over the prize on show. */
  handingOver: ReactNode;
  /** Whether the winner on the stage is the owner of this device. */
  won: boolean;
  /** The ticket of a sealed draw, in the place of the next prize. */
  sealed: ReactNode;
  onDraw: (prizeId: string | null) => void;
  onContinue: () => void;
  onForfeit: (winner: RaffleResult) => void;
}

/** Everything the audience sees. It only shows the phase and starts nothing itself. */
export function Stage(props: StageProps) {
  const { event, prizes, results, sponsors, draws, phase, nextPrize, mayDraw } = props;
  const sounds = useSounds(phase.kind);
  const touched = useTouched();
  const quiet = useQuiet();
  useScrollPlace(phase.kind === 'idle');
  const sealed = draws?.sealed ?? undefined;
  const prizeId =
    phase.kind === 'winner' ? phase.result.prizeId : phase.kind === 'drawing' && phase.prizeId;
  // While a draw is sealed, it is always the next record.
  const onForfeit = mayDraw && !sealed ? props.onForfeit : undefined;
  const finale =
    phase.kind === 'idle' && prizes.length > 0 && nextPrize.undrawn.length === 0 && !sealed;

  return (
    <main
      data-touched={touched || undefined}
      data-quiet={quiet || undefined}
      className="stage stage-light flex min-h-dvh flex-col overflow-x-clip px-5 py-6 md:px-10 md:py-6"
    >
      <title>{`${event.name} · ${PRODUCT_NAME}`}</title>
      <StageHeader
        event={event}
        small={phase.kind !== 'idle'}
        sounds={sounds}
        tools={phase.kind === 'idle' && props.tools}
      />
      <StageNotices
        announcement={
          describePhase(phase, prizes) + (props.won ? ` ${t('workspace.andYouWon')}` : '')
        }
        announcementShown={phase.kind === 'idle' && phase.forfeit !== undefined}
        connected={props.connected}
        ticket={props.ticket}
        drawing={phase.kind === 'drawing'}
      />
      {props.remote}
      {phase.kind !== 'idle' ? (
        <DrawScreen
          phase={phase}
          prize={prizes.find(({ id }) => id === prizeId)}
          names={props.eligible?.names}
          mayDraw={mayDraw}
          onContinue={props.onContinue}
          onForfeit={onForfeit}
          handingOver={props.handingOver}
          handedOver={results.some(
            ({ id, handedOverAt }) =>
              phase.kind === 'winner' && id === phase.result.id && handedOverAt !== null,
          )}
        />
      ) : finale ? (
        <Finale
          eventId={event.id}
          prizes={prizes}
          results={results}
          sponsors={sponsors}
          focus={nextPrize.focus}
          onForfeit={onForfeit}
        />
      ) : (
        <Board
          prizes={prizes}
          results={results}
          phase={phase}
          nextPrize={nextPrize}
          sealedTicket={props.sealed}
          sealed={sealed}
          mayDraw={mayDraw}
          remote={Boolean(props.remote)}
          obstacle={props.obstacle}
          onDraw={props.onDraw}
          onForfeit={onForfeit}
        />
      )}
      <StageFooter
        event={event}
        sponsors={finale ? [] : sponsors}
        // After the last prize there is no next draw.
        draws={finale ? undefined : draws}
      />
    </main>
  );
}

interface StageFooterProps {
  event: PublicEvent;
  /** Empty where the stage shows them elsewhere. */
  sponsors: PublicSponsor[];
  draws: NextDraw | undefined;
}

function StageFooter({ event, sponsors, draws }: StageFooterProps) {
  return (
    <footer className="flex shrink-0 flex-wrap items-center justify-between gap-x-10 gap-y-5">
      <div className="min-w-0 flex-1 basis-88">
        <p className="max-w-xl text-ink-2 text-sm">{t('workspace.randomWinners')}</p>
        {draws && (
          <LockedInMark
            eventId={event.id}
            number={draws.sealed?.number ?? draws.nextNumber}
            commitment={draws.sealed?.commitment ?? draws.nextCommitment}
          />
        )}
      </div>
      {sponsors.length > 0 && <SponsorLogos sponsors={sponsors} />}
      <LanguageSwitch offered={event.languages} className="mx-0" />
    </footer>
  );
}
