import { adminPages, type EventTab, eventPath, stagePath } from '@drawbridge/contract/core/pages';
import type { AdminEvent } from '@drawbridge/contract/events/events';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, Pencil, Projector, QrCode, Smartphone } from 'lucide-react';
import { type FunctionComponent, Suspense, useEffect, useRef } from 'react';
import { Link, Redirect } from 'wouter';
import { useLeadCounts } from '../../collecting/leads/list/new-leads.tsx';
import { eventsQuery } from '../../events/events/api.ts';
import { EventBadges } from '../../events/events/event-list.tsx';
import { classNames } from '../../lib/class-names.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { apiQuery } from '../../lib/queries/query-client.ts';
import { formatClock, formatDay } from '../../lib/texts/day-formats.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { foreignZone } from '../../lib/texts/zone-formats.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { UnsavedGuard } from '../../ui/dialogs/leave-guard.tsx';
import { useDialogs } from '../../ui/dialogs/use-dialogs.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { PageHeader, PageNav } from '../../ui/page-header.tsx';
import { EmptyState, Resource } from '../../ui/resource.tsx';
import { ListSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { eventDialogs } from '../event-dialogs.tsx';
import {
  type EventTabLabel,
  type EventTabOf,
  type EventTabProps,
  eventTabs,
} from '../event-tab.ts';

/** The buttons share one row on a phone, which has no room for their icons. */
const HEADER_BUTTON = 'flex-1 max-sm:[&_svg]:hidden';

const RemoteLink = lazyPart(
  () => import('../../raffle/presenter/remote-link.tsx'),
  'RemoteLink',
  'presenter',
);

interface TabContent {
  Content: FunctionComponent<EventTabProps>;
  /** Marks content that is also shown in a dialog: it gets a card here, and asks before unsaved changes are left. */
  panel?: boolean;
}

const contents: Record<EventTabLabel, TabContent> = {
  Overview: { Content: lazyPart(() => import('./event-overview.tsx'), 'EventOverview') },
  Form: { Content: lazyPart(() => import('./form-page.tsx'), 'FormTab') },
  Prizes: {
    panel: true,
    Content: lazyPart(() => import('../../raffle/prizes/manage-prizes-dialog.tsx'), 'PrizesPanel'),
  },
  Sponsors: {
    panel: true,
    Content: lazyPart(
      () => import('../../events/sponsors/manage-sponsors-dialog.tsx'),
      'SponsorsPanel',
      'sponsor',
    ),
  },
  Team: {
    panel: true,
    Content: lazyPart(
      () => import('../../team/volunteers/manage-volunteers-dialog.tsx'),
      'TeamTab',
    ),
  },
  Leads: { Content: lazyPart(() => import('./leads-page.tsx'), 'EventLeads') },
  Draw: { Content: lazyPart(() => import('./raffle-tabs.tsx'), 'DrawTab', 'presenter') },
  Results: { Content: lazyPart(() => import('./raffle-tabs.tsx'), 'ResultsTab', 'presenter') },
  Settings: {
    Content: lazyPart(() => import('../../events/settings/event-settings.tsx'), 'EventSettings'),
  },
};

interface EventPageProps {
  eventId: string;
  /** The tab's name in the address. */
  tab: string | undefined;
}

export function EventPage({ eventId, tab: name }: EventPageProps) {
  const events = useQuery(eventsQuery);
  const event = events.data?.find(({ id }) => id === eventId);
  const leads = useLeadCounts()?.get(eventId) ?? event?.leadCount ?? 0;
  const [open, dialog] = useDialogs(events.data, eventDialogs);
  const tab = eventTabs.find((each) => each.name === name);
  if (!tab) return <Redirect to={eventPath(eventId)} replace />;
  const { label } = tab;
  const { Content, panel } = contents[label];
  // The other tabs are for work: their content begins as high as possible.
  const slim = tab.name !== undefined;

  return (
    <div className={classNames('flex flex-col', slim ? 'gap-2.5' : 'gap-4')}>
      <PageNav value={event && <EventTabs event={event} leads={leads} current={tab} />}>
        <PageHeader
          title={event?.name ?? say('Event')}
          part={tab.name && say(label)}
          subtitle={event && !slim ? whenAndWhere(event) : ''}
          slim={slim}
          above={
            <p className="text-ink-2 text-sm">
              <Link
                to={adminPages.events}
                className="inline-flex min-h-6 items-center hover:underline"
              >
                {say('Events')}
              </Link>{' '}
              /
            </p>
          }
          actions={
            event && (
              <>
                <span className={slim ? 'contents max-md:*:not-first:hidden' : 'contents'}>
                  <EventBadges event={event} />
                </span>
                {!slim && (
                  <IconButton
                    icon={Pencil}
                    label={say('Edit')}
                    onClick={() => open('edit', event.id)}
                  />
                )}
              </>
            )
          }
        >
          {event &&
            (slim ? (
              <div className="flex">
                <IconButton
                  icon={QrCode}
                  label={say('QR Code')}
                  onClick={() => open('qr-code', event.id)}
                />
                <Suspense fallback={<IconButton icon={Smartphone} label={say('Remote')} />}>
                  <RemoteLink iconOnly eventId={eventId} />
                </Suspense>
              </div>
            ) : (
              <>
                <Button
                  icon={QrCode}
                  onClick={() => open('qr-code', event.id)}
                  className={HEADER_BUTTON}
                >
                  {say('QR Code')}
                </Button>
                <Suspense
                  fallback={
                    <Button icon={Smartphone} className={HEADER_BUTTON}>
                      {say('Remote')}
                    </Button>
                  }
                >
                  <RemoteLink eventId={eventId} className={HEADER_BUTTON} />
                </Suspense>
                {event.status !== 'ended' && (
                  <NewTabLink
                    icon={Projector}
                    href={stagePath(eventId)}
                    variant={leads > 0 ? 'primary' : 'soft'}
                    className={HEADER_BUTTON}
                  >
                    {say('Open the wall')}
                  </NewTabLink>
                )}
              </>
            ))}
        </PageHeader>
      </PageNav>
      <Resource
        card
        reads={[events]}
        what={{ loading: say('Loading the event'), failed: say('Could not load the event') }}
        skeleton={<PageSkeleton />}
      >
        {() =>
          event ? (
            <Suspense fallback={<ListSkeleton label={say('Loading the tab')} />}>
              {panel ? (
                <UnsavedGuard key={name} parent={eventPath(eventId)}>
                  <Card className="flex max-w-4xl flex-col gap-5 p-5 md:p-6">
                    <h2 className="sr-only">{say(label)}</h2>
                    <Content
                      event={event}
                      leads={leads}
                      onAction={(action) => open(action, eventId)}
                    />
                  </Card>
                </UnsavedGuard>
              ) : (
                <Content event={event} leads={leads} onAction={(action) => open(action, eventId)} />
              )}
            </Suspense>
          ) : events.isFetching ? (
            // An event that has just been created is not in the list yet.
            <ListSkeleton label={say('Loading the event')} />
          ) : (
            <Card>
              <EmptyState
                icon={CalendarX}
                title={say('Event Not Found')}
                help={say('This event has been deleted, or the address is wrong.')}
              />
            </Card>
          )
        }
      </Resource>
      {dialog}
    </div>
  );
}

/** The row of tabs and the first cards, in the place where they appear. */
function PageSkeleton() {
  return (
    <div role="status" aria-label={say('Loading the event')} className="flex flex-col gap-4">
      {['h-11', 'h-24', 'h-72'].map((height) => (
        <Skeleton key={height} className={`rounded-l ${height}`} />
      ))}
    </div>
  );
}

/** 'Dec 5, 2026 · Hall 7, Bristol · draw at 5:30 PM', in the event's time zone. */
function whenAndWhere({ date, location, drawClock, timeZone }: AdminEvent): string {
  const zone = foreignZone(timeZone);
  const [day = '', time] = drawClock?.split(' ') ?? [];
  const clock = time && `${formatClock(time)}${zone ? ` (${zone})` : ''}`;
  const draw =
    clock &&
    (day === date
      ? say('draw at {time}', { time: clock })
      : say('draw {day} at {time}', { day: formatDay(day), time: clock }));
  return [formatDay(date), location, draw].filter(Boolean).join(' · ');
}

interface EventTabsProps {
  event: AdminEvent;
  leads: number;
  current: EventTabOf;
}

/** The tabs scroll sideways on a phone. */
function EventTabs({ event, leads, current }: EventTabsProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // A small response, because it contains the addresses of logos instead of the logos.
  const { data: sponsors } = useQuery(
    apiQuery('/api/sponsors/public', { query: { eventId: event.id } }),
  );
  const counts: Partial<Record<EventTab, number | undefined>> = {
    prizes: event.prizeCount,
    sponsors: sponsors?.length,
    team: event.volunteerCount,
    leads,
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another element.
  useEffect(() => {
    link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);

  return (
    <nav
      aria-label={say('Event')}
      className="-mx-4 flex gap-5 overflow-x-auto border-b px-4 md:mx-0 md:gap-4 md:px-0 xl:gap-6"
    >
      {eventTabs.map((tab) => {
        const count = tab.name && counts[tab.name];
        return (
          <Link
            key={tab.label}
            ref={tab === current ? link : undefined}
            to={eventPath(event.id, tab.name)}
            aria-current={tab === current ? 'page' : undefined}
            className="flex min-h-11 shrink-0 items-center gap-1.5 border-transparent border-b-2 font-medium text-ink-2 transition-colors duration-150 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            {say(tab.label)}
            {count !== undefined && <span className="tabular-nums">{formatCount(count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
