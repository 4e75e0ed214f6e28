import { Check, X } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';

export type MarkState = 'ok' | 'wrong' | 'working';

interface BigMarkProps {
  state: MarkState;
  size?: 'medium' | 'large';
}

const looks: Record<MarkState, string> = {
  ok: 'bg-ok-soft text-ok',
  wrong: 'bg-danger-soft text-danger',
  working: 'bg-mute-soft text-mute',
};

/** A tick or cross; the text beside it says the same. */
export function BigMark({ state, size = 'medium' }: BigMarkProps) {
  const Icon = state === 'wrong' ? X : Check;
  return (
    <span
      aria-hidden
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-full',
        size === 'large' ? 'size-18 [&_svg]:size-10' : 'size-11 md:size-13 [&_svg]:size-6',
        looks[state],
        state !== 'working' && 'animate-appear',
      )}
    >
      {state === 'working' ? (
        <span className="size-1/2 animate-spin rounded-full border-3 border-current border-t-transparent" />
      ) : (
        <Icon strokeWidth={2.75} />
      )}
    </span>
  );
}
