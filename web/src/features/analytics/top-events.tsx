import type { Analytics } from '@drawbridge/contract/analytics';
import { formatDay } from '../../lib/day-formats.ts';
import { countOf, formatCount } from '../../lib/formats.ts';
import { percentOf } from '../../lib/percent.ts';
import { Panel } from './panel.tsx';
import { Ranking } from './ranking.tsx';

export function TopEvents({ events }: { events: Analytics['topEvents'] }) {
  return (
    <Panel title="Top Performing Events">
      <Ranking
        empty="No leads yet"
        entries={events.map((event) => ({
          id: event.id,
          title: event.name,
          details: `${formatDay(event.date)} · ${event.location}`,
          bar: percentOf(event.leadCount, events[0]?.leadCount ?? 0),
          figure: (
            <>
              <p className="font-semibold">{countOf(event.leadCount, 'lead')}</p>
              <p className="text-ink-2 text-sm">{formatCount(event.verifiedCount)} verified</p>
            </>
          ),
        }))}
      />
    </Panel>
  );
}
