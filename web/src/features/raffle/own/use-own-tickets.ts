import type { DrawList, DrawRecord } from '@drawbridge/contract/draws';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useHydrated } from '../../../lib/first-view.ts';
import { countOf } from '../../../lib/formats.ts';
import { readAgain } from '../../../lib/query-client.ts';
import { type OwnWin, ownWins } from '../../../shared/own-wins.ts';
import { readSavedTickets } from '../../../shared/saved-entry-codes.ts';
import { raffleQueries } from '../api.ts';
import type { StagePhase } from '../stage-phase.ts';

/**
 * The largest rosters that are read: with the reveal, when a whole hall asks at the same moment, and from the
 * board, to which every phone returns in its own time. Larger ones are left to the page that checks the draws,
 * because they are megabytes on every phone.
 */
const ROSTER_MAX = { winner: 1000, idle: 5000 };

interface OwnTickets {
  wins: OwnWin[];
  /** Undefined on a device without tickets that could still win. */
  news: TicketNews | undefined;
}

interface OwnTicketsInput {
  eventId: string;
  results: RaffleResult[];
  draws: DrawList | undefined;
  /** False where other people watch, as on the presenter's page. */
  enabled: boolean;
  phase: StagePhase;
}

type TicketSearch = typeof import('../../../shared/ticket-search.ts');

/**
 * What the draws mean for the tickets on this device. Everything is compared here; the server only gives
 * the record that it gives to everybody.
 */
export function useOwnTickets(input: OwnTicketsInput): OwnTickets {
  const { eventId, draws, enabled, phase } = input;
  // The lists already have a winner whom the animation on this page has not revealed.
  const unrevealed = phase.kind === 'drawing' ? phase.result?.number : undefined;
  const held = (draws?.draws ?? []).filter(
    (each): each is DrawRecord => each.kind === 'draw' && each.number !== unrevealed,
  );
  // The live stream tells results without their tickets, which are in the record.
  const results = input.results
    .filter(({ number }) => number !== unrevealed)
    .map((result) => ({
      ...result,
      tickets: held.find(({ number }) => number === result.number)?.winnerTickets ?? result.tickets,
    }));
  const [search, setSearch] = useState<TicketSearch>();
  const hydrated = useHydrated();
  const [saved] = useState(readSavedTickets);
  const here = enabled && hydrated ? saved.filter((entry) => entry.eventId === eventId) : [];
  const holding = here.length > 0;

  useEffect(() => {
    // A device that cannot load it shows the raffle as to anybody else.
    if (holding) import('../../../shared/ticket-search.ts').then(setSearch, () => {});
  }, [holding]);

  const tickets = search?.ticketsOf(eventId, here) ?? [];
  const wins = ownWins(results, tickets);
  // A forfeited win is in the record alone, and its ticket is in no later draw.
  const open = tickets.filter(
    ({ hex }) =>
      results.every(({ tickets: won }) => !won.includes(hex)) &&
      held.every(({ winnerTickets }) => !winnerTickets.includes(hex)),
  );

  // Read before the reveal, so that the winner's phone knows then.
  const last = input.results.at(-1)?.number ?? 0;
  const outdated = draws?.draws.every(({ number }) => number !== last);
  useEffect(() => {
    if (holding && last > 0 && outdated) readAgain(raffleQueries.draws(eventId));
  }, [holding, last, outdated, eventId]);

  const record =
    phase.kind === 'winner'
      ? held.find(({ number }) => number === phase.result.number)
      : phase.kind === 'idle'
        ? held.at(-1)
        : undefined;
  const readable =
    phase.kind !== 'drawing' && record && record.rosterSize <= ROSTER_MAX[phase.kind];
  const { data: lines } = useQuery({
    ...raffleQueries.roster(eventId, record?.number ?? 0),
    enabled: open.length > 0 && Boolean(readable),
  });
  const found = lines && search?.countInRoster(lines.roster, open);

  const over = phase.kind === 'idle';
  return { wins, news: open.length > 0 ? ticketNews(open.length, record, found, over) : undefined };
}

export interface TicketNews {
  title: string;
  detail: string;
  /** Whether a ticket of this device was in the draw; undefined if that is not known. */
  present?: boolean;
}

/**
 * What a visitor can be told about tickets that have not won. The record of a draw lists the tickets in it, and
 * is published at the moment of the reveal, so nothing is said about draws to come.
 */
export function ticketNews(
  tickets: number,
  record: Pick<DrawRecord, 'number' | 'prizeName'> | undefined,
  found: number | undefined,
  /** Whether the stage has left the draw's winner. */
  over: boolean,
): TicketNews {
  const own = tickets === 1 ? 'Your ticket' : `Your ${tickets} tickets`;
  if (!record || found === undefined) {
    return {
      title: `${own} ${tickets === 1 ? 'is' : 'are'} on this device`,
      detail:
        'An entry counts once the team has verified it. Keep this page open: it says so if you win.',
    };
  }
  const { number, prizeName } = record;
  const be = (count: number) =>
    over ? (count === 1 ? 'was' : 'were') : count === 1 ? 'is' : 'are';
  const draw = over ? `draw ${number}` : 'this draw';
  const about = [...(over ? [] : [`Draw ${number}`]), ...(prizeName ? [prizeName] : [])].join(', ');
  const detail = `${about && `${about}. `}Checked on this device.`;
  if (found === tickets)
    return { title: `${own} ${be(tickets)} in ${draw}`, detail, present: true };
  if (found > 0) {
    const of = `${found} of ${countOf(tickets, 'ticket')} on this device`;
    return { title: `${of} ${be(found)} in ${draw}`, detail, present: true };
  }
  const has = over ? 'had' : 'has';
  const have = tickets === 1 ? `it ${has}` : `they ${over ? 'had' : 'have'}`;
  // Before the first record nobody has won, so there is one reason only.
  const won = number === 1 ? '' : `, or the phone number or e-mail address ${has} won`;
  return {
    title: `${own} ${be(tickets)} not in ${draw}${over ? '' : ' yet'}: ${have} not been verified${won}`,
    detail,
    present: false,
  };
}
