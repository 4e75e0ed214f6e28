import type { LeadStatus } from '@drawbridge/contract/lead-values';
import { formatCount, formatPercent } from '../../../lib/formats.ts';
import { percentOf } from '../../../lib/percent.ts';
import { StatCard } from '../../../ui/stat-card.tsx';
import type { LeadFilters } from '../filters/lead-filters.ts';

interface LeadStatsProps {
  tally: Readonly<Record<LeadStatus, number>>;
  /** The number of leads that match the filters. */
  shown: number;
  status: LeadFilters['status'];
  onToggle: (status: LeadStatus) => void;
  onClear: () => void;
}

/** The four figures, which also filter by status. */
export function LeadStats({ tally, shown, status, onToggle, onClear }: LeadStatsProps) {
  const total = tally.pending + tally.verified + tally.promoted;

  return (
    <div className="grid grid-cols-4 gap-1.5 md:gap-4">
      <StatCard
        compact
        label="Total Leads"
        value={formatCount(total)}
        note={shown !== total && `Showing ${formatCount(shown)}`}
        onSelect={onClear}
      />
      <StatCard
        compact
        label="Verified"
        value={formatCount(tally.verified)}
        note={`${formatPercent(percentOf(tally.verified, total))} of total`}
        selected={status === 'verified'}
        onSelect={() => onToggle('verified')}
      />
      <StatCard
        compact
        label="Promoted"
        value={formatCount(tally.promoted)}
        selected={status === 'promoted'}
        onSelect={() => onToggle('promoted')}
      />
      <StatCard
        compact
        label="Pending"
        value={formatCount(tally.pending)}
        selected={status === 'pending'}
        onSelect={() => onToggle('pending')}
      />
    </div>
  );
}
