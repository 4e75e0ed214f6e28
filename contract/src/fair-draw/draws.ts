import { z } from 'zod';
import { hash } from '../core/ids.ts';
import { singleLine } from '../core/inputs/text.ts';
import { timestamp } from '../core/inputs/times.ts';
import { type ExclusionReason, PHRASE_MAX_BYTES, SCHEME } from './scheme.ts';

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

const REASON_MAX = 200;

/** The reason for a void or forfeit. */
export const reason = singleLine({
  label: 'Reason',
  required: 'Reason is required',
  min: 1,
  max: REASON_MAX,
}).describe('The reason, published in the record.');

/** The phrase of a draw that was held. */
export const drawnPhrase = phrase.min(1, 'The phrase is empty');

/** The largest quantity of a prize, and so the most winners of a draw. */
export const QUANTITY_MAX = 1000;
/** The most chances that a person can have in a draw. */
export const CHANCES_MAX = 1000;

/** A whole number of chances, for a lead or, as the event's limit, for a person. */
export const chances = z
  .int('Chances must be a whole number')
  .min(1, 'Chances must be at least 1')
  .max(CHANCES_MAX, `Chances must be at most ${CHANCES_MAX}`);

const WINNER_INDEX = "Which of the draw's winners, in the order in which they were drawn, from 0.";
export const winnerIndex = z.coerce
  .number()
  .int()
  .min(0)
  .max(QUANTITY_MAX)
  .optional()
  .describe(WINNER_INDEX);

/** A signature in lower case: with one allowed spelling, not even the case of a digit can change unnoticed. */
const signature = z
  .string('A signature is 96 hexadecimal digits')
  .regex(/^[0-9a-f]{96}$/, 'A signature is 96 hexadecimal digits')
  .describe("The beacon's signature, in hexadecimal digits.");
/** The reasons for an erasure: the person asked for it, or the event's retention period has passed. */
const erasureReasons = ['request', 'retention'] as const;
export type ErasureReason = (typeof erasureReasons)[number];

const salt = z.string().regex(/^[0-9a-f]{32}$/, 'A salt is 32 hexadecimal digits');
const u32 = z.int().min(0).max(0xffff_ffff);
const number = u32.min(1).describe("The draw's number in the event's record, from 1.");
// An id in lower case: with one allowed spelling, not even the case of a letter can change unnoticed.
const id = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'An id is a UUID in lower case')
  .meta({ format: 'uuid' });

const isoTime = z.iso.datetime({ offset: true });
const time = timestamp.refine(
  (value) => isoTime.safeParse(value).success,
  'A time is a date and a time of day in ISO 8601',
);

/** The reasons why a ticket is not in a draw. */
const excluded = {
  removed: 'Tickets of leads that were deleted, erased or moved to another event.',
  won: 'Tickets of winners, including those who forfeited.',
  unverified: 'Tickets of leads that were not verified.',
  promoted: 'Tickets of promoted leads.',
  related: 'Tickets of people who share a number or address with a winner.',
  absent: 'Tickets of people who have not answered the roll call.',
} as const satisfies Record<ExclusionReason, string>;

/** The facts about a roster and a register that screens show without loading them. */
const lists = {
  rosterSize: u32.describe('The number of people in the draw.'),
  totalChances: z.int().min(0).describe('The chances of all people together.'),
  mostChances: u32.describe('The greatest number of chances that a person has.'),
  withMostChances: u32.describe('The number of people with that many chances.'),
  registerCounts: z
    .strictObject({
      inDraw: u32.describe('Tickets in the draw.'),
      removed: u32.describe(excluded.removed),
      won: u32.describe(excluded.won),
      unverified: u32.describe(excluded.unverified),
      promoted: u32.describe(excluded.promoted),
      related: u32.describe(excluded.related),
      absent: u32.describe(excluded.absent),
    })
    .describe('The number of tickets in the draw, and of excluded tickets by reason.'),
  registerHash: hash.describe('The hash of the register.'),
};

const source = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('phrase') }),
    z.strictObject({
      kind: z.literal('beacon'),
      chain: hash.describe("The hash of the beacon's chain: drand's quicknet."),
      round: z.int().min(1).max(Number.MAX_SAFE_INTEGER).describe('The round that decides.'),
    }),
  ])
  .describe('The randomness besides the seed: none, a phrase of the audience, or a public beacon.');

