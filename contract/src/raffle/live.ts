import { z } from 'zod';
import { hash, id } from '../core/ids.ts';
import { timestamp } from '../core/inputs/times.ts';
import { sealedDraw, shownRecord } from '../fair-draw/draws.ts';
import { prize } from './prizes.ts';
import { applause, raffleResult, rehearsalChange, stageState, ticketDigits } from './raffle.ts';
import { openRollCall } from './roll-calls.ts';
import { type LiveKind, liveKinds } from './stage.ts';

/** The number and commitment of the next draw. */
const upcoming = { nextNumber: z.int(), nextCommitment: hash };

/** The state of the stage, and the time of the database's clock at which it was read. All screens follow that clock. */
const stageFields = { stage: stageState, now: z.int() };

/**
 * The whole state, for a page that has just connected or has missed too much. It may be older than the time in the
 * following message.
 */
export const liveSnapshot = z
  .object({
    prizes: z.array(prize),
    results: z.array(raffleResult),
    sealed: sealedDraw.nullable(),
    rollCall: openRollCall.nullable(),
    lastRecord: shownRecord.nullable(),
    stage: stageState,
    ...upcoming,
  })
  .meta({ id: 'LiveSnapshot' });

/** A new record, and the state after it. */
const recorded = { number: z.int(), lastRecord: shownRecord, ...stageFields, ...upcoming };

const liveSealed = z.object({ ...sealedDraw.shape, ...upcoming });
const liveDrawn = z.object({
  /** The first winner, and all of them. */
  result: raffleResult,
  winners: z.array(raffleResult),
  ...recorded,
});
const liveVoided = z.object({ reason: z.string(), ...recorded });
const liveForfeited = z.object({
  /** The number of the draw whose winner has forfeited. */
  forfeits: z.int(),
  place: z.int(),
  prizeId: id.nullable(),
  reason: z.string(),
  ...recorded,
});

const livePrizes = z.object({ prizes: z.array(prize) });
const liveHandedOver = z.object({
  number: z.int(),
  place: z.int(),
  handedOverAt: timestamp.nullable(),
});
const liveEligible = z.object({
  /** The number of persons in the next draw. */
  people: z.int(),
  /** The chances of all of them together; null if the event gives everybody one. */
  chances: z.int().nullable(),
  /** The most frequent first bytes of their tickets and a rare one, which give the ticket names their animals. */
  animals: z.array(z.object({ byte: z.int().min(0).max(255), tickets: z.int() })),
  /** The first digits of newly verified tickets, the latest first. */
  joined: z.array(ticketDigits),
});
const nothing = z.object({});

/** The events of the stream and the data of each. */
export const liveMessages = {
  snapshot: liveSnapshot,
  sealed: liveSealed,
  drawn: liveDrawn,
  voided: liveVoided,
  forfeited: liveForfeited,
  prizes: livePrizes,
  /** The sponsors have changed. Logos are large, so pages that show them fetch them again. */
  sponsors: nothing,
  /** The event's own name, date, location or status has changed. */
  event: nothing,
  /** The presenter shows something else, or a draw has started or was cancelled. */
  stage: z.object(stageFields),
  /** A winner got the prize. `handedOverAt` is null if the handover was undone. */
  'handed-over': liveHandedOver,
  /** The eligible persons may have changed: administrators' pages fetch more about them. */
  eligible: liveEligible,
  /** A roll call was opened or closed, or more people have answered it; null if none is open. */
  'roll-call': z.object({
    current: openRollCall.nullable(),
    /** The first digits of some tickets that have just answered. */
    answered: z.array(ticketDigits),
  }),
  /** The applause of the last second. */
  applause,
  /** The rehearsal on walls and remotes; null at its end. */
  rehearsal: rehearsalChange,
  /** The event was deleted. */
  deleted: nothing,
  heartbeat: z.object({ now: z.int() }),
} as const satisfies Record<LiveKind, z.ZodType>;

/** A message for a page that polls every few seconds because it has no stream; `data` is as in the stream. */
export const missedMessage = z
  .object({
    id: z.int().optional().describe('The number of the message, to send back as `after`.'),
    kind: z.enum(liveKinds),
    data: z.looseObject({}).describe('The data of the message, by its kind.'),
  })
  .meta({ id: 'MissedMessage' });

export const leadCount = z.object({ eventId: id, leads: z.int() });

/** The message of the administrators' stream. */
export const leadCounts = z
  .object({
    counts: z.array(leadCount),
    /** True if the list contains all events, false if only the changed ones. */
    complete: z.boolean(),
  })
  .meta({ id: 'LeadCounts' });

export type LeadCount = z.infer<typeof leadCount>;
export type LeadCounts = z.infer<typeof leadCounts>;
export type LiveData<Kind extends LiveKind> = z.infer<(typeof liveMessages)[Kind]>;
export type MissedMessage = Omit<z.infer<typeof missedMessage>, 'data'> & { data: object };
export type LiveSnapshot = z.infer<typeof liveSnapshot>;
