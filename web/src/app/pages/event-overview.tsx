import { eventPath, leadFormPath, verifyPath } from '@drawbridge/contract/core/pages';
import { useQuery } from '@tanstack/react-query';
import { ChartLine, ExternalLink } from 'lucide-react';
import { Suspense } from 'react';
import { DownloadFigures } from '../../collecting/analytics/chart.tsx';
import { EventAnswers } from '../../collecting/analytics/event-answers.tsx';
import {
  EventCharts,
  EventNumbers,
  figuresQuery,
  LatestEntries,
  LeadChannels,
} from '../../collecting/analytics/event-figures.tsx';
import { NewLeads } from '../../collecting/leads/list/new-leads.tsx';
import { settingsPath } from '../../events/events/api.ts';
import {
  EventChecklist,
  linkTo,
  newTabTo,
  StepList,
} from '../../events/events/event-checklist.tsx';
import { untranslatedInto } from '../../events/questions/translation-rows.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { apiQuery, refetch } from '../../lib/queries/query-client.ts';
import { say } from '../../lib/texts/say.ts';
import { Card } from '../../ui/card.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { EmptyState, Resource } from '../../ui/resource.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { EventTabProps } from '../event-tab.ts';

const WallPreview = lazyPart(
  () => import('../../raffle/presenter/remote.tsx'),
  'WallPreview',
  'presenter',
);

const EventSealedBanner = lazyPart(
  () => import('../../raffle/preparation/sealed-banner.tsx'),
  'EventSealedBanner',
  'presenter',
);

/** The figures of the event and its next steps. */
export function EventOverview({ event, leads, onAction }: EventTabProps) {
  const query = figuresQuery(event.id);
  const figures = useQuery(query);
  const unread = figures.data && !figures.isFetching ? leads - figures.data.entries : 0;
  const read = () => refetch([String(query.queryKey[0])]);

  return (
    <div className="flex flex-col gap-4">
      {event.status !== 'ended' && (
        <Suspense>
          <EventSealedBanner eventId={event.id} />
        </Suspense>
      )}
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] xl:grid-rows-[auto_1fr_auto]">
        <NewLeads count={unread} quietly={!figures.isError} onRead={read} onShow={read} />
        <Resource
          card
          reads={[figures]}
          what={{ loading: say('Loading figures'), failed: say('Could not load figures') }}
          skeleton={<OverviewSkeleton />}
        >
          {(all) => (
            <DownloadFigures>
              {(download) => (
                <>
                  {all.entries > 0 && <EventNumbers event={event} figures={all} />}
                  <aside
                    aria-label={say('Next')}
                    // In one column, the next steps are above the charts, and the rest is below them.
                    className="min-w-0 flex-col gap-4 max-xl:contents xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:flex"
                  >
                    {event.status === 'ended' && <WrappingUp event={event} leads={leads} />}
                    <EventChecklist
                      event={{ ...event, leadCount: leads }}
                      onAction={onAction}
                      untranslated={untranslatedInto(event)}
                    />
                    {event.status !== 'ended' && event.prizeCount + leads > 0 && (
                      <Suspense>
                        <WallPreview eventId={event.id} />
                      </Suspense>
                    )}
                    <div className="flex flex-col gap-4 empty:hidden max-xl:order-1 md:max-xl:flex-row md:max-xl:*:flex-1">
                      <LeadChannels channels={all.channels} />
                      <LatestEntries latest={all.latest} timeZone={event.timeZone} />
                    </div>
                  </aside>
                  <div className="@container flex min-w-0 flex-col gap-4 xl:col-start-1">
                    {all.entries === 0 ? (
                      <Card>
                        <EmptyState
                          icon={ChartLine}
                          title={say('Nobody has entered yet')}
                          help={say('Leads per hour appear here after the first entry.')}
                          action={
                            <NewTabLink href={leadFormPath(event.id)} icon={ExternalLink}>
                              {say('Try the form')}
                            </NewTabLink>
                          }
                        />
                      </Card>
                    ) : (
                      <EventCharts
                        figures={all}
                        drawAt={event.drawClock ?? undefined}
                        timeZone={event.timeZone}
                      />
                    )}
                  </div>
                  {all.entries > 0 && (
                    <div className="flex flex-col gap-4 max-xl:order-1 xl:col-span-2">
                      <EventAnswers event={event} />
                      <div className="flex justify-end">{download}</div>
                    </div>
                  )}
                </>
              )}
            </DownloadFigures>
          )}
        </Resource>
      </div>
    </div>
  );
}

function OverviewSkeleton() {
  return (
    <div role="status" aria-label={say('Loading figures')} className="flex flex-col gap-4">
      {['h-52 lg:h-24', 'h-72', 'h-52'].map((height) => (
        <Skeleton key={height} className={`rounded-l ${height}`} />
      ))}
    </div>
  );
}

/** The remaining steps after an event. */
function WrappingUp({ event, leads }: Pick<EventTabProps, 'event' | 'leads'>) {
  const { data: winners } = useQuery(
    apiQuery('/api/events/:eventId/winners', { params: { eventId: event.id } }),
  );
  if (!winners) return null;
  const standing = winners.filter(({ forfeited }) => !forfeited);
  const waiting = standing.filter(({ handover }) => handover === null);
  return (
    <StepList
      title={say('Wrapping up')}
      steps={[
        ...(standing.length > 0
          ? [
              {
                label: say('Hand over the prizes ({done} of {all})', {
                  done: standing.length - waiting.length,
                  all: standing.length,
                }),
                verb: say('Hand over'),
                done: waiting.length === 0,
                control: linkTo(eventPath(event.id, 'results')),
              },
            ]
          : []),
        {
          label: say('Set when the leads are erased'),
          verb: say('Set'),
          done: event.retentionDays !== null || leads === 0,
          control: linkTo(settingsPath(event.id, 'data')),
        },
        {
          label: say('Remove the volunteers'),
          verb: say('Remove'),
          done: event.volunteerCount === 0,
          control: linkTo(eventPath(event.id, 'team')),
        },
        {
          label: say('Export the leads (optional)'),
          done: leads === 0,
          optional: true,
          control: linkTo(eventPath(event.id, 'leads')),
        },
        {
          label: say("Send the sponsors' reports (optional)"),
          done: false,
          optional: true,
          control: linkTo(eventPath(event.id, 'sponsors')),
        },
        ...(winners.length > 0
          ? [
              {
                label: say('Save the proof of the draws (optional)'),
                done: false,
                optional: true,
                control: newTabTo(verifyPath(event.id)),
              },
            ]
          : []),
      ]}
    />
  );
}
