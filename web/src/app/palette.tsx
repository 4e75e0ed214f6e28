import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider } from '@ariakit/react';
import { adminPages, eventPath, remotePath, stagePath } from '@drawbridge/contract/core/pages';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import { eventsQuery } from '../events/events/api.ts';
import { useIsLimited } from '../lib/api/session.ts';
import { apiQuery } from '../lib/queries/query-client.ts';
import { say } from '../lib/texts/say.ts';
import { t } from '../lib/texts/texts.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { type SearchableOption, searchOptions } from '../ui/fields/searchable-select.tsx';
import { adminScreens, EVENT_PATTERN } from './admin-screens.ts';
import { eventTabs } from './event-tab.ts';

/** The address to which a result leads. */
interface Result extends SearchableOption {
  to: string;
  kind: string;
  newTab?: boolean;
}

const LEADS_SHOWN = 6;
/** A shorter text matches too many leads to be useful. */
const LEAD_TEXT_MIN = 2;

/** Finds events, their tabs, leads, volunteers and screens by name, and goes there. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [, navigate] = useLocation();
  const text = useDeferredValue(typed.trim());
  const results = [...searchOptions(useDestinations(), text), ...useFoundLeads(text)];

  function open({ to, newTab }: Result) {
    onClose();
    if (newTab) window.open(to, '_blank', 'noopener');
    else navigate(to);
  }

  return (
    <Dialog title={say('Go to')} compact onClose={onClose}>
      <ComboboxProvider open value={typed} setValue={setTyped}>
        <div className="relative mx-6 mt-4 mb-2">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 start-3.5 size-4 -translate-y-1/2 text-ink-2"
          />
          <Combobox
            autoFocus
            autoSelect="always"
            aria-label={say('Search events, people and screens')}
            placeholder={say('Events, people, screens')}
            autoCapitalize="none"
            spellCheck={false}
            className="h-11 w-full rounded-m border bg-transparent pe-3.5 ps-10 text-lg placeholder:text-ink-2"
          />
        </div>
        <p role="status" className={results.length > 0 ? 'sr-only' : 'px-6 pb-5 text-ink-2'}>
          {results.length > 0
            ? t('workspace.results', { count: results.length })
            : t('workspace.nothingFound')}
        </p>
        <ComboboxList
          alwaysVisible
          aria-label={say('Results')}
          className="max-h-[50dvh] min-h-0 overflow-y-auto overscroll-contain px-4 pb-4 empty:pb-0"
        >
          {results.map((result) => (
            <ComboboxItem
              key={result.value}
              value={result.value}
              onClick={() => open(result)}
              setValueOnClick={false}
              hideOnClick={false}
              focusOnHover
              className="flex min-h-11 w-full items-center gap-3 rounded-s px-3 py-1.5 text-start data-active-item:bg-mute-soft md:min-h-9"
            >
              <span className="min-w-0 flex-1 break-words">{result.label}</span>
              <span className="shrink-0 text-ink-2 text-sm">{result.kind}</span>
            </ComboboxItem>
          ))}
        </ComboboxList>
      </ComboboxProvider>
    </Dialog>
  );
}

/** The open event's tabs first, then the screens, the events and the volunteers. */
function useDestinations(): Result[] {
  const limited = useIsLimited();
  const [, params] = useRoute(EVENT_PATTERN);
  const { data: events = [] } = useQuery(eventsQuery);
  const { data: volunteers = [] } = useQuery(apiQuery('/api/users/volunteers'));
  const current = events.find(({ id }) => id === params?.eventId);
  const screens = adminScreens.filter((screen) => !(limited && 'allEvents' in screen));
  return [
    ...(current ? placesOf(current) : []),
    ...screens.map(({ name, label }) => ({
      value: `screen ${name}`,
      label: say(label),
      to: adminPages[name],
      kind: say('Screen'),
    })),
    ...events.map(({ id, name, date }) => ({
      value: `event ${id}`,
      label: name,
      otherNames: () => [date],
      to: eventPath(id),
      kind: say('Event'),
    })),
    ...volunteers.map(({ id, name, username }) => ({
      value: `volunteer ${id}`,
      label: name ?? username,
      otherNames: () => [username],
      to: adminPages.volunteers,
      kind: say('Volunteer'),
    })),
  ];
}

function placesOf({ id, name }: { id: string; name: string }): Result[] {
  const kind = name;
  return [
    ...eventTabs.map((tab) => ({
      value: `tab ${tab.label}`,
      label: say(tab.label),
      to: eventPath(id, tab.name),
      kind,
    })),
    {
      ...{ value: 'wall', label: say('Open the wall'), otherNames: () => ['projector', 'stage'] },
      ...{ to: stagePath(id), kind, newTab: true },
    },
    {
      ...{ value: 'remote', label: say('Open the remote'), otherNames: () => ['presenter'] },
      ...{ to: remotePath(id), kind, newTab: true },
    },
  ];
}

function useFoundLeads(text: string): Result[] {
  const { data = [] } = useQuery({
    ...apiQuery('/api/leads', { query: { q: text, limit: LEADS_SHOWN } }),
    enabled: text.length >= LEAD_TEXT_MIN,
    gcTime: 0,
  });
  const { data: events = [] } = useQuery(eventsQuery);
  if (text.length < LEAD_TEXT_MIN) return [];
  return data.map(({ id, name, eventId }) => ({
    value: `lead ${id}`,
    label: name,
    to: `${eventPath(eventId, 'leads')}?q=${id}`,
    kind: events.find((event) => event.id === eventId)?.name ?? say('Lead'),
  }));
}
