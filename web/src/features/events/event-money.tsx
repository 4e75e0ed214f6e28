import type { AdminEvent } from '@drawbridge/contract/events';
import { formatDollars } from '../../lib/formats.ts';
import { formatRoa } from './event-figures.ts';

export function EventMoney({ event }: { event: AdminEvent }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-ink-2 text-sm tabular-nums">
      <span>
        ROA <b className="font-semibold text-ink">{formatRoa(event.roa)}</b>
      </span>
      <span>
        Collected{' '}
        <b className="font-semibold text-ink">{formatDollars(event.totalAmountCollected)}</b>
      </span>
    </p>
  );
}
