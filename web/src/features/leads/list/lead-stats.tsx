import type { LeadStatus } from '@drawbridge/contract/lead-values';
import type { LeadTally } from '@drawbridge/contract/leads';
import { formatCount, formatPercent } from '../../../lib/formats.ts';
import { percentOf } from '../../../lib/percent.ts';
import { StatCard } from '../../../ui/stat-card.tsx';
import { totalOf } from '../api.ts';
import type { LeadFilters } from '../filters/lead-filters.ts';

interface LeadStatsProps {
  tally: LeadTally;
  /** The number of leads that match the filters; undefined until they have been counted. */
  shown: number | undefined;
  status: LeadFilters['status'];
  onToggle: (status: LeadStatus) => void;
  onClear: () => void;
}

/** The four figures, which also filter by status. */
export function LeadStats({ tally, shown, status, onToggle, onClear }: LeadStatsProps) {
  const total = totalOf(tally);

  return (
    <div className="grid grid-cols-4 gap-1.5 md:gap-4">
      <StatCard
        compact
        label="Total Leads"
        value={formatCount(total)}
        note={shown !== undefined && shown !== total && `Showing ${formatCount(shown)}`}
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
