import { z } from 'zod';
import { hash, reference, requestId } from './ids.ts';
import { PHRASE_MAX_BYTES, SCHEME } from './stage.ts';
import { line } from './text.ts';
import { moment } from './times.ts';

const REASON_MAX = 200;

const utf8 = new TextEncoder();

/** The words that the audience calls out, stored in NFC because their bytes are hashed. */
export const phrase = z
  .string('The phrase must be text')
  // The NFC form has at least two thirds as many bytes as the text has characters, so a much longer text is
  // rejected before it is normalised.
  .max(PHRASE_MAX_BYTES * 3, { error: 'The phrase is too long', abort: true })
  .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'The phrase contains characters that cannot be used')
  .overwrite((text) => text.normalize('NFC'))
  .refine((text) => utf8.encode(text).length <= PHRASE_MAX_BYTES, 'The phrase is too long');

/** A phrase that a draw was held with. */
export const drawnPhrase = phrase.min(1, 'The phrase is empty');

const prizeId = reference('prize-not-found').nullable().default(null);

const reason = line({
  label: 'Reason',
  required: 'Reason is required',
  min: 1,
  max: REASON_MAX,
});

/** The largest quantity of a prize, and so the most winners of a draw. */
export const QUANTITY_MAX = 1000;
/** The most chances that a person can have in a draw. */
export const CHANCES_MAX = 1000;

/** A whole number of chances, of a lead or, at most, of a person in an event. */
export const chances = z
  .int('Chances must be a whole number')
  .min(1, 'Chances must be at least 1')
  .max(CHANCES_MAX, `Chances must be at most ${CHANCES_MAX}`);

/** How many winners the draw gives: all that are left of the prize, unless fewer are asked for. */
const count = z
  .int('The number of winners must be a whole number')
  .min(1, 'A draw has at least one winner')
  .max(QUANTITY_MAX, `A draw has at most ${QUANTITY_MAX} winners`)
  .optional();
/** Limits the draw to the people who have answered the latest roll call. */
const onlyHere = z.boolean('onlyHere must be true or false').default(false);
/** Which of a draw's winners, in the order in which they were drawn, from 0 on. */
export const place = z.coerce.number().int().min(0).max(QUANTITY_MAX).optional();

export const drawInput = z
  .object({ id: requestId, prizeId, phrase: phrase.default(''), count, onlyHere })
  .meta({ id: 'DrawRequest' });
export const sealInput = z
  .object({
    id: requestId,
    prizeId,
    count,
    onlyHere,
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
const u32 = z.int().min(0).max(0xffff_ffff);
const number = u32.min(1);
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

/** The facts about a roster and a register that screens show without loading them. */
const lists = {
  /** How many people are in the draw. */
  rosterSize: u32,
  totalChances: z.int().min(0),
  /** The greatest number of chances that somebody has, and how many people have it. */
  mostChances: u32,
  withMostChances: u32,
  /** How many tickets are in the draw, and how many are not, by the reason. */
  registerCounts: z.strictObject({
    inDraw: u32,
    removed: u32,
    won: u32,
    unverified: u32,
    promoted: u32,
    related: u32,
    absent: u32,
  }),
  registerHash: hash,
};

const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('phrase') }),
  z.strictObject({
    kind: z.literal('beacon'),
    chain: hash,
    round: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  }),
]);

/** Everything that is fixed before anybody can know the winners. */
const seal = {
  prizeId: id.nullable(),
  prizeName: z.string().nullable(),
  /** The prize's quantity; 0 for a general draw. */
  quantity: u32,
  /** How many winners the draw gives. */
  count: u32,
  /** The roll call that everybody in the draw has answered; 0 if none was asked for. */
  rollCall: u32,
  maxChances: u32,
  rosterHash: hash,
  ...lists,
  sealedAt: time,
  source,
  sealHash: hash,
};

