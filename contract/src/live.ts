import { z } from 'zod';
import { hash, sealedDraw } from './draws.ts';
import { id } from './ids.ts';
import { prize } from './prizes.ts';
import { raffleResult } from './raffle.ts';
import type { LiveKind } from './stage.ts';

/** The number and commitment of the next draw. */
const upcoming = { nextNumber: z.int(), nextCommitment: hash };

/** The whole state, for a page that has just connected or has missed too much. */
export const liveSnapshot = z
  .object({
    prizes: z.array(prize),
    results: z.array(raffleResult),
    sealed: sealedDraw.nullable(),
    ...upcoming,
  })
  .meta({ id: 'LiveSnapshot' });

export const liveSealed = z.object({ ...sealedDraw.shape, ...upcoming });
export const liveDrawn = z.object({
  number: z.int(),
  result: raffleResult,
  /** Milliseconds since the draw, which may be many for a page that reconnects. */
  age: z.int(),
  ...upcoming,
});
export const liveVoided = z.object({ number: z.int(), reason: z.string(), ...upcoming });
export const liveForfeited = z.object({
  number: z.int(),
  /** The number of the draw whose winner has forfeited. */
  forfeits: z.int(),
  prizeId: id.nullable(),
  reason: z.string(),
  ...upcoming,
});
export const livePrizes = z.object({ prizes: z.array(prize) });
export const liveDrawing = z.object({ prizeId: id.nullable() });
const nothing = z.object({});

/** The events of the stream and the data of each. */
export const liveMessages = {
  snapshot: liveSnapshot,
  sealed: liveSealed,
  drawn: liveDrawn,
  voided: liveVoided,
  forfeited: liveForfeited,
  prizes: livePrizes,
  /** Logos are large, so pages that show them fetch them again. */
  sponsors: nothing,
  /** The event's own name, date, place or status. */
  event: nothing,
  /** A draw has been announced and follows soon. */
  drawing: liveDrawing,
  /** The announced draw does not happen. */
  cancelled: nothing,
  /** The eligible people may have changed: administrators' pages fetch them again, others ignore it. */
  eligible: nothing,
  /** The event was deleted. */
  deleted: nothing,
  heartbeat: nothing,
} as const satisfies Record<LiveKind, z.ZodType>;

export const leadCount = z.object({ eventId: id, leads: z.int() });

/** The message of the administrators' stream. */
export const leadCounts = z
  .object({
    counts: z.array(leadCount),
    /** Whether these are all events, or only those that have changed. */
    complete: z.boolean(),
  })
  .meta({ id: 'LeadCounts' });

export type LeadCount = z.infer<typeof leadCount>;
export type LeadCounts = z.infer<typeof leadCounts>;
export type LiveData<Kind extends LiveKind> = z.infer<(typeof liveMessages)[Kind]>;
export type LiveSnapshot = z.infer<typeof liveSnapshot>;
export type LiveDrawn = z.infer<typeof liveDrawn>;
