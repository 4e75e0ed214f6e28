import type { DrawList, DrawRecord } from '@drawbridge/contract/draws';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readSavedTickets } from '../../../shared/saved-entry-codes.ts';
import { raffleQueries } from '../api.ts';
import { type TicketNews, ticketNews } from './ticket-news.ts';
import type { OwnTicket } from './ticket-search.ts';

/** Larger rosters are left to the page that checks the draws: they are megabytes on every phone. */
const ROSTER_MAX = 5000;

export interface OwnWin {
  result: RaffleResult;
  ticket: OwnTicket;
}

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
  /** Whether the board is shown: rosters are read then, when every phone closes the winner by itself. */
  onBoard: boolean;
}

type TicketSearch = typeof import('./ticket-search.ts');

/**
 * What the draws mean for the tickets on this device. Everything is compared here; the server only gives
 * the record that it gives to everybody.
 */
export function useOwnTickets(input: OwnTicketsInput): OwnTickets {
  const { eventId, results, draws, enabled, onBoard } = input;
  const queries = useQueryClient();
  const [search, setSearch] = useState<TicketSearch>();
  const [saved] = useState(readSavedTickets);
  const here = enabled ? saved.filter((entry) => entry.eventId === eventId) : [];
  const holding = here.length > 0;

  useEffect(() => {
    // A device that cannot load it shows the raffle as to anybody else.
    if (holding) import('./ticket-search.ts').then(setSearch, () => {});
  }, [holding]);

  const tickets = search?.ticketsOf(eventId, here) ?? [];
  const wins = tickets.flatMap((ticket) => {
    const result = results.find(({ tickets: won }) => won.includes(ticket.hex));
    return result ? { result, ticket } : [];
  });
  const open = tickets.filter((ticket) => wins.every((win) => win.ticket !== ticket));

  // The live stream tells results, not whole records.
  const last = results.at(-1)?.number ?? 0;
  const outdated = draws?.draws.every(({ number }) => number !== last);
  useEffect(() => {
    if (holding && onBoard && last > 0 && outdated) {
      queries.invalidateQueries(raffleQueries.draws(eventId));
    }
  }, [holding, onBoard, last, outdated, queries, eventId]);

  const record = draws?.draws.findLast((each): each is DrawRecord => each.kind === 'draw');
  const readable = record !== undefined && record.rosterSize <= ROSTER_MAX;
  const { data: lines } = useQuery({
    ...raffleQueries.roster(eventId, record?.number ?? 0),
    enabled: onBoard && open.length > 0 && readable,
  });
  const found = lines && search?.countInRoster(lines.roster, open);

  return { wins, news: open.length > 0 ? ticketNews(open.length, record, found) : undefined };
}
