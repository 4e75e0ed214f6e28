import type { DrawRecord } from '@drawbridge/contract/draws';
import { countOf } from '../../../lib/formats.ts';

export interface TicketNews {
  title: string;
  detail: string;
  /** Whether a ticket of this device was in the draw; undefined if that is not known. */
  present?: boolean;
}

/**
 * What a visitor can be told about tickets that have not won. Who is in a draw is public only with its record,
 * which is made at the moment of the reveal, so nothing is said about draws to come.
 */
export function ticketNews(
  tickets: number,
  record: Pick<DrawRecord, 'number' | 'prizeName'> | undefined,
  found: number | undefined,
): TicketNews {
  const own = tickets === 1 ? 'Your ticket' : `Your ${tickets} tickets`;
  const [is, it, has] = tickets === 1 ? ['is', 'it', 'has'] : ['are', 'they', 'have'];
  if (!record || found === undefined) {
    return {
      title: `${own} ${is} on this device`,
      detail:
        'An entry counts once the team has verified it. Keep this page open: it says so if you win.',
    };
  }
  const { number, prizeName } = record;
  const detail = `Draw ${number}${prizeName ? `, ${prizeName}` : ''}. Checked on this device.`;
  if (found === tickets) return { title: `${own} ${is} in this draw`, detail, present: true };
  if (found > 0) {
    const of = `${found} of ${countOf(tickets, 'ticket')} on this device`;
    return { title: `${of} ${found === 1 ? 'is' : 'are'} in this draw`, detail, present: true };
  }
  // Before the first record nobody has won, so there is one reason only.
  const won = number === 1 ? '' : ', or the phone number or e-mail address has won';
  return {
    title: `${own} ${is} not in this draw yet: ${it} ${has} not been verified${won}`,
    detail,
    present: false,
  };
}
