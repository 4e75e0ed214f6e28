// Loaded only on devices that hold a ticket, because it brings the hash functions along.
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { get } from '../../lib/api-client.ts';
import { ownWins } from '../../shared/own-wins.ts';
import { publicShapes } from '../../shared/public-shapes.ts';
import type { SavedTicket } from '../../shared/saved-entry-codes.ts';
import { ticketsOf } from '../../shared/ticket-search.ts';
import type { Win } from './use-wins.ts';

/** Compares the public results with the tickets here, so that no ticket is sent to the server. */
export async function findWins(eventId: string, saved: readonly SavedTicket[]): Promise<Win[]> {
  const event = encodeURIComponent(eventId);
  const results = await get<RaffleResult[]>(`/api/events/${event}/raffles`, {
    shape: publicShapes.results,
  });
  const wins = ownWins(results, ticketsOf(eventId, saved));
  if (wins.length === 0) return [];
  // Without the prizes, the win itself is still worth telling.
  const prizes = await get<Prize[]>(`/api/prizes?eventId=${event}`, {
    shape: publicShapes.prizes,
  }).catch(() => []);
  return wins.map(({ result, tickets }) => ({
    id: result.id,
    names: tickets.map(({ name }) => name),
    codes: tickets.map(({ code }) => code),
    prize: prizes.find(({ id }) => id === result.prizeId),
  }));
}
