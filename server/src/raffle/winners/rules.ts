import { timingSafeEqual } from 'node:crypto';
import type { ProblemCode } from '@drawbridge/contract/core/errors';
import {
  HANDOVER_STEP_MS,
  type HandoverCodes,
  handoverCodes,
  type ReadHandover,
} from '@drawbridge/contract/raffle/handover';

/** A lead of a winner. The codes on the winner's phone are derived from its entry code. */
export interface WinningLead {
  number: number;
  place: number;
  entryCode: Uint8Array;
  name: string;
  ticket: string;
  /** True for the lead whose name is published. */
  shown: boolean;
  forfeited: boolean;
  handedOverAt: string | null;
}

type Verdict = { lead: WinningLead } | { problem: ProblemCode; sentence?: string };

/** Finds the lead that a code from a winner's phone belongs to, if its prize can be handed over. */
export function matchHandoverCode(
  eventId: string,
  code: NonNullable<ReadHandover>,
  leads: readonly WinningLead[],
  now: number,
): Verdict {
  if ('eventId' in code && code.eventId !== eventId) return { problem: 'handover-other-event' };
  const [kind, text]: [keyof HandoverCodes, string] =
    'digits' in code ? ['digits', code.digits] : ['proof', code.proof];
  const typed = Buffer.from(text);
  // The neighbouring time steps are accepted, because typing takes time and clocks differ.
  const steps = [now - HANDOVER_STEP_MS, now, now + HANDOVER_STEP_MS];
  const matching = leads.filter(({ entryCode }) =>
    steps
      .map((at) => timingSafeEqual(Buffer.from(handoverCodes(eventId, entryCode, at)[kind]), typed))
      .includes(true),
  );
  const waiting = matching.filter((lead) => !lead.forfeited && lead.handedOverAt === null);
  if (new Set(waiting.map(({ number, place }) => `${number}/${place}`)).size > 1) {
    return { problem: 'handover-code-unclear' };
  }
  const lead = waiting.find(({ shown }) => shown) ?? waiting[0];
  if (lead) return { lead };
  const [settled] = matching;
  if (!settled) return { problem: 'handover-code-wrong' };
  if (settled.handedOverAt === null) return { problem: 'already-forfeited' };
  const ago = timeAgo(now - Date.parse(settled.handedOverAt));
  return { problem: 'already-handed-over', sentence: `This prize was already handed over ${ago}` };
}

/** A relative time, because the server does not know the reader's time zone. */
function timeAgo(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  const format = new Intl.RelativeTimeFormat('en');
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
}
