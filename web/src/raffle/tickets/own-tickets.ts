import type { LiveData } from '@drawbridge/contract/raffle/live';
import { type LiveKind, shortName } from '@drawbridge/contract/raffle/stage';
import { TICKET_DIGITS } from '@drawbridge/contract/raffle/ticket-names';
import type { TicketStatus } from '@drawbridge/contract/raffle/tickets';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { api, hasCode } from '../../lib/api/api-client.ts';
import { publicShapes } from '../../lib/api/public-shapes.ts';
import { waitAfter } from '../../lib/api/retry.ts';
import { listen } from '../../lib/queries/listen.ts';
import { type OwnTicket, type SavedTicket, withAnswers } from './saved-entry-codes.ts';

/** The maximum random delay, so that phones that get the same message do not send requests together. */
const SPREAD_MS = 5000;

/**
 * The tickets and their states. The states are requested when a page is opened or becomes visible again, and after live
 * messages that may concern the tickets.
 */
export function useOwnTickets(
  eventId: string,
  saved: readonly SavedTicket[],
  /** True if a ticket has just been entered, so that its state is known. */
  fresh = false,
) {
  const [answers, setAnswers] = useState<OwnTicket[]>([]);
  const tickets = useMemo(() => withAnswers(saved, answers), [saved, answers]);
  const askedAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const failures = useRef(0);

  const askSoon = useEffectEvent((waitMs: number) => {
    if (timer.current !== undefined && waitMs > 0) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(ask, waitMs);
  });

  const ask = useEffectEvent(async () => {
    timer.current = undefined;
    askedAt.current = Date.now();
    const found = await Promise.all(saved.map((ticket) => askFor(eventId, ticket)));
    // The known states stay if the server could not be reached.
    setAnswers((before) =>
      found.map((now) => (now.status ? now : (before.find(isSame(now)) ?? now))),
    );
    const failed = found.some(({ status }) => !status);
    failures.current = failed ? failures.current + 1 : 0;
    if (failed) askSoon(waitAfter(failures.current, SPREAD_MS));
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other tickets are requested at once.
  useEffect(() => {
    if (saved.length === 0) return;
    const look = () => {
      if (!document.hidden) askSoon(0);
    };
    if (!fresh) look();
    const stop = listen(document, { visibilitychange: look });
    return () => {
      stop();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [eventId, saved, fresh]);

  return {
    tickets,
    /** Requests the states now, after the device has changed one itself. */
    refresh: () => askSoon(0),
    /** Handles every message of the live stream. */
    follow<Kind extends LiveKind>(kind: Kind, data: LiveData<Kind>) {
      // The first snapshot only repeats what the page has just read.
      if (kind === 'snapshot' && Date.now() - askedAt.current < SPREAD_MS) return;
      const when = whenToAsk(kind, data, tickets);
      if (when) askSoon(when === 'now' ? 0 : Math.random() * SPREAD_MS);
    },
  };
}

/** The tickets as they were when a draw started, until its winner is revealed. */
export function useHeldBack(tickets: OwnTicket[], drawing: boolean): OwnTicket[] {
  const [shown, setShown] = useState(tickets);
  if (!drawing && shown !== tickets) setShown(tickets);
  return drawing ? shown : tickets;
}

export interface WonTicket extends OwnTicket {
  status: TicketStatus & { win: NonNullable<TicketStatus['win']> };
}

/** One ticket for each win, the latest last. A person's tickets win together, and the stage shows one of them. */
export function winsOf(tickets: readonly OwnTicket[]): WonTicket[] {
  const wins = new Map<string, WonTicket>();
  for (const ticket of tickets.filter(isWon)) {
    const key = winKey(ticket);
    if (ticket.status.win.shown || !wins.has(key)) wins.set(key, ticket);
  }
  return [...wins.values()].sort((one, other) => one.status.win.number - other.status.win.number);
}

/** Two people with tickets on one device may win in the same draw. */
export const winKey = ({ status: { win } }: WonTicket): string => `${win.number}/${win.place}`;

function isWon(ticket: OwnTicket): ticket is WonTicket {
  return typeof ticket.status === 'object' && ticket.status.win !== null;
}

/** The urgency with which a live message requires a refetch of these tickets; undefined if they cannot have changed. */
export function whenToAsk<Kind extends LiveKind>(
  kind: Kind,
  data: LiveData<Kind>,
  tickets: readonly OwnTicket[],
): 'now' | 'soon' | undefined {
  if (tickets.length === 0) return undefined;
  const wonIn = (number: number) =>
    tickets.some((one) => isWon(one) && one.status.win.number === number);
  const message = { kind, data } as LiveMessage;
  switch (message.kind) {
    case 'drawn': {
      const { winners } = message.data;
      // The winner may have another ticket on this phone, with the same name.
      const ours = tickets.some((own) =>
        winners.some(
          ({ ticket, winner }) => own.ticket === ticket || isShownAs(own.name, winner.name),
        ),
      );
      return ours ? 'now' : 'soon';
    }
    case 'forfeited':
      return wonIn(message.data.forfeits) ? 'now' : 'soon';
    case 'handed-over':
      return wonIn(message.data.number) ? 'now' : undefined;
    case 'eligible': {
      const { joined } = message.data;
      if (tickets.some(({ ticket }) => joined.includes(ticket.slice(0, TICKET_DIGITS))))
        return 'now';
      const settled = ({ status }: OwnTicket) =>
        typeof status === 'object' && status.state !== 'received';
      return tickets.every(settled) ? undefined : 'soon';
    }
    case 'snapshot':
    case 'sealed':
    case 'voided':
    case 'event':
      return 'soon';
    default:
      return undefined;
  }
}

type LiveMessage = { [Kind in LiveKind]: { kind: Kind; data: LiveData<Kind> } }[LiveKind];

/** True if an event would publish this name as the given one, in full or shortened. */
function isShownAs(name: string, shown: string): boolean {
  return [name, shortName(name)].some((each) => fold(each) === fold(shown));
}

/** Normalises a name as the server does. */
function fold(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

const isSame = (one: SavedTicket) => (other: SavedTicket) => one.code === other.code;

async function askFor(eventId: string, saved: SavedTicket): Promise<OwnTicket> {
  let { ticket = '' } = saved;
  try {
    ticket ||= (await import('./ticket-codes.ts')).publicTicket(eventId, saved.code) ?? '';
    if (!ticket) return { ...saved, ticket, status: 'unknown', clockAhead: 0 };
    const status = await api.get('/api/events/:eventId/tickets/:ticket', {
      params: { eventId, ticket },
      shape: publicShapes.ticket,
    });
    return { ...saved, ticket, status, clockAhead: Date.parse(status.now) - Date.now() };
  } catch (error) {
    const status = hasCode(error, 'ticket-not-found') ? 'unknown' : undefined;
    return { ...saved, ticket, status, clockAhead: 0 };
  }
}
