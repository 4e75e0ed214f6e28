import type { Analytics } from '@drawbridge/contract/collecting/analytics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { formatDay } from '../../lib/texts/day-formats.ts';
import { formatMoney, formatPercent, percentOf } from '../../lib/texts/figures.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Card, StatCard } from '../../ui/card.tsx';
import { FilterControls, period, sentFilters, useFilters } from '../../ui/fields/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Resource } from '../../ui/resource.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LeadsOverTime, Panel } from './leads-over-time.tsx';

/** The days of 'leads over time' are in the browser's time zone. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

export function AnalyticsPage() {
  const [chosen, setChosen] = useFilters(period);
  // Always refetched, because every new lead changes the figures.
  const analytics = useQuery({
    ...apiQuery('/api/analytics', { query: { timeZone, ...sentFilters(period, chosen) } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={say('Analytics')}
        subtitle={say('Comprehensive performance insights across all events')}
      />
      <Card aria-label={say('Filters')} className="-mb-2">
        <FilterControls
          {...{ filters: period, chosen, known: undefined, onChange: setChosen }}
          className="grid-cols-2"
        />
      </Card>
      <Resource
        card
        reads={[analytics]}
        what={{ loading: say('Loading analytics'), failed: say('Could not load analytics') }}
        skeleton={<AnalyticsSkeleton />}
      >
        {(figures) => <Dashboard figures={figures} />}
      </Resource>
    </div>
  );
}

function Dashboard({ figures }: { figures: Analytics }) {
  const [revenue = '', ...others] = figures.totalRevenue.map((sum) => formatMoney(sum));
  const { leadStatus, leadSource, importedLeads, eventStatus } = figures;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
        <StatCard label={say('Total Events')} value={formatCount(figures.totalEvents)} />
        <StatCard label={say('Total Leads')} value={formatCount(figures.totalLeads)} />
        {/* Sums in different currencies are not added. */}
        <StatCard label={say('Total Revenue')} value={revenue} note={others.join(' · ')} />
        <StatCard label={say('Avg ROA')} value={formatPercent(figures.averageRoa)} />
      </div>
      <LeadsOverTime days={figures.leadsByDay} />
      <div className="grid gap-4 md:grid-cols-2 md:*:first:col-span-2 xl:grid-cols-3 xl:*:first:col-span-1">
        <Panel title={say('Lead Status Distribution')}>
          <Distribution
            shares={[
              { label: say('Pending'), count: leadStatus.pending, colour: 'bg-wait' },
              { label: say('Verified'), count: leadStatus.verified, colour: 'bg-ok' },
              { label: say('Promoted'), count: leadStatus.promoted, colour: 'bg-done' },
            ]}
          />
        </Panel>
        <Panel title={say('Lead Source Breakdown')}>
          <Distribution
            shares={[
              { label: say('QR Code'), count: leadSource.qr, colour: 'bg-accent' },
              {
                label: say('Volunteer'),
                count: leadSource.volunteer - importedLeads,
                colour: 'bg-ink',
              },
              ...(importedLeads > 0
                ? [{ label: say('Import'), count: importedLeads, colour: 'bg-info' }]
                : []),
            ]}
          />
        </Panel>
        <Panel title={say('Event Status')}>
          <Distribution
            withPercent={false}
            shares={[
              { label: say('Upcoming'), count: eventStatus.upcoming, colour: 'bg-info' },
              { label: say('Active'), count: eventStatus.active, colour: 'bg-ok' },
              { label: say('Ended'), count: eventStatus.ended, colour: 'bg-mute' },
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

interface Share {
  label: string;
  count: number;
  /** The CSS class of its colour. */
  colour: string;
}

interface DistributionProps {
  shares: Share[];
  /** Shows only counts, for small numbers where percentages mean little. */
  withPercent?: boolean;
}

/** A stacked bar and a list of its parts; screen readers read only the list. */
function Distribution({ shares, withPercent = true }: DistributionProps) {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-mute-soft">
        {shares.map(
          ({ label, count, colour }) =>
            count > 0 && (
              <span
                key={label}
                className={colour}
                style={{ width: `${percentOf(count, total)}%` }}
              />
            ),
        )}
      </div>
      <dl className="flex flex-col gap-2">
        {shares.map(({ label, count, colour }) => (
          <div key={label} className="flex items-center gap-2.5">
            <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${colour}`} />
            <dt className="me-auto">{label}</dt>
            <dd className="flex gap-3 tabular-nums">
              <span className="font-semibold">{formatCount(count)}</span>
              {withPercent && (
                <span className="w-14 text-end text-ink-2">
                  {formatPercent(percentOf(count, total))}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function TopEvents({ events }: { events: Analytics['topEvents'] }) {
  return (
    <Panel title={say('Top Performing Events')}>
      <Ranking
        empty={say('No leads yet')}
        entries={events.map((event) => ({
          id: event.id,
          title: event.name,
          details: `${formatDay(event.date)} · ${event.location}`,
          bar: percentOf(event.leadCount, events[0]?.leadCount ?? 0),
          figure: (
            <>
              <p className="font-semibold">
                {say('{count} lead', '{count} leads', { count: event.leadCount })}
              </p>
              <p className="text-ink-2 text-sm">
                {say('{count} verified', { count: event.verifiedCount })}
              </p>
            </>
          ),
        }))}
      />
    </Panel>
  );
}

function TopVolunteers({ volunteers }: { volunteers: Analytics['topVolunteers'] }) {
  return (
    <Panel title={say('Top Volunteer Performance')}>
      <Ranking
        empty={say('No leads by volunteers yet')}
        entries={volunteers.map(({ id, name, username, leadCount, verifiedCount }) => ({
          id,
          title: name ?? username,
          details: say('{verifiedCount} verified out of {leadCount} leads', {
            verifiedCount,
            leadCount,
          }),
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

interface Ranked {
  id: string;
  title: string;
  details: ReactNode;
  figure: ReactNode;
  /** The length of the bar in percent. */
  bar: number;
}

/** A list from the best to the worst, each with a bar. */
function Ranking({ entries, empty }: { entries: Ranked[]; empty: string }) {
  if (entries.length === 0) return <p className="text-ink-2">{empty}</p>;
  return (
    <ol className="flex flex-col gap-4">
      {entries.map(({ id, title, details, figure, bar }, index) => (
        <li key={id} className="grid grid-cols-[1.5rem_1fr_auto] items-baseline gap-x-3">
          <span aria-hidden className="font-display font-semibold text-ink-2 text-lg tabular-nums">
            {index + 1}
          </span>
          <div className="min-w-0">
            <p className="break-words font-semibold">{title}</p>
            <p className="break-words text-ink-2 text-sm">{details}</p>
          </div>
          <div className="text-end tabular-nums">{figure}</div>
          <div
            aria-hidden
            className="col-span-2 col-start-2 mt-1.5 h-1.5 overflow-hidden rounded-full bg-mute-soft"
          >
            <div className="h-full rounded-full bg-accent" style={{ width: `${bar}%` }} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function AnalyticsSkeleton() {
  return (
    <div role="status" aria-label={say('Loading analytics')} className="flex flex-col gap-4">
      {['h-52 xl:h-24', 'h-72', 'h-52'].map((height) => (
        <Skeleton key={height} className={`rounded-l ${height}`} />
      ))}
    </div>
  );
}
