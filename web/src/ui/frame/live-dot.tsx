import { classNames } from '../../lib/class-names.ts';
import { useSessionStreamOpen } from '../../lib/queries/live.ts';
import { formatTime } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { TOOLTIP } from '../tooltip.tsx';

interface LiveDotProps {
  /** The times at which the lists on screen were read, in milliseconds; 0 for one that has not been read. */
  readAt: readonly number[];
  onRefresh: () => void;
}

/** Says how fresh a list is: green while new rows arrive by themselves. Pressing it reads the list again. */
export function LiveDot({ readAt, onRefresh }: LiveDotProps) {
  const live = useSessionStreamOpen();
  const oldest = Math.min(...readAt.filter((time) => time > 0));
  const time = Number.isFinite(oldest) ? formatTime(new Date(oldest).toISOString()) : '…';
  return (
    <button
      type="button"
      aria-label={say('Refresh, as of {time}', { time })}
      {...{
        [TOOLTIP]: live
          ? say('Live, as of {time}. Press to refresh.', { time })
          : say('Not live. Press to refresh.'),
      }}
      onClick={onRefresh}
      className="flex h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-m px-2 text-ink-2 text-xs tabular-nums transition-colors duration-150 hover:bg-mute-soft hover:text-ink md:h-9 md:min-w-9"
    >
      <span aria-hidden className={classNames('size-2 rounded-full', live ? 'bg-ok' : 'bg-wait')} />
      <span className="max-xl:hidden">{say('as of {time}', { time })}</span>
    </button>
  );
}
