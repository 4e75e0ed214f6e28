import { CloudOff } from 'lucide-react';
import type { Reads } from '../lib/reads.ts';
import { Button } from './button.tsx';

/** Shown beside data that could not be refreshed and may be out of date. */
export function NotRefreshed({ reads }: { reads: Reads }) {
  if (!reads.outdated) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm">
      <CloudOff aria-hidden className="size-4 shrink-0" />
      <p>This could not be refreshed.</p>
      <Button size="small" pending={reads.reading} onClick={reads.retry}>
        Try again
      </Button>
    </div>
  );
}
