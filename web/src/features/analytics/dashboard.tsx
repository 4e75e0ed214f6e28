import type { Analytics } from '@drawbridge/contract/analytics';
import { formatCount, formatDollars, formatPercent } from '../../lib/formats.ts';
import { StatCard } from '../../ui/stat-card.tsx';
import { Distribution } from './distribution.tsx';
import { LeadsOverTime } from './leads-over-time.tsx';
import { Panel } from './panel.tsx';
import { TopEvents } from './top-events.tsx';
import { TopVolunteers } from './top-volunteers.tsx';

export function Dashboard({ figures }: { figures: Analytics }) {
  const { leadStatus, leadSource, importedLeads, eventStatus } = figures;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
        <StatCard label="Total Events" value={formatCount(figures.totalEvents)} />
        <StatCard label="Total Leads" value={formatCount(figures.totalLeads)} />
        <StatCard label="Total Revenue" value={formatDollars(figures.totalRevenue, 2)} />
        <StatCard label="Avg ROA" value={formatPercent(figures.averageRoa)} />
      </div>
      <LeadsOverTime days={figures.leadsByDay} />
      <div className="grid gap-4 lg:grid-cols-3">
        <Panel title="Lead Status Distribution">
          <Distribution
            shares={[
              { label: 'Pending', count: leadStatus.pending, colour: 'bg-wait' },
              { label: 'Verified', count: leadStatus.verified, colour: 'bg-ok' },
              { label: 'Promoted', count: leadStatus.promoted, colour: 'bg-done' },
            ]}
          />
        </Panel>
        <Panel title="Lead Source Breakdown">
          <Distribution
            shares={[
              { label: 'QR Code', count: leadSource.qr, colour: 'bg-accent' },
              {
                label: 'Volunteer',
                count: leadSource.volunteer - importedLeads,
                colour: 'bg-ink',
              },
              ...(importedLeads > 0
                ? [{ label: 'Import', count: importedLeads, colour: 'bg-info' }]
                : []),
            ]}
          />
        </Panel>
        <Panel title="Event Status">
          <Distribution
            withPercent={false}
            shares={[
              { label: 'Upcoming', count: eventStatus.upcoming, colour: 'bg-info' },
              { label: 'Active', count: eventStatus.active, colour: 'bg-ok' },
              { label: 'Ended', count: eventStatus.ended, colour: 'bg-mute' },
            ]}
          />
        </Panel>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <TopEvents events={figures.topEvents} />
        <TopVolunteers volunteers={figures.topVolunteers} />
      </div>
    </div>
  );
}
