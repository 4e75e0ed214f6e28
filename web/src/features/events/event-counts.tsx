import type { AdminEvent } from '@drawbridge/contract/events';
import { formatCount } from '../../lib/formats.ts';

export function EventCounts({ event }: { event: AdminEvent }) {
  return (
    <ul className="grid grid-cols-3 gap-2">
      <Count count={event.leadCount} one="lead" />
      <Count count={event.volunteerCount} one="volunteer" />
      <Count count={event.prizeCount} one="prize" />
    </ul>
  );
}

function Count({ count, one }: { count: number; one: string }) {
  return (
    <li className="min-w-0">
      <span className="block font-display font-semibold text-2xl tabular-nums">
        {formatCount(count)}
      </span>{' '}
      <span className="block text-ink-2 text-sm">{count === 1 ? one : `${one}s`}</span>
    </li>
  );
}
