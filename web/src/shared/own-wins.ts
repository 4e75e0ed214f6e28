import type { RaffleResult } from '@drawbridge/contract/raffle';
import { shortName } from '@drawbridge/contract/stage';
import type { OwnTicket } from './ticket-search.ts';

/** A result that tickets of this device have won. */
export interface OwnWin {
  result: RaffleResult;
  /** The ticket that was drawn; all tickets of the winner if the drawn one cannot be told. */
  tickets: OwnTicket[];
}

/**
 * One win per result. A person's tickets win together, but only one of them has the name that the stage
 * shows, and this is the name that the presenter compares.
 */
export function ownWins(results: readonly RaffleResult[], tickets: readonly OwnTicket[]): OwnWin[] {
  return results.flatMap((result) => {
    const winning = tickets.filter(({ hex }) => result.tickets.includes(hex));
    const drawn = winning.filter(({ name }) => isShownAs(name, result.winner.name));
    if (winning.length === 0) return [];
    return { result, tickets: drawn.length > 0 ? drawn : winning };
  });
}

/** Whether an event would publish this name as the given one, in full or shortened. */
function isShownAs(name: string, shown: string): boolean {
  return [name, shortName(name)].some((each) => fold(each) === fold(shown));
}

/** The server tidies the names that it gets. */
function fold(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}
