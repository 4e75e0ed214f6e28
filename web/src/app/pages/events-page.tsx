import { useQuery } from '@tanstack/react-query';
import { CalendarDays, LockOpen, Plus, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { countedLeads, NewLeads, useLeadCounts } from '../../collecting/leads/list/new-leads.tsx';
import { eventsQuery } from '../../events/events/api.ts';
import { EventList } from '../../events/events/event-list.tsx';
import { EventsSkeleton, useEventsView, ViewToggle } from '../../events/events/events-view.tsx';
import { useIsLimited } from '../../lib/api/session.ts';
import { readStored, writeStored } from '../../lib/device/storage.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { refetch } from '../../lib/queries/query-client.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { useDialogs } from '../../ui/dialogs/use-dialogs.tsx';
import { LiveDot } from '../../ui/frame/live-dot.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Resource } from '../../ui/resource.tsx';
import { CreateEventDialog, eventDialogs } from '../event-dialogs.tsx';

const firstSteps = () => import('../../events/events/first-steps.tsx');
const FirstSteps = lazyPart(firstSteps, 'FirstSteps');
const SampleBar = lazyPart(firstSteps, 'SampleBar');

export function EventsPage() {
  const events = useQuery(eventsQuery);
  const counts = useLeadCounts();
  const refresh = () => refetch(['/api/events', '/api/leads']);
  const newLeads =
    counts && events.data && !events.isFetching
      ? countedLeads(counts) - events.data.reduce((sum, { leadCount }) => sum + leadCount, 0)
      : 0;
  const [view, setView] = useEventsView();
  const [showsArchived, setShowsArchived] = useState(false);
  const [open, dialog] = useDialogs(events.data, {
    create: (close) => <CreateEventDialog onClose={close} />,
    ...eventDialogs,
  });
  const create = () => open('create');
  const limited = useIsLimited();
  const sample = limited ? [] : (events.data ?? []).filter((event) => event.sample);

  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={say('Events')}
        subtitle={say('Manage your event campaigns and track performance')}
      >
        <LiveDot readAt={[events.dataUpdatedAt]} onRefresh={refresh} />
        <ViewToggle value={view} onValueChange={setView} />
        {!limited && (
          <Button
            icon={Plus}
            // The first event has a button of its own below.
            variant={events.data?.length === 0 ? 'secondary' : 'primary'}
            onClick={create}
          >
            {say('Create Event')}
          </Button>
        )}
      </PageHeader>

      <HttpsNotice />
      <Suspense>{sample.length > 0 && <SampleBar events={sample} />}</Suspense>
      <NewLeads count={newLeads} quietly={!events.isError} onRead={refresh} onShow={refresh} />
      <Resource
        card
        reads={[events]}
        what={{ loading: say('Loading events'), failed: say('Could not load events') }}
        skeleton={<EventsSkeleton view={view} />}
        empty={{
          icon: CalendarDays,
          title: say('No events yet'),
          help: limited
            ? say('An administrator with access to all events can give you access to events.')
            : say('Create your first event to start collecting leads and running raffles'),
          action: !limited && (
            <Button variant="primary" onClick={create}>
              {say('Create Your First Event')}
            </Button>
          ),
        }}
      >
        {(rows) => {
          const archived = rows.filter((event) => event.archived).length;
          return (
            <>
              <EventList
                // An archived event stays visible while its erasure has to be confirmed.
                events={rows.filter((event) => showsArchived || !event.archived || event.erasure)}
                view={view}
                onAction={open}
              />
              {archived > 0 && (
                <Button
                  variant="quiet"
                  onClick={() => setShowsArchived(!showsArchived)}
                  className="self-center"
                >
                  {showsArchived
                    ? say('Hide archived events')
                    : say('Show {count} archived event', 'Show {count} archived events', {
                        count: archived,
                      })}
                </Button>
              )}
            </>
          );
        }}
      </Resource>
      <Suspense>{events.data?.length === 0 && !limited && <FirstSteps />}</Suspense>
      {dialog}
    </div>
  );
}

const DISMISSED = 'https-notice';

/**
 * Tells administrators what is missing without HTTPS. It is on the screen after the login, because the role is unknown
 * before, and volunteers cannot fix it.
 */
function HttpsNotice() {
  const [dismissed, setDismissed] = useState(() => readStored(DISMISSED) !== null);
  if (isSecureContext || dismissed) return null;
  const dismiss = () => {
    writeStored(DISMISSED, 'dismissed');
    setDismissed(true);
  };
  return (
    <aside
      aria-label={say('HTTPS')}
      className="flex items-center gap-3 rounded-m border bg-card py-1 pe-1 ps-4 text-ink-2 text-sm"
    >
      <LockOpen aria-hidden className="size-4 shrink-0" />
      <p className="flex-1 py-2">
        {say(
          'This server has no HTTPS. Volunteers cannot open their page offline or scan badges by camera until the operator sets it up.',
        )}
      </p>
      <IconButton icon={X} label={say('Dismiss')} onClick={dismiss} />
    </aside>
  );
}
