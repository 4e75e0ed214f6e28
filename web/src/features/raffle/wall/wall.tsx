import type { SealedDraw } from '@drawbridge/contract/draws';
import { PRODUCT_NAME } from '@drawbridge/contract/pages';
import type { Prize } from '@drawbridge/contract/prizes';
import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { Mark } from '../../../ui/wordmark.tsx';
import { type NextDraw, type Raffle, raffleQueries } from '../api.ts';
import { nextPrize, undrawnPrizes } from '../board/next-prize.ts';
import { usePhaseSounds } from '../stage/use-sounds.ts';
import { describePhase } from '../stage-phase.ts';
import type { StageControl } from '../use-stage.ts';
import { useFit } from './use-fit.ts';
import { useStageLanguages, useWallScreen } from './use-wall.ts';
import { WallDraw } from './wall-draw.tsx';
import { WallFinale } from './wall-finale.tsx';
import { WallIdle } from './wall-idle.tsx';
import './wall-ceremony.css';
import './wall.css';
import { t, useLanguage } from '../../../lib/texts.ts';

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
  const { data: draws } = useQuery(raffleQueries.nextDraw(eventId));
  const ceremony = phase.kind === 'idle' && Boolean(draws?.sealed);
  useStageLanguages(event.language, phase.kind === 'drawing' || ceremony);

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
      {/* The same in another language is not news. */}
      <p key={useLanguage()} aria-live="assertive" className="sr-only">
        {stage.blank ? '' : describePhase(phase, prizes)}
      </p>
      <p role="status" className="wall-lost">
        {!connected && (
          <>
            <WifiOff aria-hidden />
            <span className="sr-only">{t('workspace.connectionLost')}</span>
          </>
        )}
      </p>
      {!started && !stage.blank && <p className="wall-hint plain-fade">{t('stage.start')}</p>}
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
      <title>{`${text ? title : t('workspace.raffle')} · ${PRODUCT_NAME}`}</title>
      <div aria-hidden className="wall-light" />
      <div role="status" className="wall-notice">
        <Mark className={text ? 'mark' : 'mark animate-pulse'} />
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
    </main>
  );
}

interface WallCeremonyProps {
  sealed: SealedDraw;
  prize: Prize | undefined;
  /** As it is typed. */
  phrase: string;
}

const HEADING_SIZES = [4.25, 3.6, 3, 2.5, 2.1, 1.8];
const PHRASE_SIZES = [3.5, 3, 2.5, 2.1, 1.8, 1.5, 1.25, 1];

/** A sealed draw: the hall calls out the phrase, and photographs what is fixed already. */
function WallCeremony({ sealed, prize, phrase }: WallCeremonyProps) {
  const { number, rosterSize, commitment, rosterHash } = sealed;
  const heading = useFit<HTMLHeadingElement>(HEADING_SIZES, '', 1);
  const box = useFit<HTMLDivElement>(PHRASE_SIZES, phrase, 1);

  return (
    <div className="wall-scene wall-ceremony">
      <p className="of">
        {prize
          ? t('stage.drawOfPrize', { number, prize: prize.name })
          : t('stage.draw', { number })}
      </p>
      <h1 ref={heading}>{t('stage.callOut')}</h1>
      <div ref={box} className="phrase">
        <p>
          {phrase && t('workspace.quoted', { phrase })}
          <span aria-hidden className="caret" />
        </p>
      </div>
      <p className="locked">{t('stage.lockedIn', { count: rosterSize })}</p>
      <dl>
        <Plate name={t('workspace.fingerprintOfSecret')} hash={commitment} />
        <Plate name={t('stage.fingerprintOfEveryone')} hash={rosterHash} />
      </dl>
    </div>
  );
}

/** A hash in groups of four, four to a line, so that a photograph can be compared. */
function Plate({ name, hash }: { name: string; hash: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="ltr">
        {hash.match(/.{1,16}/g)?.map((line) => (
          <span key={line}>{line.match(/.{1,4}/g)?.join(' ')} </span>
        ))}
      </dd>
    </div>
  );
}
