import { z } from 'zod';
import { fileFormat, fileTimeZone } from '../core/files/file-inputs.ts';
import { hash, id, requestId } from '../core/ids.ts';
import { singleLine } from '../core/inputs/text.ts';
import { timestamp } from '../core/inputs/times.ts';
import { winnerIndex } from '../fair-draw/draws.ts';
import { readHandover } from './handover.ts';

const HANDOVER_NOTE_MAX = 200;
const CODE = "Scan the code on the winner's phone, or type its six digits";

/** The QR code on the winner's phone, or the six digits below it. */
export const handoverInput = z
  .object({
    id: requestId,
    code: z
      .string(CODE)
      .max(200, { error: CODE, abort: true })
      .refine((typed) => readHandover(typed) !== undefined, CODE)
      .describe("The code on the winner's phone: six digits, or what its QR code contains."),
  })
  .meta({ id: 'HandoverRequest' });

/** A handover to a winner without a phone. The note says how the person was recognised. */
export const handoverByHand = z
  .object({
    id: requestId,
    place: winnerIndex.describe('The index of the winner, from 0.'),
    note: singleLine({
      label: 'Note',
      required: 'Note is required',
      min: 1,
      max: HANDOVER_NOTE_MAX,
    }).describe(
      `How you identified the winner without a phone, 1 to ${HANDOVER_NOTE_MAX} characters.`,
    ),
  })
  .meta({ id: 'HandoverByHand' });

/** Selects one of a draw's winners. */
export const placeQuery = z.object({
  place: winnerIndex.describe('The index of the winner, from 0.'),
});

/** The winner whom an organiser has reached, by phone or message. */
export const reachedInput = z
  .object({ id: requestId, place: winnerIndex.describe('The index of the winner, from 0.') })
  .meta({ id: 'ReachedRequest' });

export const reachedWinner = z
  .object({
    number: z.int().describe("The number of the draw in the event's record, from 1."),
    place: z.int().describe('The index of the winner, from 0.'),
    name: z.string().describe('The name as organisers see it.'),
    reachedAt: timestamp.nullable().describe('Null if it was undone.'),
  })
  .meta({ id: 'ReachedWinner' });

/** A handover: the prize and its winner. The name is the public one. */
export const handover = z
  .object({
    number: z.int().describe("The number of the draw in the event's record, from 1."),
    place: z.int().describe('The index of the winner, from 0.'),
    prizeName: z.string().nullable().describe('Null in a general draw.'),
    name: z.string().describe('The name as published.'),
    ticket: hash.describe("The hash that stands for the winner's lead in public."),
    handedOverAt: timestamp
      .nullable()
      .describe('The time of the handover; null if the prize has not been handed over.'),
    enteredAs: z
      .object({ name: z.string(), ticket: hash })
      .nullable()
      .describe(
        'The entrant whose phone showed the code, if not with this ticket: several people may share a number. Otherwise null.',
      ),
  })
  .meta({ id: 'Handover' });

/** A winner as administrators see them. The name of an erased winner says so. */
export const winner = z
  .object({
    number: z.int().describe("The number of the draw in the event's record, from 1."),
    place: z.int().describe('The index of the winner, from 0.'),
    prizeId: id.nullable().describe('Null in a general draw.'),
    prizeName: z.string().nullable().describe('Null in a general draw.'),
    name: z.string().describe('The name; `Erased` if the winner was erased.'),
    phone: z.string().nullable().describe('Null if the winner was erased.'),
    phoneE164: z
      .string()
      .nullable()
      .describe('The number in international form; null if it is not valid.'),
    email: z.string().nullable().describe('Null if none was given, or the winner was erased.'),
    ticket: hash.describe("The hash that stands for the winner's lead in public."),
    drawnAt: timestamp,
    drawnBy: z.string(),
    phrase: z.string().describe('The phrase of the audience; empty if there was none.'),
    chances: z.int().describe('The number of chances of the winner.'),
    totalChances: z.int().describe('The number of chances of all people in the draw.'),
    people: z.int().describe('The number of people in the draw.'),
    rollCall: z
      .int()
      .describe('The roll call that the draw was limited to; 0 if everybody took part.'),
    here: z.boolean().describe('True if the winner has answered the latest roll call.'),
    reached: z
      .object({ at: timestamp, by: z.string().nullable().describe('Null if the user is unknown.') })
      .nullable()
      .describe('Null until an organiser has noted that the winner knows of the win.'),
    handover: z
      .object({
        at: timestamp,
        by: z.string().nullable().describe('Null if unknown.'),
        note: z
          .string()
          .nullable()
          .describe(
            'How the winner was identified without a phone; null if the phone was checked.',
          ),
      })
      .nullable()
      .describe('Null until the winner has got the prize.'),
    forfeited: z
      .object({ at: timestamp, reason: z.string().describe('The reason for the forfeit.') })
      .nullable()
      .describe('Null while the win stands.'),
  })
  .meta({ id: 'Winner' });

export const winnersFileInput = z
  .object({ format: fileFormat, timeZone: fileTimeZone })
  .meta({ id: 'WinnersFile' });

export type Handover = z.infer<typeof handover>;
export type ReachedWinner = z.infer<typeof reachedWinner>;
export type Winner = z.infer<typeof winner>;
