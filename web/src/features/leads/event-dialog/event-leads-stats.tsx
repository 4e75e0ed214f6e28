import type { LeadTally } from '@drawbridge/contract/leads';
import { formatCount } from '../../../lib/formats.ts';
import { totalOf } from '../api.ts';

export function EventLeadsStats({ tally }: { tally: LeadTally }) {
  const tiles = [
    { label: 'Total', count: totalOf(tally) },
    { label: 'Verified', count: tally.verified },
    { label: 'Promoted', count: tally.promoted },
    { label: 'Pending', count: tally.pending },
  ];

  return (
    <dl className="grid grid-cols-2 gap-2 md:grid-cols-4 md:gap-3">
      {tiles.map(({ label, count }) => (
        <div
          key={label}
          className="flex min-w-0 items-baseline justify-between gap-2 rounded-m bg-sunk px-3.5 py-2.5 md:flex-col md:items-start md:justify-start md:gap-0 md:px-4"
        >
          <dt className="text-ink-2 text-sm">{label}</dt>
          <dd className="font-display font-semibold text-xl tabular-nums md:text-2xl">
            {formatCount(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
