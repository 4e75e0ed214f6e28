import { z } from 'zod';
import { hash, reference, requestId } from './ids.ts';
import { PHRASE_MAX_BYTES, versions } from './stage.ts';
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

/**
 * What is hashed of a phrase since version 3: one of its many spellings, so that the presenter cannot choose among them.
 * Only the server folds; checkers hash what it publishes.
 */
export function foldPhrase(typed: string): string {
  return typed
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\p{C}\p{P}\p{Variation_Selector}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

const prizeId = reference('prize-not-found').nullable().default(null);

const reason = line({
  label: 'Reason',
  required: 'Reason is required',
  min: 1,
  max: REASON_MAX,
});

/** The largest quantity of a prize, and so the most winners of a draw. */
export const QUANTITY_MAX = 1000;

/** How many winners the draw gives: all that are left of the prize, unless fewer are asked for. */
const winners = z
  .int('The number of winners must be a whole number')
  .min(1, 'A draw has at least one winner')
  .max(QUANTITY_MAX, `A draw has at most ${QUANTITY_MAX} winners`)
  .optional();
/** Which of a draw's winners, in the order in which they were drawn, from 0 on. */
export const place = z.coerce.number().int().min(0).max(QUANTITY_MAX).optional();

export const drawInput = z
  .object({ id: requestId, prizeId, phrase: phrase.default(''), winners })
  .meta({ id: 'DrawRequest' });
export const sealInput = z
  .object({
    id: requestId,
    prizeId,
    winners,
    round: z
      .int('The round must be a whole number')
      .min(1, 'The round must be a whole number')
      .max(Number.MAX_SAFE_INTEGER)
      .optional(),
  })
  .meta({ id: 'SealRequest' });
export const voidInput = z.object({ id: requestId, reason }).meta({ id: 'VoidRequest' });
export const forfeitInput = z
  .object({ id: requestId, reason, place })
  .meta({ id: 'ForfeitRequest' });
export const signature = z
  .string('A signature is 96 hexadecimal digits')
  .toLowerCase()
  .regex(/^[0-9a-f]{96}$/, 'A signature is 96 hexadecimal digits');
export const beaconInput = z.object({ signature }).meta({ id: 'BeaconRequest' });

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

/** Of everybody's tickets, how many are in the draw, and how many are not and why. */
const register = z
  .strictObject({
    hash,
    inDraw: z.int().min(0),
    removed: z.int().min(0),
    unverified: z.int().min(0),
    promoted: z.int().min(0),
    won: z.int().min(0),
  })
  .meta({ id: 'Register' });

/** What else is fixed before anybody can know the winners, since version 3. */
const seal = z
  .strictObject({
    hash,
    /** Of the prize; 0 for a general draw. */
    quantity: z.int().min(0).max(QUANTITY_MAX),
    /** How many winners the draw gives. */
    winners: z.int().min(1).max(QUANTITY_MAX),
    register,
    source: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('none') }),
      z.strictObject({ kind: z.literal('phrase') }),
      z.strictObject({
        kind: z.literal('beacon'),
        chain: hash,
        round: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
      }),
    ]),
  })
  .meta({ id: 'Seal' });

