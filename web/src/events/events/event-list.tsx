import { eventPath } from '@drawbridge/contract/core/pages';
import type { AdminEvent, EventStatus } from '@drawbridge/contract/events/events';
import { english } from '@drawbridge/contract/languages/english';
import { Archive, CalendarDays, FlaskConical, MapPin } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { useIsLimited } from '../../lib/api/session.ts';
import { classNames } from '../../lib/class-names.ts';
import { formatDay } from '../../lib/texts/day-formats.ts';
import { formatMoney, formatPercent } from '../../lib/texts/figures.ts';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { listRow } from '../../ui/fields/focus.ts';
import { Ticket, TicketPerforation } from '../../ui/frame/ticket.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';
import { type EventAction, EventActions } from './event-actions.tsx';
import { type EventsView, eventsLayout } from './events-view.tsx';

interface EventListProps {
  events: AdminEvent[];
  view: EventsView;
  onAction: (action: EventAction, eventId: string) => void;
}

export function EventList({ events, view, onAction }: EventListProps) {
  const sorted = useMemo(() => sortEvents(events), [events]);
  const EventTicket = view === 'grid' ? EventCard : EventRow;

  return (
    <ul className={eventsLayout[view]}>
      {sorted.map((event) => (
        <li key={event.id} {...listRow} className="min-w-0 rounded-l">
          <EventTicket event={event} onAction={(action) => onAction(action, event.id)} />
        </li>
      ))}
    </ul>
  );
}

interface EventCardProps {
  event: AdminEvent;
  onAction: (action: EventAction) => void;
}

/** An event in the grid, as an upright ticket. */
function EventCard({ event, onAction }: EventCardProps) {
  return (
    <Ticket aria-label={event.name} className="flex h-full flex-col">
      <div className="flex-1 px-4.5 pt-5 pb-4.5">
        <EventHeading event={event} />
      </div>
      <TicketPerforation notches />
      <div className="px-4.5 py-3.5">
        <EventCounts event={event} />
      </div>
      <TicketPerforation />
      <div className="flex flex-col gap-3.5 px-4.5 pt-3.5 pb-4.5">
        <EventMoney event={event} />
        <WaitingErasure event={event} onAction={onAction} />
        <div className="grid grid-cols-3 gap-1.5 *:relative">
          <EventActions event={event} onAction={onAction} />
        </div>
      </div>
    </Ticket>
  );
}

/** An event in the list, as a horizontal ticket with the figures on the stub. */
function EventRow({ event, onAction }: EventCardProps) {
  return (
    <Ticket aria-label={event.name} className="flex flex-col lg:flex-row">
      <div className="relative flex min-w-0 flex-1 flex-col justify-between gap-3 px-4.5 py-3">
        <EventHeading event={event} whole />
        <WaitingErasure event={event} onAction={onAction} />
        <div className="grid grid-cols-3 items-center gap-1.5 *:relative lg:flex lg:flex-wrap">
          <EventActions event={event} compact onAction={onAction} />
        </div>
      </div>
      <TicketPerforation notches sideways />
      <div className="flex flex-col justify-center gap-2 px-4.5 py-3 lg:w-80 lg:px-6">
        <EventCounts event={event} />
        <EventMoney event={event} />
      </div>
    </Ticket>
  );
}

interface EventHeadingProps {
  event: AdminEvent;
  /** Shows a long name in full; in the grid that would stretch all tickets of its row. */
  whole?: boolean;
}

function EventHeading({ event, whole = false }: EventHeadingProps) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap gap-1.5">
        <EventBadges event={event} />
      </p>
      <h2
        title={event.name}
        className={classNames('mt-2 break-words text-xl', !whole && 'line-clamp-3')}
      >
        {/* The whole ticket opens the event. */}
        <Link
          to={eventPath(event.id)}
          className="after:absolute after:inset-0 after:rounded-l hover:underline"
        >
          {event.name}
        </Link>
      </h2>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-ink-2 text-sm">
        <span className="inline-flex gap-1.5">
          <CalendarDays aria-hidden className={icon} />
          <time dateTime={event.date}>{formatDay(event.date)}</time>
        </span>
        <span className="inline-flex min-w-0 gap-1.5">
          <MapPin aria-hidden className={icon} />
          <span
            title={event.location}
            className={classNames('min-w-0', whole ? 'break-words' : 'line-clamp-2 break-words')}
          >
            {event.location}
          </span>
        </span>
      </p>
    </div>
  );
}

