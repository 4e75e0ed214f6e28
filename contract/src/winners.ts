import { z } from 'zod';
import { place } from './draws.ts';
import { readHandover } from './handover.ts';
import { hash, id, requestId } from './ids.ts';
import { leadFileInput } from './lead-lists.ts';
import { line } from './text.ts';
import { moment } from './times.ts';

const HANDOVER_NOTE_MAX = 200;
const CODE = "Scan the code on the winner's phone, or type its six digits";

/** The QR code on the winner's phone, or the six digits below it. */
export const handoverInput = z
  .object({
    id: requestId,
    code: z
      .string(CODE)
      .max(200, { error: CODE, abort: true })
      .refine((typed) => readHandover(typed) !== undefined, CODE),
  })
  .meta({ id: 'HandoverRequest' });

/** A winner without a phone; the note says how the person was recognised. */
export const handoverByHand = z
  .object({
    id: requestId,
    place,
    note: line({ label: 'Note', required: 'Note is required', min: 1, max: HANDOVER_NOTE_MAX }),
  })
  .meta({ id: 'HandoverByHand' });

/** Which of a draw's winners it is about. */
export const placeQuery = z.object({ place });

/** Which prize goes to whom. The name is the one that everybody sees. */
export const handover = z
  .object({
    number: z.int(),
    place: z.int(),
    prizeName: z.string().nullable(),
    name: z.string(),
    ticket: hash,
    handedOverAt: moment.nullable(),
    /** As whom the phone entered that showed the code, if not with the ticket above: several people may share a number. */
    enteredAs: z.object({ name: z.string(), ticket: hash }).nullable(),
  })
  .meta({ id: 'Handover' });

/** A winner as administrators see them. Of one who was erased, the name says so. */
export const winner = z
  .object({
    number: z.int(),
    /** Which of the draw's winners, from 0 on. */
    place: z.int(),
    prizeId: id.nullable(),
    prizeName: z.string().nullable(),
    name: z.string(),
    phone: z.string().nullable(),
    /** The number in international form; null if it is not valid. */
    phoneE164: z.string().nullable(),
    email: z.string().nullable(),
    ticket: hash,
    drawnAt: moment,
    drawnBy: z.string(),
    /** What the audience called out; empty if nothing was. */
    phrase: z.string(),
    /** Without a note it was checked with the winner's phone. */
    handover: z
      .object({ at: moment, by: z.string().nullable(), note: z.string().nullable() })
      .nullable(),
    forfeited: z.object({ at: moment, reason: z.string() }).nullable(),
  })
  .meta({ id: 'Winner' });

export const winnersFileInput = leadFileInput
  .pick({ format: true, timeZone: true })
  .meta({ id: 'WinnersFile' });

export type Handover = z.infer<typeof handover>;
export type Winner = z.infer<typeof winner>;
