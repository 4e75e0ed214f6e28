import type { PublicEvent } from '@drawbridge/contract/events';
import { Maximize, Minimize, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatDay } from '../../../lib/day-formats.ts';
import { useFullScreen } from '../../../lib/screen.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Mark } from '../../../ui/wordmark.tsx';
import { useFit } from '../use-fit.ts';

interface StageHeaderProps {
  event: PublicEvent;
  /** Makes the event's name less prominent during a draw. */
  small: boolean;
  sounds: { on: boolean; toggle: () => void };
  tools: ReactNode;
}

const NAME_SIZES = [2, 1.625, 1.375, 1.125, 1, 0.875, 0.75];
/** A name that has to be smaller than this leaves one line for the place. */
const NAME_BESIDE_WHOLE_PLACE = 1.375;

/** On a projector it has the same height for every event, and long names wrap beside the tools. */
export function StageHeader({ event, small, sounds, tools }: StageHeaderProps) {
  const place = `${formatDay(event.date)} · ${event.location}`;
  const content = JSON.stringify([event.name, place, small]);
  const texts = useFit<HTMLDivElement>(NAME_SIZES, content, NAME_BESIDE_WHOLE_PLACE);

  return (
    <header
      className={classNames(
        'projector-header flex shrink-0 flex-wrap items-start justify-between gap-x-6 gap-y-1 max-md:items-center md:gap-y-3',
        small && 'small',
      )}
    >
      <div
        ref={texts}
        className={classNames(
          'event min-w-0 flex-1 max-md:contents',
          small && 'flex flex-wrap items-baseline gap-x-2 text-sm',
        )}
      >
        <h1
          title={event.name}
          className={classNames(
            'break-words max-md:basis-full',
            small ? 'projector-one-line font-semibold font-text text-sm' : 'text-3xl md:text-4xl',
          )}
        >
          {event.name}
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
            small ? 'projector-one-line' : 'place text-lg md:mt-1',
          )}
        >
          {place}
        </p>
      </div>
      {tools && <div className="projector-tools order-last min-w-0 basis-full">{tools}</div>}
      <div className="flex shrink-0 items-center gap-1">
        {tools && <FullScreenButton />}
        <IconButton
          icon={sounds.on ? Volume2 : VolumeX}
          label={sounds.on ? 'Switch sounds off' : 'Switch sounds on'}
          onClick={sounds.toggle}
        />
        <Mark
          className={classNames('ml-2 text-accent max-md:hidden', small ? 'size-6' : 'size-11')}
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
      label={on ? 'Leave full screen' : 'Full screen'}
      onClick={toggle}
    />
  );
}