export function EventBadges({ event }: Pick<EventHeadingProps, 'event'>) {
  return (
    <>
      <Badge dot tone={tones[event.status]}>
        {say(statusNames[event.status])}
      </Badge>
      {event.sample && <Badge icon={FlaskConical}>{say('sample')}</Badge>}
      {event.archived && <Badge icon={Archive}>{say('archived')}</Badge>}
    </>
  );
}

// Aligned with the first line of a text that may have several.
const icon = 'mt-0.75 size-3.5 shrink-0';

const statusNames: Record<EventStatus, string> = english({
  active: 'active',
  upcoming: 'upcoming',
  ended: 'ended',
});
const tones: Record<EventStatus, BadgeTone> = { active: 'ok', upcoming: 'info', ended: 'mute' };

function EventCounts({ event }: { event: AdminEvent }) {
  const counts = [
    say('<count>{count}</count> lead', '<count>{count}</count> leads', {
      count: event.leadCount,
    }),
    say('<count>{count}</count> volunteer', '<count>{count}</count> volunteers', {
      count: event.volunteerCount,
    }),
    say('<count>{count}</count> prize', '<count>{count}</count> prizes', {
      count: event.prizeCount,
    }),
  ];

  return (
    <ul className="grid grid-cols-3 gap-2">
      {counts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: there are always these three.
        <li key={index} className="flex min-w-0 flex-col text-ink-2 text-sm">
          <RichText
            text={text}
            tags={{
              count: (part) => (
                <span className="font-display font-semibold text-2xl text-ink tabular-nums">
                  {part}
                </span>
              ),
            }}
          />
        </li>
      ))}
    </ul>
  );
}

export const ROA_HINT = english('What the event returned, in percent of what it cost');

function EventMoney({ event }: { event: AdminEvent }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-ink-2 text-sm tabular-nums">
      <span>
        <abbr {...{ [TOOLTIP]: say(ROA_HINT) }} className="relative cursor-help no-underline">
          {say('ROA')}
        </abbr>{' '}
        <b className="font-semibold text-ink">{formatRoa(event.roa)}</b>
      </span>
      <span>
        <RichText
          text={say('Collected <amount>{amount}</amount>', {
            amount: formatMoney(
              { amount: event.totalAmountCollected, currency: event.currency },
              'rounded',
            ),
          })}
          tags={{ amount: (part) => <b className="font-semibold text-ink">{part}</b> }}
        />
      </span>
    </p>
  );
}

/** One decimal, or 0% if there is no value yet. */
export function formatRoa(roa: string): string {
  return Number(roa) === 0 ? '0%' : formatPercent(roa);
}

/**
 * Says that leads would be erased because the day was changed, and offers the confirmation to users who may give it.
 */
function WaitingErasure({ event, onAction }: EventCardProps) {
  const limited = useIsLimited();
  if (!event.erasure) return null;
  const { confirmedAt } = event.erasure;

  return (
    <aside
      aria-label={say('Erasing leads')}
      className="relative rounded-m bg-wait-soft px-3.5 py-2.5 text-sm"
    >
      <p>
        {confirmedAt
          ? say(
              '{count} lead will be erased in the first night after {moment}. To keep them, change the date or the retention period.',
              '{count} leads will be erased in the first night after {moment}. To keep them, change the date or the retention period.',
              { count: event.leadCount, moment: formatTimestamp(dayAfter(confirmedAt)) },
            )
          : say(
              'Because the date or retention period was changed, {count} lead would be erased.',
              'Because the date or retention period was changed, {count} leads would be erased.',
              { count: event.leadCount },
            )}
        {!confirmedAt &&
          limited &&
          ` ${say('An administrator with access to all events must confirm this.')}`}
      </p>
      {!confirmedAt && !limited && (
        <Button size="small" className="mt-2" onClick={() => onAction('erasure')}>
          {say('Confirm Erasure')}
        </Button>
      )}
    </aside>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;
const dayAfter = (moment: string) => new Date(Date.parse(moment) + DAY_MS).toISOString();

const ranks: Record<EventStatus, number> = { active: 0, upcoming: 1, ended: 2 };

/**
 * Sorts archived events last. Before them come active events, then upcoming ones by day, then ended ones with the
 * latest day first.
 */
export function sortEvents(events: readonly AdminEvent[]): AdminEvent[] {
  return [...events].sort(
    (one, other) =>
      Number(one.archived) - Number(other.archived) ||
      ranks[one.status] - ranks[other.status] ||
      (one.status === 'ended' ? -1 : 1) * one.date.localeCompare(other.date),
  );
}
