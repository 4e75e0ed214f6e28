import { classNames } from '../lib/class-names.ts';

/** A placeholder block for content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div aria-hidden className={classNames('animate-pulse rounded-s bg-mute-soft', className)} />
  );
}
