import { PRODUCT_NAME } from '@drawbridge/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { Mark } from '../../../ui/wordmark.tsx';
import { type NextDraw, type Raffle, raffleQueries } from '../api.ts';
import { nextPrize, undrawnPrizes } from '../board/next-prize.ts';
import { usePhaseSounds } from '../stage/use-sounds.ts';
import { describePhase } from '../stage-phase.ts';
import type { StageControl } from '../use-stage.ts';
import { useWallScreen } from './use-wall.ts';
import { WallCeremony } from './wall-ceremony.tsx';
import { WallDraw } from './wall-draw.tsx';
import { WallFinale } from './wall-finale.tsx';
import { WallIdle } from './wall-idle.tsx';
import './wall.css';

interface WallProps extends Raffle {
  /** As in the page's address, because the keys of the queries contain it. */
  eventId: string;
  control: StageControl;
}

/** What a projector shows: the same as the presenter's page, without anything to operate. */
export function Wall(props: WallProps) {
  const { eventId, event, prizes, control } = props;
  const { phase, stage, connected } = control;
  const { started, resting } = useWallScreen();
  usePhaseSounds(started && !stage.blank, phase.kind);
  const { data: draws } = useQuery(raffleQueries.draws(eventId));

  return (
    <main data-resting={resting || undefined} className="stage wall">
      <title>{`${event.name} · ${PRODUCT_NAME}`}</title>
      {stage.blank ? (
        <div className="wall-blank">
          <h1 className="sr-only">{event.name}</h1>
          <Mark className="mark" />
        </div>
      ) : (
        <>
          <div aria-hidden className="wall-light" />
          <Scene {...props} draws={draws} />
        </>
      )}
      {/* Always rendered, because a live region that appears with its text is not read out. */}
      <p aria-live="assertive" className="sr-only">
        {stage.blank ? '' : describePhase(phase, prizes)}
      </p>
      <p role="status" className="wall-lost">
        {!connected && (
          <>
            <WifiOff aria-hidden />
            <span className="sr-only">Connection lost. Reconnecting…</span>
          </>
        )}
      </p>
      {!started && !stage.blank && (
        <p className="wall-hint plain-fade">Click for full screen and sound</p>
      )}
    </main>
  );
}

function Scene(props: WallProps & { draws: NextDraw | undefined }) {
  const { event, prizes, results, sponsors, draws, control } = props;
  const { phase, stage, eligible } = control;
  const prizeOf = (prizeId: string | null) => prizes.find(({ id }) => id === prizeId);

  if (phase.kind !== 'idle') {
    const prizeId = phase.kind === 'winner' ? phase.result.prizeId : phase.prizeId;
    return <WallDraw event={event} phase={phase} prize={prizeOf(prizeId)} phrase={stage.phrase} />;
  }
  if (draws?.sealed) {
    return (
      <WallCeremony
        sealed={draws.sealed}
        prize={prizeOf(draws.sealed.prizeId)}
        phrase={stage.phrase}
      />
    );
  }
  const undrawn = undrawnPrizes(prizes, results);
  const over =
    undrawn.length === 0 && (prizes.length > 0 || (event.status === 'ended' && results.length > 0));
  if (over) {
    return <WallFinale event={event} prizes={prizes} results={results} sponsors={sponsors} />;
  }
  return (
    <WallIdle
      event={event}
      prizes={prizes}
      results={results}
      sponsors={sponsors}
      next={nextPrize(prizes, undrawn, stage.prizeId)}
      eligible={eligible}
      forfeit={phase.forfeit}
    />
  );
}

interface WallNoticeProps {
  title: string;
  text?: string;
}

/** Instead of a raffle: it is being read, or there is none. */
export function WallNotice({ title, text }: WallNoticeProps) {
  return (
    <main className="stage wall">
      <title>{`${text ? title : 'Raffle'} · ${PRODUCT_NAME}`}</title>
      <div aria-hidden className="wall-light" />
      <div role="status" className="wall-notice">
        <Mark className={text ? 'mark' : 'mark animate-pulse'} />
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
    </main>
  );
}
