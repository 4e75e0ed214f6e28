import { z } from 'zod';
import { hash, reference, requestId } from './ids.ts';
import { PHRASE_MAX_BYTES, SCHEME } from './stage.ts';
import { line } from './text.ts';
import { moment } from './times.ts';

const REASON_MAX = 200;

const utf8 = new TextEncoder();

/** What the audience calls out, stored in NFC because its bytes are hashed. */
export const phrase = z
  .string('The phrase must be text')
  // The NFC form has at least two thirds as many bytes as the text has characters, so a much longer text is
  // rejected before it is normalised.
  .max(PHRASE_MAX_BYTES * 3, { error: 'The phrase is too long', abort: true })
  .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'The phrase contains characters that cannot be used')
  .overwrite((text) => text.normalize('NFC'))
  .refine((text) => utf8.encode(text).length <= PHRASE_MAX_BYTES, 'The phrase is too long');

const prizeId = reference('prize-not-found').nullable().default(null);

const reason = line({
  label: 'Reason',
  required: 'Reason is required',
  min: 1,
  max: REASON_MAX,
});

export const drawInput = z
  .object({ id: requestId, prizeId, phrase: phrase.default('') })
  .meta({ id: 'DrawRequest' });
export const sealInput = z.object({ id: requestId, prizeId }).meta({ id: 'SealRequest' });
export const voidInput = z.object({ id: requestId, reason }).meta({ id: 'VoidRequest' });
export const forfeitInput = z.object({ id: requestId, reason }).meta({ id: 'ForfeitRequest' });

/** Somebody is erased because they asked for it, or because the event's retention period has passed. */
const erasureReasons = ['request', 'retention'] as const;
export type ErasureReason = (typeof erasureReasons)[number];

const salt = z.string().regex(/^[0-9a-f]{32}$/, 'A salt is 32 hexadecimal digits');
const number = z.int().min(1).max(0xffff_ffff);
// Only one spelling is allowed, so that not even the case of a letter can change unnoticed.
const id = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'An id is a UUID in lower case')
  .meta({ format: 'uuid' });

const isoTime = z.iso.datetime({ offset: true });
const time = moment.refine(
  (value) => isoTime.safeParse(value).success,
  'A time is a date and a time of day in ISO 8601',
);

/** A draw whose roster is fixed and published, but which has no winner yet. */
export const sealedDraw = z
  .strictObject({
    number,
    prizeId: id.nullable(),
    commitment: hash,
    rosterSize: z.int().min(1),
    rosterHash: hash,
    sealedAt: time,
  })
  .meta({ id: 'SealedDraw' });

/** The fields that all kinds of records have. */
const common = {
  number,
  commitment: hash,
  seed: hash,
  previousRecord: hash,
  record: hash,
  at: time,
};
const prize = {
  prizeId: id.nullable(),
  prizeName: z.string().nullable(),
};
const roster = { rosterSize: z.int().min(1), rosterHash: hash };

/** A draw with a winner. The salt is null if the event shows its winners in a short form. */
export const drawRecord = z
  .strictObject({
    kind: z.literal('draw'),
    ...common,
    ...prize,
    sealed: z.boolean(),
    sealedAt: time.nullable(),
    ...roster,
    phrase: z.string(),
    winnerIndex: z.int().min(0),
    winnerTickets: z.array(hash).min(1),
    winnerHash: hash,
    winnerSalt: salt.nullable(),
    winner: z.strictObject({ name: z.string(), email: z.string().nullable() }).nullable(),
    /** When and why the winner's name, e-mail and salt were erased; only in records where they were. */
    erased: z.strictObject({ at: time, because: z.enum(erasureReasons) }).optional(),
  })
  .meta({ id: 'DrawRecord' });

/** A sealed draw that was voided. */
export const voidRecord = z
  .strictObject({
    kind: z.literal('void'),
    ...common,
    ...prize,
    ...roster,
    reason: z.string(),
  })
  .meta({ id: 'VoidRecord' });

/** The winner of an earlier draw has forfeited. */
export const forfeitRecord = z
  .strictObject({
    kind: z.literal('forfeit'),
    ...common,
    forfeits: number,
    reason: z.string(),
  })
  .meta({ id: 'ForfeitRecord' });

export const raffleRecord = z.discriminatedUnion('kind', [drawRecord, voidRecord, forfeitRecord]);

/** Public: hashes, prizes and winners as the event publishes them, never a phone number. */
export const drawList = z
  .strictObject({
    scheme: z.literal(SCHEME),
    eventId: id,
    nextNumber: number,
    nextCommitment: hash,
    sealed: sealedDraw.nullable(),
    draws: z.array(raffleRecord),
  })
  .meta({ id: 'DrawList' });

/** The roster: one line of sorted tickets per person. */
const lines = { roster: z.array(z.array(hash).min(1)) };

export const recordWithRoster = z.discriminatedUnion('kind', [
  drawRecord.extend(lines).meta({ id: 'DrawRecordWithRoster' }),
  voidRecord.extend(lines).meta({ id: 'VoidRecordWithRoster' }),
  forfeitRecord,
]);

/** The people in the next draw, for administrators. Names are a first name and an initial. */
export const eligiblePeople = z
  .object({
    people: z.int(),
    leads: z.int(),
    /** The numbers of leads that are not verified yet, and that were promoted out of the raffle. */
    pending: z.int(),
    promoted: z.int(),
    names: z.array(z.string()),
  })
  .meta({ id: 'EligiblePeople' });

export type SealedDraw = z.infer<typeof sealedDraw>;
export type DrawRecord = z.infer<typeof drawRecord>;
export type VoidRecord = z.infer<typeof voidRecord>;
export type ForfeitRecord = z.infer<typeof forfeitRecord>;
export type RaffleRecord = z.infer<typeof raffleRecord>;
export type DrawList = z.infer<typeof drawList>;
export type EligiblePeople = z.infer<typeof eligiblePeople>;
