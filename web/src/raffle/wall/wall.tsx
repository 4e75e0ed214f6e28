import { PRODUCT_NAME } from '@drawbridge/contract/core/pages';
import { WifiOff } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { t, useLanguage } from '../../lib/texts/texts.ts';
import { Picture } from '../../ui/frame/brand.tsx';
import { Mark } from '../../ui/frame/wordmark.tsx';
import { describeScene } from '../page/raffle-stage.tsx';
import { LastRecord } from '../scenes/last-record.tsx';
import { useStage } from '../stage-context.tsx';
import { useSceneSounds } from './use-sounds.ts';
import { useStageLanguages, useWallScreen } from './use-wall.ts';
import { WallDraw } from './wall-draw.tsx';
import { WallFinale } from './wall-finale.tsx';
import { WallIdle } from './wall-idle.tsx';
import { WallSealed } from './wall-sealed.tsx';
import './wall.css';

/** The projector's page, without controls. */
export function Wall() {
  const { event, prizes, scene, stage, connected } = useStage();
  const { started, resting } = useWallScreen();
  useSceneSounds(started && !stage.blank, scene);
  useStageLanguages(event.language, scene.kind);

  return (
    <main
      className={classNames(
        'stage wall relative flex h-dvh select-none overflow-clip text-[1rem] leading-tight',
        resting && 'cursor-none',
      )}
    >
      <title>{`${event.name} · ${PRODUCT_NAME}`}</title>
      <WallScenes />
      {/* Always rendered, because a live region that appears with its text is not read out. */}
      {/* The same text in another language is not announced again. */}
      <p key={useLanguage()} aria-live="assertive" className="sr-only">
        {stage.blank ? '' : describeScene(scene, prizes)}
      </p>
      {/* The state of the connection, the record and the hint stay in the margin, where there is nothing else. */}
      <p role="status" className="absolute end-[0.4rem] bottom-0 leading-[1.3] text-wait">
        {!connected && (
          <>
            <WifiOff aria-hidden className="size-[1.1rem] animate-pulse" />
            <span className="sr-only">{t('workspace.connectionLost')}</span>
          </>
        )}
      </p>
      {!stage.blank && (
        <div className="pointer-events-none absolute inset-x-[1.4rem] bottom-0 flex gap-[0.5rem] whitespace-nowrap text-ink-2 leading-[1.3]">
          <p className="shrink-0">
            <LastRecord />
          </p>
          {!started && <p className="wall-hint plain-fade mx-auto truncate">{t('stage.start')}</p>}
        </div>
      )}
    </main>
  );
}

/** The current scene of the wall, in any frame that is 28.2 rem high. */
export function WallScenes() {
  const { event, scene, stage, rehearsal } = useStage();
  if (stage.blank) {
    return (
      <div className="flex flex-1 items-center justify-center bg-[black]">
        <h1 className="sr-only">{event.name}</h1>
        <Mark className="size-8 text-accent opacity-35" />
      </div>
    );
  }
  return (
    <>
      {event.cover && (scene.kind === 'idle' || scene.kind === 'finale') && (
        <div aria-hidden className="wall-cover">
          <Picture src={event.cover} className="size-full object-cover" />
        </div>
      )}
      <div aria-hidden className="wall-light" />
      {rehearsal && (
        <p className="absolute start-0 top-0 z-10 rounded-ee-[0.5rem] bg-wait-soft px-[0.7rem] font-semibold text-[1.05rem] text-wait leading-[1.4]">
          {t('stage.rehearsal')}
        </p>
      )}
      <div className="animate-[appear_600ms_ease-out_both] relative flex min-w-0 flex-1 p-[1.4rem]">
        {(scene.kind === 'drawing' || scene.kind === 'winner') && <WallDraw />}
        {scene.kind === 'sealed' && <WallSealed sealed={scene.sealed} />}
        {scene.kind === 'finale' && <WallFinale />}
        {scene.kind === 'idle' && <WallIdle {...scene} />}
      </div>
    </>
  );
}
