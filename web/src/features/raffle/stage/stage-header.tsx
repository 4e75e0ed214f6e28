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

export function StageHeader({ event, small, sounds, tools }: StageHeaderProps) {
  return (
    <header className="flex items-start justify-between gap-x-6 gap-y-3 max-lg:flex-wrap">
      <div
        className={classNames(
          'min-w-0 max-lg:flex-1',
          small && 'flex flex-wrap items-baseline gap-x-2 text-sm',
        )}
      >
        <h1
          className={classNames(
            'break-words',
            small ? 'font-semibold font-text text-sm' : 'text-3xl md:text-4xl',
          )}
        >
          {event.name}
        </h1>
        {small && (
          <span aria-hidden className="max-md:hidden">
            ·
          </span>
        )}
        <p className={classNames('break-words text-ink-2', !small && 'mt-1 text-lg')}>
          {formatDay(event.date)} · {event.location}
        </p>
      </div>
      {tools && (
        <div className="min-w-0 flex-1 max-lg:order-last max-lg:basis-full lg:-mb-8 lg:min-w-[22rem]">
          {tools}
        </div>
      )}
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