/** All facts that are fixed before anybody can know the winners. */
const seal = {
  prizeId: id.nullable().describe('The id of the prize; null in a general draw.'),
  prizeName: z.string().nullable().describe('Null in a general draw.'),
  quantity: u32.describe("The prize's quantity; 0 in a general draw."),
  count: u32.describe('The number of winners of the draw.'),
  rollCall: u32.describe(
    'The roll call that everybody in the draw has answered; 0 if none was required.',
  ),
  maxChances: u32.describe('The most chances that a person could have.'),
  rosterHash: hash.describe('The hash of the roster.'),
  ...lists,
  sealedAt: time.describe('The time when the roster was published.'),
  source,
  sealHash: hash.describe('The hash of everything that was sealed.'),
};

const commitment = hash.describe('The hash of the seed, published before the draw.');
const previousRecord = hash.describe(
  'The hash of the previous record, which makes the records a chain.',
);

/** The last record as screens show it. A person who sees other digits was shown another record. */
export const shownRecord = z
  .strictObject({
    number,
    record: hash.describe('The hash of this record.'),
    people: z
      .strictObject({
        rosterSize: lists.rosterSize,
        totalChances: lists.totalChances,
        maxChances: seal.maxChances,
        mostChances: lists.mostChances,
        withMostChances: lists.withMostChances,
      })
      .nullable()
      .describe('The people in the draw; null for other kinds of records.'),
  })
  .meta({ id: 'ShownRecord' });

/** A draw whose roster is fixed and published, but which has no winner yet. */
export const sealedDraw = z
  .strictObject({
    number,
    commitment,
    seed: hash
      .nullable()
      .describe('Set if a beacon decides: then every phone computes the winners by itself.'),
    previousRecord,
    ...seal,
  })
  .meta({ id: 'SealedDraw' });

/** The fields that all kinds of records have. */
const common = {
  number,
  commitment,
  seed: hash.describe('The secret of the draw, published with its record.'),
  previousRecord,
  record: hash.describe('The hash of this record.'),
  at: time.describe('The time of the record.'),
};

const email = z
  .string()
  .nullable()
  .describe(
    'Masked unless the event shows winners in full; null if there is none, or it was erased.',
  );
/** A winner as the event shows it. */
export const shownPerson = { name: z.string(), email };

const index = u32.describe('The line of the roster, from 0.');

/** One of a draw's winners, in the order in which they were drawn. */
const drawnWinner = z
  .strictObject({
    index,
    tickets: z.array(hash).min(1).describe('All tickets of the winner.'),
    chances: u32.describe("The winner's number of chances."),
    ticket: hash.describe('The ticket that the name belongs to.'),
    salt: salt.nullable().describe('Null if the event shows its winners in a short form.'),
    winner: z.strictObject(shownPerson).nullable().describe('Null if it was erased.'),
    erased: z
      .strictObject({
        at: time,
        because: z
          .enum(erasureReasons)
          .describe('The reason: the person asked for it, or the retention period had passed.'),
      })
      .optional()
      .describe(
        "The time and reason of the erasure of the winner's name, e-mail and salt; missing if they were not erased.",
      ),
  })
  .meta({ id: 'DrawnWinner' });

/** A line that would have won a draw that was voided. */
const lostWinner = z.strictObject({ index, tickets: z.array(hash).min(1) });

const beacon = signature
  .nullable()
  .describe(
    'The signature of the beacon that decided; null until it is known, and where none does.',
  );

const drawRecord = z
  .strictObject({
    kind: z.literal('draw'),
    ...common,
    ...seal,
    phrase: z.string().nullable().describe('Null if the draw was not sealed for a phrase.'),
    beacon,
    winners: z
      .array(drawnWinner)
      .min(1)
      .describe('The winners, in the order in which they were drawn.'),
  })
  .meta({ id: 'DrawRecord' });

