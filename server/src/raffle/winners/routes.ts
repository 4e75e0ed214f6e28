import { fileTypes } from '@drawbridge/contract/core/files/file-types';
import { winnerCalls } from '@drawbridge/contract/raffle/calls/winners';
import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import { recordAudit, recordFailure } from '../../core/change/audit-log.ts';
import { feature } from '../../core/feature.ts';
import { createTableFile, nameFile } from '../../core/files/table-file.ts';
import { Problem } from '../../errors.ts';
import { findTimeZone, requireEvent } from '../../events/events/store.ts';
import { handOverByCode, handOverByHand, listWinners, setReached, undoHandover } from './store.ts';
import { winnerColumns, winnerRow } from './winner-file.ts';

/** Too few to guess six digits, and enough for typing errors. */
const WRONG_CODES_PER_MINUTE = 10;

export const winners = feature(winnerCalls, ({ db }, { limits }) => ({
  handOverPrizeByCode: async ({ params: { eventId }, body: { code }, user, change, request }) => {
    const subject = `wrong handover codes of ${user.id} at ${eventId}`;
    limits.count(request, subject, WRONG_CODES_PER_MINUTE, 'too-many-wrong-codes');
    let wrong = false;
    try {
      return await change(
        (tx) => handOverByCode(tx, { eventId, user, code }),
        ({ number, enteredAs }) => ({
          eventId,
          details: {
            draw: number,
            checked: 'phone',
            ...(enteredAs && { ticket: ticketName(enteredAs.ticket) }),
          },
        }),
      );
    } catch (error) {
      wrong = error instanceof Problem && error.code === 'handover-code-wrong';
      if (wrong) await recordFailure(db, user, { kind: 'handover-code-wrong', eventId });
      throw error;
    } finally {
      if (!wrong) limits.uncount(subject);
    }
  },
  handOverPrize: ({ params: { eventId, number }, body: { note, place }, change }) =>
    change((tx, user) => handOverByHand(tx, { eventId, number, place, user, note }), {
      eventId,
      details: { draw: number, checked: 'by hand' },
    }),
  deleteHandover: ({ params: { eventId, number }, query: { place }, change }) =>
    change((tx, user) => undoHandover(tx, { eventId, number, place, user }), {
      eventId,
      details: { draw: number },
    }),
  markReached: ({ params: { eventId, number }, body: { place }, change }) =>
    change((tx, { id: by }) => setReached(tx, { eventId, number, place, by }), {
      eventId,
      details: { draw: number },
    }),
  deleteReached: ({ params: { eventId, number }, query: { place }, change }) =>
    change((tx) => setReached(tx, { eventId, number, place, by: null }), {
      eventId,
      details: { draw: number },
    }),
  getEventWinners: async ({ params: { eventId } }) => {
    await requireEvent(db, eventId);
    return listWinners(db, eventId);
  },
  exportWinners: async ({ params: { eventId }, body, user, reply }) => {
    const eventTimeZone = await findTimeZone(db, eventId);
    const winners = await listWinners(db, eventId);
    await recordAudit(db, user, {
      kind: 'winners-exported',
      eventId,
      details: { winners: winners.length },
    });
    const { format, timeZone = eventTimeZone } = body;
    const file = createTableFile({ format, timeZone, title: 'Winners', columns: winnerColumns });
    const rows = winners.map(winnerRow);
    const pieces = [...(rows.length > 0 ? [file.add(rows)] : []), file.end()];
    const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
    nameFile(reply, format, 'winners', eventId);
    return reply.type(fileTypes[format]).send(bytes);
  },
}));
