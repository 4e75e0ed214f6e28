// Loaded with a ticket only.

import { pages, withEvent } from '@drawbridge/contract/core/pages';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import { Bell, CalendarPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import type { OwnTicket } from '../../raffle/tickets/saved-entry-codes.ts';
import { type NextDraw, stepsOf } from '../../raffle/tickets/ticket-timeline.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';

interface DrawRemindersProps {
  event: PublicEvent | undefined;
  tickets: readonly OwnTicket[];
  next: NextDraw | undefined;
  /** True if there is still a draw to wait for. */
  offered: boolean;
}

/** Adds the draw to a calendar, and notifies about the tickets while another page is in front. */
export function DrawReminders({ event, tickets, next, offered }: DrawRemindersProps) {
  const { permission, ask } = useNotifications(tickets, next);
  const [asked, setAsked] = useState(false);
  const calendar = event?.drawAt && Date.parse(event.drawAt) > Date.now();
  const result = {
    granted: t('workspace.notifying'),
    denied: asked && t('workspace.notifyRefused'),
    default: '',
    missing: '',
  }[permission];
  if (!offered || !(calendar || permission === 'default' || result)) return null;

  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2.5 *:flex-1">
        {calendar && (
          <a
            href={withEvent(pages.drawCalendar, event.id)}
            className={buttonClasses('secondary', 'medium')}
          >
            <CalendarPlus aria-hidden />
            {t('workspace.addToCalendar')}
          </a>
        )}
        {permission === 'default' && (
          <Button
            icon={Bell}
            onClick={() => {
              setAsked(true);
              ask();
            }}
          >
            {t('workspace.notify')}
          </Button>
        )}
      </div>
      <p role="status" className="text-pretty text-center text-ink-2 text-sm empty:hidden">
        {result}
      </p>
    </div>
  );
}

const SCRIPT = '/notifications.js';
const scope = { scope: '/event/' };

/** Shows a notification for each new state of a ticket while the page is in the background. */
function useNotifications(tickets: readonly OwnTicket[], next: NextDraw | undefined) {
  // Browsers offer both only over HTTPS.
  const supported = 'Notification' in window && 'serviceWorker' in navigator;
  const [permission, setPermission] = useState(supported ? Notification.permission : 'missing');
  const granted = permission === 'granted';
  useEffect(() => {
    if (granted) navigator.serviceWorker.register(SCRIPT, scope).catch(() => {});
  }, [granted]);

  const known = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { code, ticket, status } of tickets) {
      const now = stepsOf(status, next).find(({ mark }) => mark === 'now');
      const before = known.current.get(code);
      if (!now || now.title === before) continue;
      known.current.set(code, now.title);
      if (before === undefined || !granted || !document.hidden) continue;
      const body = [ticketName(ticket), now.detail].filter(Boolean).join(' · ');
      const data = location.href;
      navigator.serviceWorker
        .getRegistration(scope.scope)
        .then((worker) => worker?.showNotification(now.title, { body, tag: code, data }))
        .catch(() => {});
    }
  }, [tickets, next, granted]);

  return {
    permission,
    ask: () => Notification.requestPermission().then(setPermission),
  };
}
