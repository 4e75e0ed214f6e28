import { classNames } from '../lib/class-names.ts';

export function Skeleton({ className }: { className: string }) {
  return (
    <div aria-hidden className={classNames('animate-pulse rounded-s bg-mute-soft', className)} />
  );
}

/** Three placeholder rows for a bordered list that is loading. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="divide-y divide-line rounded-m border">
      {['w-40', 'w-52', 'w-32'].map((width) => (
        <div key={width} className="flex h-16 flex-col justify-center gap-2 px-4">
          <Skeleton className={`h-4 max-w-full ${width}`} />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
  );
}
