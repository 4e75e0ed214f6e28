import type { DrawRecord } from '@drawbridge/contract/draws';
import { countOf } from '../../../lib/formats.ts';

export interface TicketNews {
  title: string;
  detail: string;
  /** Whether a ticket of this device was in the draw; undefined if that is not known. */
  present?: boolean;
}

/**
 * What a visitor can be told about tickets that have not won. Who is in a draw is public only once it has
 * been held, so nothing is said about draws to come.
 */
export function ticketNews(
  tickets: number,
  record: Pick<DrawRecord, 'number'> | undefined,
  found: number | undefined,
): TicketNews {
  const own = tickets === 1 ? 'Your ticket' : `Your ${tickets} tickets`;
  const [is, was] = tickets === 1 ? ['is', 'was'] : ['are', 'were'];
  if (!record || found === undefined) {
    return {
      title: `${own} ${is} on this device`,
      detail: 'Keep this page open: it says so if you win.',
    };
  }
  const draw = `draw ${record.number}`;
  if (found === tickets) {
    return { title: `${own} ${was} in ${draw}`, detail: 'Checked on this device.', present: true };
  }
  if (found > 0) {
    return {
      title: `${found} of ${countOf(tickets, 'ticket')} on this device ${found === 1 ? 'was' : 'were'} in ${draw}`,
      detail: WHY_NOT,
      present: true,
    };
  }
  // Before the first record nobody has won, so there is one reason only.
  const first = record.number === 1;
  return {
    title: `${own} ${was} not in ${draw}${first ? `: ${tickets === 1 ? 'it' : 'they'} had not been verified` : ''}`,
    detail: first ? 'An entry is in the draws once the team has verified it.' : WHY_NOT,
    present: false,
  };
}

const WHY_NOT =
  'A ticket is left out while it has not been verified, and when its phone number or e-mail address has won.';
