import { ticketName } from '@drawbridge/contract/ticket-names';
import {
  handover,
  handoverByHand,
  handoverInput,
  type Winner,
  winner,
  winnersFileInput,
} from '@drawbridge/contract/winners';
import { z } from 'zod';
import { Problem } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { recordAudit, recordFailure } from '../audit/store.ts';
import { findTimeZone, requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { createTableFile, fileTypes, nameFile } from '../files/table-file.ts';
import { drawParams, params } from '../raffle/routes.ts';
import { handOverByCode, handOverByHand, listWinners, undoHandover } from './store.ts';

const tags = ['winners'];
const settled = [
  'event-not-found',
  'not-assigned',
  'already-handed-over',
  'already-forfeited',
] as const;

/** Nobody guesses six digits at this rate; people who type them make mistakes. */
const WRONG_CODES_PER_MINUTE = 10;

export const winnerRoutes: Routes = async (app, { db, audit }) => {
  app.post(
    '/:eventId/handovers',
    {
      config: {
        who: 'users',
        problems: [
          ...settled,
          'handover-code-wrong',
          'handover-code-unclear',
          'handover-other-event',
          'too-many-wrong-codes',
        ],
      },
      schema: {
        tags,
        summary: "Hand over a prize, checked with the code on the winner's phone",
        params,
        body: handoverInput,
        response: { 200: handover },
      },
    },
    async (request) => {
      const user = await signedIn(request);
      const { eventId } = request.params;
      const subject = `wrong handover codes of ${user.id} at ${eventId}`;
      app.limits.count(request, subject, WRONG_CODES_PER_MINUTE, 'too-many-wrong-codes');
      let wrong = false;
      try {
        return await audit(
          request,
          (tx) => handOverByCode(tx, { eventId, user, code: request.body.code }),
          ({ number, enteredAs }) => ({
            kind: 'prize-handed-over',
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
        if (!wrong) app.limits.uncount(subject);
      }
    },
  );

  app.post(
    '/:eventId/draws/:number/handover',
    {
      config: { who: 'users', problems: [...settled, 'draw-not-found'] },
      schema: {
        tags,
        summary: 'Hand over a prize to a winner without a phone, with a note',
        params: drawParams,
        body: handoverByHand,
        response: { 200: handover },
      },
    },
    async (request) => {
      const { eventId, number } = request.params;
      const { note } = request.body;
      return audit(request, (tx, user) => handOverByHand(tx, { eventId, number, user, note }), {
        kind: 'prize-handed-over',
        eventId,
        details: { draw: number, checked: 'by hand' },
      });
    },
  );

  app.delete(
    '/:eventId/draws/:number/handover',
    {
      config: {
        who: 'users',
        problems: [
          'event-not-found',
          'draw-not-found',
          'not-assigned',
          'not-handed-over',
          'handover-not-yours',
        ],
      },
      schema: {
        tags,
        summary: 'Undo handing over a prize',
        params: drawParams,
        response: { 200: handover },
      },
    },
    async (request) => {
      const { eventId, number } = request.params;
      const record = { kind: 'handover-undone', eventId, details: { draw: number } } as const;
      return audit(request, (tx, user) => undoHandover(tx, { eventId, number, user }), record);
    },
  );

  app.get(
    '/:eventId/winners',
    {
      config: { problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'All winners with how to reach them and whether they have their prizes',
        params,
        response: { 200: z.array(winner) },
      },
    },
    async ({ params: { eventId } }) => {
      await requireEvent(db, eventId);
      return listWinners(db, eventId);
    },
  );

  app.post(
    '/:eventId/winners/export',
    {
      config: { scope: 'draws:read', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'A CSV file or workbook of the winners',
        params,
        body: winnersFileInput,
        produces: Object.values(fileTypes),
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const { eventId } = request.params;
      const ofEvent = await findTimeZone(db, eventId);
      const winners = await listWinners(db, eventId);
      await recordAudit(db, await signedIn(request), {
        kind: 'winners-exported',
        eventId,
        details: { winners: winners.length },
      });
      const { format, timeZone = ofEvent } = request.body;
      const columns = Object.keys(cells);
      const file = createTableFile({ format, timeZone, title: 'Winners', columns });
      const rows = winners.map((one) => Object.values(cells).map((read) => read(one)));
      const pieces = [...(rows.length > 0 ? [file.add(rows)] : []), file.end()];
      const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
      nameFile(reply, format, 'winners', eventId);
      return reply.type(fileTypes[format]).send(bytes as never) as never;
    },
  );
};

/** The columns of the file; times are in milliseconds. */
const cells: Record<string, (winner: Winner) => string | null> = {
  Prize: ({ prizeName }) => prizeName,
  Name: ({ name }) => name,
  Phone: ({ phone }) => phone,
  Email: ({ email }) => email,
  Ticket: ({ ticket }) => ticketName(ticket),
  'Drawn At': ({ drawnAt }) => milliseconds(drawnAt),
  'Drawn By': ({ drawnBy }) => drawnBy,
  Phrase: ({ phrase }) => phrase,
  'Handed Over At': ({ handover }) => milliseconds(handover?.at),
  'Handed Over By': ({ handover }) => handover?.by ?? null,
  Checked: ({ handover }) => handover && (handover.note === null ? 'phone' : 'by hand'),
  Note: ({ handover }) => handover?.note ?? null,
  'Forfeited At': ({ forfeited }) => milliseconds(forfeited?.at),
  Reason: ({ forfeited }) => forfeited?.reason ?? null,
};

function milliseconds(at: string | undefined): string | null {
  return at === undefined ? null : String(Date.parse(at));
}