/** A draw whose roster is fixed and published, but which has no winner yet. */
export const sealedDraw = z
  .strictObject({
    number,
    commitment: hash,
    /** Set if a beacon decides: then every phone computes the winners by itself. */
    seed: hash.nullable(),
    previousRecord: hash,
    ...seal,
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

const person = z.strictObject({ name: z.string(), email: z.string().nullable() });

/** One of a draw's winners, in the order in which they were drawn. */
const drawnWinner = z
  .strictObject({
    /** The line of the roster, with its tickets and chances. */
    index: u32,
    tickets: z.array(hash).min(1),
    chances: u32,
    /** The ticket that the name belongs to. */
    ticket: hash,
    /** Null if the event shows its winners in a short form. */
    salt: salt.nullable(),
    winner: person.nullable(),
    /** When and why the winner's name, e-mail and salt were erased; only if they were. */
    erased: z.strictObject({ at: time, because: z.enum(erasureReasons) }).optional(),
  })
  .meta({ id: 'DrawnWinner' });

/** A line that would have won a draw that was voided. */
const lostWinner = z.strictObject({ index: u32, tickets: z.array(hash).min(1) });

/** The beacon's signature as soon as it is known; null if the draw was not sealed for one. */
const beacon = signature.nullable();

const drawRecord = z
  .strictObject({
    kind: z.literal('draw'),
    ...common,
    ...seal,
    /** Null if the draw was not sealed for a phrase. */
    phrase: z.string().nullable(),
    beacon,
    winners: z.array(drawnWinner).min(1),
  })
  .meta({ id: 'DrawRecord' });

/** A sealed draw that was voided. */
const voidRecord = z
  .strictObject({
    kind: z.literal('void'),
    ...common,
    ...seal,
    beacon,
    /** Empty without the beacon. */
    wouldHaveWon: z.array(lostWinner),
    reason: z.string(),
  })
  .meta({ id: 'VoidRecord' });

/** The winner of an earlier draw has forfeited. */
const forfeitRecord = z
  .strictObject({
    kind: z.literal('forfeit'),
    ...common,
    /** The number of the draw, and which of its winners, from 0 on. */
    forfeits: number,
    place: u32,
    reason: z.string(),
  })
  .meta({ id: 'ForfeitRecord' });

/** The event was restored from a backup. The register says who was in it then. */
const restoredRecord = z
  .strictObject({ kind: z.literal('restored'), ...common, ...lists, reason: z.string() })
  .meta({ id: 'RestoredRecord' });

const ticketList = z.array(hash, 'The register is a list of tickets');

/** The roster: three lists with an element for each person. */
export const publishedRoster = z
  .strictObject(
    {
      tickets: z.array(
        z.array(hash, 'A line is a list of tickets').min(1, 'A line has at least one ticket'),
        'A roster is a list of lines',
      ),
      nameHashes: z.array(hash, 'Each line has a name hash and chances'),
      chances: z.array(u32, 'Each line has a name hash and chances'),
    },
    'A roster is a list of lines',
  )
  .refine(
    ({ tickets, nameHashes, chances }) =>
      nameHashes.length === tickets.length && chances.length === tickets.length,
    'Each line has a name hash and chances',
  );

/** All other tickets of the event, sorted, by the reason why they are not in the draw. */
export const publishedRegister = z.strictObject(
  {
    removed: ticketList,
    won: ticketList,
    unverified: ticketList,
    promoted: ticketList,
    related: ticketList,
    absent: ticketList,
  },
  'The register is a list of tickets',
);

export const raffleRecord = z.discriminatedUnion('kind', [
  drawRecord,
  voidRecord,
  forfeitRecord,
  restoredRecord,
]);

/** The records with their rosters and registers, as they are published or as they are stored. */
export const fullRecords = <Lists extends z.ZodRawShape>(rosterAndRegister: Lists) =>
  z.discriminatedUnion('kind', [
    drawRecord.extend(rosterAndRegister),
    voidRecord.extend(rosterAndRegister),
    forfeitRecord,
    restoredRecord.extend(rosterAndRegister),
  ]);
export const fullRecord = fullRecords({ roster: publishedRoster, register: publishedRegister });

/** A roll call: the second of its opening, which names it, and how many leads have answered it. */
const rollCall = z
  .strictObject({
    rollCall: number,
    /** Null while it is open. */
    closedAt: time.nullable(),
    byCode: u32,
    byVolunteers: u32,
    byOrganisers: u32,
  })
  .meta({ id: 'RollCall' });

/** An event's records, in order of their numbers, with the roll calls that they ask for. */
export const listOf = <Element extends z.ZodType, More extends z.ZodRawShape>(
  element: Element,
  more: More,
) =>
  z.strictObject({
    scheme: z.literal(SCHEME),
    eventId: id,
    nextNumber: number,
    nextCommitment: hash,
    sealed: sealedDraw.nullable(),
    rollCalls: z.array(rollCall),
    draws: z.array(element),
    ...more,
  });

/** Public: hashes, prizes and winners as the event publishes them, never a phone number. */
export const drawList = listOf(raffleRecord, {}).meta({ id: 'DrawList' });

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

export type Seal = z.infer<z.ZodObject<typeof seal>>;
export type ListFacts = z.infer<z.ZodObject<typeof lists>>;
export type SealedDraw = z.infer<typeof sealedDraw>;
export type DrawRecord = z.infer<typeof drawRecord>;
export type VoidRecord = z.infer<typeof voidRecord>;
export type ForfeitRecord = z.infer<typeof forfeitRecord>;
export type RestoredRecord = z.infer<typeof restoredRecord>;
export type RaffleRecord = z.infer<typeof raffleRecord>;
export type FullRecord = z.infer<typeof fullRecord>;
export type DrawnWinner = z.infer<typeof drawnWinner>;
export type RollCall = z.infer<typeof rollCall>;
export type DrawList = z.infer<typeof drawList>;
export type EligiblePeople = z.infer<typeof eligiblePeople>;
