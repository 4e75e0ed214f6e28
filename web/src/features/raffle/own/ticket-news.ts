import type { DrawRecord } from '@drawbridge/contract/draws';
import { countOf } from '../../../lib/formats.ts';

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
