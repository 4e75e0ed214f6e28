import { z } from 'zod';
import { reference } from './ids.ts';
import { PHRASE_MAX_BYTES } from './stage.ts';
import { line } from './text.ts';
import { moment } from './times.ts';

export const VOID_REASON_MAX = 200;

const utf8 = new TextEncoder();

/** What the audience calls out. Kept composed (NFC), because it is hashed byte by byte. */
export const phrase = z
  .string('The phrase must be text')
  .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'The phrase contains characters that cannot be used')
  .overwrite((text) => text.normalize('NFC'))
  .refine((text) => utf8.encode(text).length <= PHRASE_MAX_BYTES, 'The phrase is too long');

const prizeId = reference('prize-not-found').nullable().default(null);

export const drawInput = z
  .object({ prizeId, phrase: phrase.default('') })
  .meta({ id: 'DrawRequest' });
export const sealInput = z.object({ prizeId }).meta({ id: 'SealRequest' });
export const drawingInput = z.object({ prizeId }).meta({ id: 'DrawingAnnouncement' });
export const voidInput = z
  .object({
    reason: line({
      called: 'Reason',
      required: 'Reason is required',
      min: 1,
      max: VOID_REASON_MAX,
    }).overwrite((text) => text.normalize('NFC')),
  })
  .meta({ id: 'VoidRequest' });

/** A SHA-256 in lower-case hex. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/, 'A hash is 64 hexadecimal digits');
const number = z.int().min(1);
// In one way of writing only, so that not even the case of a letter can change unnoticed.
const id = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'An id is a UUID in lower case')
  .meta({ format: 'uuid' });

/** Fixed and shown to everybody, but not drawn yet. */
export const sealedDraw = z
  .strictObject({
    number,
    prizeId: id.nullable(),
    commitment: hash,
    rosterSize: z.int().min(1),
    rosterHash: hash,
  })
  .meta({ id: 'SealedDraw' });

/** A draw that is over, with all that is needed to check it; a void one has a reason and no winner. */
export const drawRecord = z
  .strictObject({
    number,
    prizeId: id.nullable(),
    prizeName: z.string().nullable(),
    commitment: hash,
    seed: hash,
    rosterSize: z.int().min(1),
    rosterHash: hash,
    phrase: z.string(),
    previousRecord: hash,
    record: hash,
    winnerIndex: z.int().min(0).nullable(),
    winnerTickets: z.array(hash),
    drawnAt: moment,
    voidReason: z.string().nullable(),
  })
  .meta({ id: 'DrawRecord' });

/** Public: hashes and prizes, never a name, phone or e-mail. */
export const drawList = z
  .strictObject({
    eventId: id,
    nextNumber: number,
    nextCommitment: hash,
    sealed: sealedDraw.nullable(),
    draws: z.array(drawRecord),
  })
  .meta({ id: 'DrawList' });

export const drawWithRoster = drawRecord
  .extend({ roster: z.array(hash) })
  .meta({ id: 'DrawWithRoster' });

/** Who would be in the next draw, for those who run it. Names are a first name and an initial. */
export const eligiblePeople = z
  .object({
    people: z.int(),
    leads: z.int(),
    verified: z.int(),
    names: z.array(z.string()),
  })
  .meta({ id: 'EligiblePeople' });

export type SealedDraw = z.infer<typeof sealedDraw>;
export type DrawRecord = z.infer<typeof drawRecord>;
export type DrawList = z.infer<typeof drawList>;
export type DrawWithRoster = z.infer<typeof drawWithRoster>;
export type EligiblePeople = z.infer<typeof eligiblePeople>;
