import type { Analytics } from '@drawbridge/contract/analytics';
import { formatCount, formatPercent } from '../../lib/formats.ts';
import { percentOf } from '../../lib/percent.ts';
import { Panel } from './panel.tsx';
import { Ranking } from './ranking.tsx';

export function TopVolunteers({ volunteers }: { volunteers: Analytics['topVolunteers'] }) {
  return (
    <Panel title="Top Volunteer Performance">
      <Ranking
        empty="No leads by volunteers yet"
        entries={volunteers.map(({ id, name, username, leadCount, verifiedCount }) => ({
          id,
          title: name ?? username,
          details: `${formatCount(verifiedCount)} verified out of ${formatCount(leadCount)} leads`,
          // The bar shows the figure beside it.
          bar: percentOf(verifiedCount, leadCount),
          figure: (
            <p className="font-semibold">{formatPercent(percentOf(verifiedCount, leadCount), 0)}</p>
          ),
        }))}
      />
    </Panel>
  );
}
