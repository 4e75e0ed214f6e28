import { eventPath } from '@drawbridge/contract/core/pages';
import type { AdminEvent, EventChange, EventInput } from '@drawbridge/contract/events/events';
import type { WinnerDisplay } from '@drawbridge/contract/events/raffle-options';
import type { SponsorInput } from '@drawbridge/contract/events/sponsors';
import { useLocation } from 'wouter';
import { api } from '../../lib/api/api-client.ts';
import { adminApiQuery, apiQuery } from '../../lib/queries/query-client.ts';
import { sendOnce } from '../../lib/queries/send-once.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
import type { ToastMessage } from '../../lib/toast.ts';
import type { QueuedSponsor } from './sponsor-queue.tsx';

export const EVENTS = '/api/events';
const SPONSORS = '/api/sponsors';

export const eventsQuery = adminApiQuery(EVENTS);

/** The event's draws so far, refetched by every dialog that needs them. */
export const drawsQuery = (eventId: string) => ({
  ...apiQuery('/api/events/:eventId/draws', { params: { eventId } }),
  staleTime: 0,
});

/** Creates the event, then all its sponsors at once; a refused sponsor does not undo the rest. */
export function useCreateEvent() {
  const [, navigate] = useLocation();
  return useApiMutation({
    send: async ({ event, sponsors }: { event: EventInput; sponsors: QueuedSponsor[] }) => {
      const { id } = await sendOnce(EVENTS, { body: { ...event, checklist: 'open' } });
      const added = await Promise.allSettled(
        toSponsorInputs(id, sponsors).map((sponsor) =>
          sendOnce(SPONSORS, { body: sponsor, large: true }),
        ),
      );
      return { id, failed: added.filter((result) => result.status === 'rejected').length };
    },
    success: ({ id, failed }, { sponsors }) => ({
      ...creationToast(sponsors.length, failed),
      ...(failed > 0 && {
        action: { label: say('Sponsors'), onSelect: () => navigate(eventPath(id, 'sponsors')) },
      }),
    }),
    failure: say('Failed to create event'),
    changes: [EVENTS],
  });
}

/** The path of a section of an event's settings. */
export function settingsPath(eventId: string, section: 'draw' | 'data'): string {
  return `${eventPath(eventId, 'settings')}#${section}`;
}

/** The views of the form's tab beside the questions, as part of the address. */
export const formViews = { texts: '?view=texts', languages: '?view=languages' } as const;

export const changeEvent = (id: string, body: EventChange) =>
  api.patch('/api/events/:eventId', { params: { eventId: id }, body });

export function useChangeChecklist(id: string) {
  return useApiMutation({
    send: (checklist: EventChange['checklist']) => changeEvent(id, { checklist }),
    failure: say('Failed to update event'),
    changes: [EVENTS],
  });
}

export function useHideChecklist({ id, checklist }: Pick<AdminEvent, 'id' | 'checklist'>) {
  const failure = say('Failed to update event');
  return useApiMutation({
    send: () => changeEvent(id, { checklist: 'closed' }),
    success: {
      title: say('Checklist hidden'),
      description: say('The menu of the event shows it again.'),
    },
    undo: () => ({
      send: () => changeEvent(id, { checklist }),
      done: say('Checklist shown'),
      failure,
    }),
    failure,
    changes: [EVENTS],
  });
}

export function useChooseWinnerDisplay(id: string) {
  return useApiMutation({
    send: (winnerDisplay: WinnerDisplay) => changeEvent(id, { winnerDisplay }),
    success: { title: say('Event updated') },
    failure: say('Failed to update event'),
    changes: [EVENTS],
  });
}

/** The toast for a new event, depending on how many of its sponsors could not be added. */
function creationToast(sponsors: number, failed: number): ToastMessage {
  if (failed === 0) {
    return {
      title: say('Event created'),
      description:
        sponsors > 0
          ? say('{count} sponsor added', '{count} sponsors added', { count: sponsors })
          : undefined,
    };
  }
  if (failed < sponsors) {
    return {
      title: say('Event created with errors'),
      description: say(
        'Event created but {failed} of {sponsors} sponsor(s) failed to create. Please use the Sponsors button to add them manually.',
        { failed, sponsors },
      ),
      ...{ destructive: true, stays: true },
    };
  }
  return {
    title: say('Event created, sponsors failed'),
    description: say(
      'Event created but its sponsor failed to create. Please use the Sponsors button to add them manually.',
      'Event created but all {count} sponsors failed to create. Please use the Sponsors button to add them manually.',
      { count: sponsors },
    ),
    ...{ destructive: true, stays: true },
  };
}

/** Converts the queue to inputs; a sponsor's position is its place in the queue, from 1. */
export function toSponsorInputs(eventId: string, queue: readonly QueuedSponsor[]): SponsorInput[] {
  return queue.map(({ key: _, ...sponsor }, index) => ({
    ...sponsor,
    eventId,
    position: index + 1,
  }));
}