/** A draw whose roster is fixed and published, but which has no winner yet. */
export const sealedDraw = z
  .strictObject({
    number,
    prizeId: id.nullable(),
    commitment: hash,
    rosterSize: z.int().min(1),
    rosterHash: hash,
    sealedAt: time,
    /** Since version 3, with all that the seal's hash is made of. */
    seal: seal.optional(),
    prizeName: z.string().nullable().optional(),
    previousRecord: hash.optional(),
    /** Of a draw that is sealed for a beacon: every phone computes the winners itself. */
    seed: hash.nullable().optional(),
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

const person = z.strictObject({ name: z.string(), email: z.string().nullable() });
/** When and why the winner's name, e-mail and salt were erased; only in records where they were. */
const erased = z.strictObject({ at: time, because: z.enum(erasureReasons) }).optional();
const drawn = { kind: z.literal('draw'), ...common, ...prize };
const voided = { kind: z.literal('void'), ...common, ...prize };

/** A draw of version 2. The salt is null if the event shows its winners in a short form. */
export const drawRecord2 = z
  .strictObject({
    ...drawn,
    sealed: z.boolean(),
    sealedAt: time.nullable(),
    ...roster,
    phrase: z.string(),
    winnerIndex: z.int().min(0),
    winnerTickets: z.array(hash).min(1),
    winnerHash: hash,
    winnerSalt: salt.nullable(),
    winner: person.nullable(),
    erased,
  })
  .meta({ id: 'DrawRecord2' });

/** A sealed draw of version 2 that was voided. */
export const voidRecord2 = z
  .strictObject({ ...voided, ...roster, reason: z.string() })
  .meta({ id: 'VoidRecord2' });

/** The winner of an earlier draw has forfeited. */
export const forfeitRecord2 = z
  .strictObject({
    kind: z.literal('forfeit'),
    ...common,
    forfeits: number,
    reason: z.string(),
  })
  .meta({ id: 'ForfeitRecord2' });

/** One of a draw's winners, in the order in which they were drawn. */
const drawnWinner = z
  .strictObject({
    /** The line of the roster, and its tickets; `ticket` is the one that the name belongs to. */
    index: z.int().min(0),
    tickets: z.array(hash).min(1),
    ticket: hash,
    salt: salt.nullable(),
    winner: person.nullable(),
    erased,
  })
  .meta({ id: 'DrawnWinner' });

/** What was fixed, and the beacon's signature as soon as it is known. */
const sealing = { sealedAt: time, ...roster, seal, beacon: signature.nullable() };

export const drawRecord3 = z
  .strictObject({
    ...drawn,
    sealed: z.boolean(),
    ...sealing,
    phrase: z.string(),
    winners: z.array(drawnWinner).min(1),
  })
  .meta({ id: 'DrawRecord' });

export const voidRecord3 = z
  .strictObject({ ...voided, ...sealing, reason: z.string() })
  .meta({ id: 'VoidRecord' });

export const forfeitRecord3 = forfeitRecord2
  .extend({ place: z.int().min(0) })
  .meta({ id: 'ForfeitRecord' });

/** The event's record was set back to a backup. Its register says who was in the event then. */
const restoredRecord = z
  .strictObject({
    kind: z.literal('restored'),
    ...common,
    rosterSize: z.int().min(0),
    register,
    reason: z.string(),
  })
  .meta({ id: 'RestoredRecord' });

const ticketList = z.array(hash, 'The register is a list of tickets');
/** What a record has beside its facts: one line of sorted tickets per person. */
export const lines2 = {
  roster: z.array(
    z.array(hash, 'A line is a list of tickets').min(1, 'A line has at least one ticket'),
    'A roster is a list of lines',
  ),
};
/** Since version 3 also whom each line names, and all other tickets by why they are not in the draw. */
export const lines3 = {
  ...lines2,
  names: z.array(hash, 'There is a name for each line'),
  outside: z.strictObject({
    removed: ticketList,
    unverified: ticketList,
    promoted: ticketList,
    won: ticketList,
  }),
};

const records2 = z.discriminatedUnion('kind', [drawRecord2, voidRecord2, forfeitRecord2]);
const records3 = z.discriminatedUnion('kind', [
  drawRecord3,
  voidRecord3,
  forfeitRecord3,
  restoredRecord,
]);
export const raffleRecord = z.union([records3, records2]);

/** The records with what else belongs to them, as it is published or as it is kept. */
export const fullRecords2 = <Lines extends z.ZodRawShape>(lines: Lines) =>
  z.discriminatedUnion('kind', [
    drawRecord2.extend(lines),
    voidRecord2.extend(lines),
    forfeitRecord2,
  ]);
export const fullRecords3 = <Lines extends z.ZodRawShape>(lines: Lines) =>
  z.discriminatedUnion('kind', [
    drawRecord3.extend(lines),
    voidRecord3.extend(lines),
    forfeitRecord3,
    restoredRecord.extend(lines),
  ]);
export const recordWithRoster = z.union([fullRecords3(lines3), fullRecords2(lines2)]);

/** An event's records. */
export const listOf = <Two extends z.ZodType, Three extends z.ZodType, More extends z.ZodRawShape>(
  two: Two,
  three: Three,
  more: More,
) => {
  const facts = {
    eventId: id,
    nextNumber: number,
    nextCommitment: hash,
    sealed: sealedDraw.nullable(),
  };
  return z.discriminatedUnion('scheme', [
    z.strictObject({ scheme: z.literal(versions[2]), ...facts, draws: z.array(two), ...more }),
    z.strictObject({ scheme: z.literal(versions[3]), ...facts, draws: z.array(three), ...more }),
  ]);
};

/** Public: hashes, prizes and winners as the event publishes them, never a phone number. */
export const drawList = listOf(records2, records3, {}).meta({ id: 'DrawList' });

/** The hashes of a register's 256 buckets. */
export const registerHashes = z
  .object({ hash, size: z.int(), buckets: z.array(hash) })
  .meta({ id: 'RegisterHashes' });
/** The tickets that begin with one byte, as they are hashed: in hex. */
export const registerBucket = z
  .object({ count: z.int(), entries: z.string() })
  .meta({ id: 'RegisterBucket' });

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
export type Seal = z.infer<typeof seal>;
export type Register = z.infer<typeof register>;
export type DrawRecord2 = z.infer<typeof drawRecord2>;
export type DrawRecord3 = z.infer<typeof drawRecord3>;
export type VoidRecord3 = z.infer<typeof voidRecord3>;
export type DrawRecord = DrawRecord2 | DrawRecord3;
export type VoidRecord = z.infer<typeof voidRecord2> | VoidRecord3;
export type ForfeitRecord = z.infer<typeof forfeitRecord2> & { place?: number };
export type RestoredRecord = z.infer<typeof restoredRecord>;
export type RaffleRecord = DrawRecord | VoidRecord | ForfeitRecord | RestoredRecord;
export type DrawnWinner = z.infer<typeof drawnWinner>;
export type PublishedList = z.infer<typeof drawList>;
export type DrawList = Omit<PublishedList, 'draws'> & { draws: RaffleRecord[] };
export type EligiblePeople = z.infer<typeof eligiblePeople>;