/** A sealed draw that was voided. */
const voidRecord = z
  .strictObject({
    kind: z.literal('void'),
    ...common,
    ...seal,
    beacon,
    wouldHaveWon: z.array(lostWinner).describe('Empty without the beacon.'),
    reason: z.string(),
  })
  .meta({ id: 'VoidRecord' });

/** The winner of an earlier draw has forfeited. */
const forfeitRecord = z
  .strictObject({
    kind: z.literal('forfeit'),
    ...common,
    forfeits: number.describe('The number of the draw whose winner has forfeited.'),
    place: u32.describe(WINNER_INDEX),
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
    removed: ticketList.describe(excluded.removed),
    won: ticketList.describe(excluded.won),
    unverified: ticketList.describe(excluded.unverified),
    promoted: ticketList.describe(excluded.promoted),
    related: ticketList.describe(excluded.related),
    absent: ticketList.describe(excluded.absent),
  },
  'The register is a list of tickets',
);

export const raffleRecord = z.discriminatedUnion('kind', [
  drawRecord,
  voidRecord,
  forfeitRecord,
  restoredRecord,
]);

/** The records with their rosters and registers, in published or in stored form. */
export const fullRecords = <Lists extends z.ZodRawShape>(rosterAndRegister: Lists) =>
  z.discriminatedUnion('kind', [
    drawRecord.extend(rosterAndRegister),
    voidRecord.extend(rosterAndRegister),
    forfeitRecord,
    restoredRecord.extend(rosterAndRegister),
  ]);
export const fullRecord = fullRecords({ roster: publishedRoster, register: publishedRegister });

export const rollCallNumber = u32
  .min(1)
  .describe('The second at which the roll call was opened, which names it.');

/** The number of leads that have answered a roll call, by way of answering. */
export const answersToRollCall = {
  byCode: u32.describe('Leads that were marked as here with their entry code.'),
  byVolunteers: u32.describe('Leads that volunteers have marked as here.'),
  byOrganisers: u32.describe('Leads that organisers have marked as here.'),
};

const rollCall = z
  .strictObject({
    rollCall: rollCallNumber,
    closedAt: time.nullable().describe('Null while it is open.'),
    ...answersToRollCall,
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
    nextNumber: number.describe('The number of the next draw.'),
    nextCommitment: hash.describe("The hash of the next draw's seed."),
    sealed: sealedDraw.nullable().describe('The draw that is sealed and has no winner yet.'),
    rollCalls: z.array(rollCall),
    draws: z.array(element),
    ...more,
  });

/** Public: hashes, prizes and winners as the event publishes them, never a phone number. */
export const drawList = listOf(raffleRecord, {}).meta({ id: 'DrawList' });

/** The hashes of a register's 256 buckets. */
export const registerHashes = z
  .object({
    hash: hash.describe('The hash of the register.'),
    size: z.int().describe('The number of tickets.'),
    buckets: z
      .array(hash)
      .describe('The hash of each bucket: of the tickets that begin with the byte 0, 1 and so on.'),
  })
  .meta({ id: 'RegisterHashes' });
/** The tickets that begin with one byte, as they are hashed. */
export const registerBucket = z
  .object({
    count: z.int().describe('The number of tickets.'),
    entries: z
      .string()
      .describe(
        'The tickets in order, in hexadecimal digits: 32 bytes, a byte for the status and, in the draw, the size and name of the line.',
      ),
  })
  .meta({ id: 'RegisterBucket' });

export type Seal = z.infer<z.ZodObject<typeof seal>>;
export type ListFacts = z.infer<z.ZodObject<typeof lists>>;
export type SealedDraw = z.infer<typeof sealedDraw>;
export type ShownRecord = z.infer<typeof shownRecord>;
export type DrawRecord = z.infer<typeof drawRecord>;
export type VoidRecord = z.infer<typeof voidRecord>;
export type ForfeitRecord = z.infer<typeof forfeitRecord>;
export type RestoredRecord = z.infer<typeof restoredRecord>;
export type RaffleRecord = z.infer<typeof raffleRecord>;
export type FullRecord = z.infer<typeof fullRecord>;
export type DrawnWinner = z.infer<typeof drawnWinner>;
export type RollCall = z.infer<typeof rollCall>;
export type DrawList = z.infer<typeof drawList>;
