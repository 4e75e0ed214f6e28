import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import type { Winner } from '@drawbridge/contract/raffle/winners';

/** The columns of a file with winners. Times are in milliseconds. */
const cells: Record<string, (winner: Winner) => string | null> = {
  Prize: ({ prizeName }) => prizeName,
  Name: ({ name }) => name,
  Phone: ({ phone }) => phone,
  Email: ({ email }) => email,
  Ticket: ({ ticket }) => ticketName(ticket),
  'Drawn At': ({ drawnAt }) => milliseconds(drawnAt),
  'Drawn By': ({ drawnBy }) => drawnBy,
  Phrase: ({ phrase }) => phrase,
  'Reached At': ({ reached }) => milliseconds(reached?.at),
  'Handed Over At': ({ handover }) => milliseconds(handover?.at),
  'Handed Over By': ({ handover }) => handover?.by ?? null,
  Checked: ({ handover }) => handover && (handover.note === null ? 'phone' : 'by hand'),
  Note: ({ handover }) => handover?.note ?? null,
  'Released At': ({ forfeited }) => milliseconds(forfeited?.at),
  Reason: ({ forfeited }) => forfeited?.reason ?? null,
};

function milliseconds(at: string | undefined): string | null {
  return at === undefined ? null : String(Date.parse(at));
}

export const winnerColumns = Object.keys(cells);

export function winnerRow(winner: Winner): (string | null)[] {
  return Object.values(cells).map((read) => read(winner));
}
