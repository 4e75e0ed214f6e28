import { classNames } from '../lib/class-names.ts';

/** A block in the place of what comes; put several of them in its shape. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div aria-hidden className={classNames('animate-pulse rounded-s bg-mute-soft', className)} />
  );
}
