import type { PublicEvent } from '@drawbridge/contract/events';
import { Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatDay } from '../../../lib/day-formats.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { FullScreenButton } from './full-screen-button.tsx';

interface StageHeaderProps {
  event: PublicEvent;
  /** Makes the event's name less prominent during a draw. */
  small: boolean;
  sounds: { on: boolean; toggle: () => void };
  tools: ReactNode;
}

/** On a projector it has the same height for every event, and long names wrap beside the tools. */
export function StageHeader({ event, small, sounds, tools }: StageHeaderProps) {
  const place = `${formatDay(event.date)} · ${event.location}`;

  return (
    <header
      className={classNames(
        'projector-header flex shrink-0 flex-wrap items-start justify-between gap-x-6 gap-y-3',
        small && 'small',
      )}
    >
      <div
        className={classNames(
          'event min-w-0 flex-1',
          small && 'flex flex-wrap items-baseline gap-x-2 text-sm',
        )}
      >
        <h1
          title={event.name}
          className={classNames(
            'break-words',
            small
              ? 'projector-one-line font-semibold font-text text-sm'
              : `text-3xl md:text-4xl ${nameSize(event.name)}`,
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
            'projector-one-line break-words text-ink-2',
            !small && 'mt-1 text-lg',
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
        <Mark className={classNames('ml-2 text-accent', small ? 'size-6' : 'size-9 md:size-11')} />
      </div>
    </header>
  );
}

/** Longer names get a smaller font, so that the header holds them. */
function nameSize(name: string): string {
  if (name.length <= 24) return '';
  if (name.length <= 56) return 'medium';
  if (name.length <= 100) return 'long';
  return 'longest';
}
