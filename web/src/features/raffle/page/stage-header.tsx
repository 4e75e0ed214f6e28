import { Maximize, Minimize, Volume2, VolumeX } from 'lucide-react';
import { Suspense } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatDay } from '../../../lib/day-formats.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { OwnText } from '../../../lib/own-text.tsx';
import { useFullScreen } from '../../../lib/screen.ts';
import { t } from '../../../lib/texts.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Mark } from '../../../ui/wordmark.tsx';
import { useStage } from '../stage-context.tsx';
import { useSounds } from '../use-sounds.ts';

// Loaded on demand, because only presenters need them.
const PresenterTools = lazyPart(() => import('../presenter/presenter-tools.tsx'), 'PresenterTools');

/** `small` makes the event's name less prominent during a draw. */
export function StageHeader({ small }: { small: boolean }) {
  const { event, scene, mayDraw } = useStage();
  const sounds = useSounds(scene.kind);
  const tools = mayDraw && !small;
  const place = `${formatDay(event.date)} · ${event.location}`;

  return (
    <header className="flex shrink-0 flex-wrap items-start justify-between gap-x-6 gap-y-1 max-md:items-center md:gap-y-3">
      <div
        className={classNames(
          'min-w-0 flex-1 max-md:contents',
          small && 'flex flex-wrap items-baseline gap-x-2 text-sm',
        )}
      >
        <h1
          title={event.name}
          className={classNames(
            'break-words max-md:basis-full',
            small ? 'line-clamp-2 font-semibold font-text text-sm' : 'text-3xl md:text-4xl',
          )}
        >
          <OwnText of={event} />
        </h1>
        {small && (
          <span aria-hidden className="max-md:hidden">
            ·
          </span>
        )}
        <p
          title={place}
          className={classNames(
            'min-w-0 break-words text-ink-2 max-md:flex-1',
            small ? 'line-clamp-1' : 'text-lg md:mt-1',
          )}
        >
          {place}
        </p>
      </div>
      {tools && (
        <div className="quietable order-last min-w-0 basis-full">
          <Suspense>
            <PresenterTools />
          </Suspense>
        </div>
      )}
      <div className="flex shrink-0 items-center gap-1">
        {tools && <FullScreenButton />}
        <IconButton
          icon={sounds.on ? Volume2 : VolumeX}
          label={t(sounds.on ? 'workspace.soundsOff' : 'workspace.soundsOn')}
          onClick={sounds.toggle}
        />
        <Mark
          className={classNames('ms-2 text-accent max-md:hidden', small ? 'size-6' : 'size-11')}
        />
      </div>
    </header>
  );
}

/** Rendered only if the browser supports full screen; most phones do not. */
function FullScreenButton() {
  const { on, possible, toggle } = useFullScreen();
  if (!possible) return null;
  return (
    <IconButton
      icon={on ? Minimize : Maximize}
      label={t(on ? 'presenter.leaveFullScreen' : 'presenter.fullScreen')}
      onClick={toggle}
    />
  );
}
