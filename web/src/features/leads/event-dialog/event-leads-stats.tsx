import type { LeadStatus } from '@drawbridge/contract/lead-values';
import type { AdminLead } from '@drawbridge/contract/leads';
import { formatCount } from '../../../lib/formats.ts';

interface EventLeadsStatsProps {
  tally: Readonly<Record<LeadStatus, number>>;
}

export function EventLeadsStats({ tally }: EventLeadsStatsProps) {
  const tiles = [
    { label: 'Total', count: tally.pending + tally.verified + tally.promoted },
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

/** Counts the leads of each status. */
export function tallyLeads(leads: readonly AdminLead[]): Record<LeadStatus, number> {
  const tally = { pending: 0, verified: 0, promoted: 0 };
  for (const { status } of leads) tally[status] += 1;
  return tally;
}
