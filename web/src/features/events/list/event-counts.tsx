import type { AdminEvent } from '@drawbridge/contract/events';
import { formatCount } from '../../../lib/formats.ts';

export function EventCounts({ event }: { event: AdminEvent }) {
  const counts = [
    { one: 'lead', count: event.leadCount },
    { one: 'volunteer', count: event.volunteerCount },
    { one: 'prize', count: event.prizeCount },
  ];

  return (
    <ul className="grid grid-cols-3 gap-2">
      {counts.map(({ one, count }) => (
        <li key={one} className="min-w-0">
          <span className="block font-display font-semibold text-2xl tabular-nums">
            {formatCount(count)}
          </span>{' '}
          <span className="block text-ink-2 text-sm">{count === 1 ? one : `${one}s`}</span>
        </li>
      ))}
    </ul>
  );
}
