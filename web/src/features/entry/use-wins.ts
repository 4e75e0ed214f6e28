import type { Prize } from '@drawbridge/contract/prizes';
import { useEffect, useState } from 'react';
import type { SavedTicket } from '../../shared/saved-entry-codes.ts';

/** What tickets of this device have won in one draw. */
export interface Win {
  id: string;
  names: string[];
  codes: string[];
  /** Missing after a general draw. */
  prize: Prize | undefined;
}

/**
 * The wins of the tickets on this device. They are looked for when the page is opened and whenever it comes
 * back into view, but not right after an entry, which can have won nothing yet.
 */
export function useWins(eventId: string, tickets: readonly SavedTicket[], fresh: boolean): Win[] {
  const [wins, setWins] = useState<Win[]>([]);

  useEffect(() => {
    if (tickets.length === 0) return;
    let left = false;
    const look = async () => {
      if (document.hidden) return;
      try {
        const { findWins } = await import('./find-wins.ts');
        const found = await findWins(eventId, tickets);
        if (!left) setWins(found);
      } catch {
        // A device that cannot read the results shows its tickets alone.
      }
    };
    if (!fresh) look();
    document.addEventListener('visibilitychange', look);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', look);
    };
  }, [eventId, tickets, fresh]);

  return wins;
}
