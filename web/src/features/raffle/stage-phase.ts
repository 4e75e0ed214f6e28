import type { LiveSnapshot } from '@drawbridge/contract/live';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult, StageState } from '@drawbridge/contract/raffle';
import { DRAW_ANIMATION_MS } from '@drawbridge/contract/stage';
import { endSentence } from '../../lib/formats.ts';
import { newId } from '../../lib/storage.ts';
import { t } from '../../lib/texts.ts';

/** The winner of a draw older than this is shown without animation. */
export const STALE_MS = 10_000;
/** The stage stops waiting for an announced draw after this time; a result that comes later is shown all the same. */
export const GIVE_UP_MS = 6000;

/** What the presenter asks for. */
export interface DrawChoice {
  /** Null means a general draw. */
  prizeId: string | null;
  phrase?: string | undefined;
}

export interface DrawRequest extends DrawChoice {
  /** However often the server gets a request with this id, it makes one draw. */
  id: string;
}

export interface Forfeit {
  forfeits: number;
  prizeId: string | null;
  reason: string;
  /** The winner as published; undefined on a page that has not seen the result. */
  name?: string | undefined;
}

/** The state of the stage. */
export type StagePhase =
  | {
      kind: 'idle';
      /** The draw started on this page, until the server accepts its announcement. */
      asking?: DrawRequest;
      /** The draw that has just ended; a new object each time, so that its ticket gets the focus. */
      ended?: { prizeId: string | null };
      /** The draw of this page that failed last, whose answer may have got lost. */
      failed?: DrawRequest;
      /** The last forfeit, shown until the next draw. */
      forfeit?: Forfeit;
    }
  | {
      kind: 'drawing';
      prizeId: string | null;
      since: number;
      /** The first digits of tickets in the draw, as announced; absent when nothing was announced. */
      tickets?: string[];
      /** Whether this page has asked for it and has no answer yet. */
      asked?: boolean;
      /** Set only for a draw started on this page, which also sends the request. */
      order?: DrawRequest;
      /** The result of a draw started elsewhere, shown when the animation is over. */
      result?: RaffleResult;
    }
  | {
      kind: 'winner';
      result: RaffleResult;
      /** Known only to the page that made the draw. */
      otherNames: string[];
    };

export type StageMessage =
  // Actions on this page, and the server's answers to them.
  | { kind: 'pressed'; order: DrawRequest }
  | { kind: 'refused' }
  | { kind: 'announced'; order: DrawRequest; now: number }
  | { kind: 'answered'; result: RaffleResult; otherNames: string[] }
  | { kind: 'failed' }
  | { kind: 'continued' }
  | { kind: 'forfeited-here'; forfeit: Forfeit }
  // The time given by `timeLeftIn` is over.
  | { kind: 'elapsed' }
  // Messages of the live stream. `known` are the results that were already in the list.
  | { kind: 'drawing'; prizeId: string | null; tickets: string[]; now: number }
  | { kind: 'cancelled' }
  | { kind: 'drawn'; result: RaffleResult; age: number; known: boolean; now: number }
  | { kind: 'forfeited'; forfeit: Forfeit }
  | { kind: 'handed-over'; number: number; handedOverAt: string | null }
  // The presenter shows another winner, or none; the result is missing if this page does not know it yet.
  | { kind: 'shown'; revealed: number | null; result: RaffleResult | undefined }
  | { kind: 'snapshot'; snapshot: LiveSnapshot; known: ReadonlySet<string> };

/** What a page shows first: the winner who is on show, or the board. */
export function firstPhase(stage: StageState, results: readonly RaffleResult[]): StagePhase {
  const shown = results.find(({ number }) => number === stage.revealed);
  return shown ? reveal(shown) : { kind: 'idle' };
}

/** The reducer of the stage: the next phase, given the current one and a message. */
export function reduce(phase: StagePhase, message: StageMessage): StagePhase {
  switch (message.kind) {
    case 'pressed':
      return canStartDraw(phase)
        ? { kind: 'idle', asking: message.order, ...retry(phase, message.order) }
        : phase;
    case 'refused':
      // Others may roll already, but this page will not send the request.
      if (phase.kind === 'drawing' && phase.asked) return stopWaiting(phase);
      if (phase.kind !== 'idle' || !phase.asking) return phase;
      return { ...backToBoard(phase.asking.prizeId), ...retry(phase, phase.asking) };
    case 'announced': {
      const { order, now } = message;
      const since = phase.kind === 'drawing' ? phase.since : now;
      return { kind: 'drawing', prizeId: order.prizeId, since, order };
    }
    case 'answered': {
      const { result, otherNames } = message;
      // The live message may come before the answer, and a presenter who has continued is not called back.
      const awaited =
        phase.kind === 'winner' ? phase.result.id === result.id : isOwnDraw(phase, result.prizeId);
      return awaited ? { kind: 'winner', result, otherNames } : phase;
    }
    case 'failed':
      if (phase.kind !== 'drawing' || !phase.order) return phase;
      return { ...backToBoard(phase.prizeId), failed: phase.order };
    case 'continued':
      return phase.kind === 'winner' ? backToBoard(phase.result.prizeId) : phase;
    case 'elapsed':
      if (phase.kind !== 'drawing' || phase.order) return phase;
      return phase.result ? reveal(phase.result) : { kind: 'idle' };
    case 'drawing': {
      const { prizeId, tickets, now } = message;
      if (phase.kind === 'drawing') return phase;
      const asked = phase.kind === 'idle' && phase.asking?.prizeId === prizeId;
      return { kind: 'drawing', prizeId, since: now, tickets, ...(asked && { asked }) };
    }
    case 'cancelled':
      return stopWaiting(phase);
    case 'drawn':
      return followDraw(phase, message);
    case 'forfeited-here': {
      const { forfeit } = message;
      const after = followForfeit(phase, forfeit);
      return after.kind === 'idle' ? { ...after, ended: { prizeId: forfeit.prizeId } } : after;
    }
    case 'forfeited':
      return followForfeit(phase, message.forfeit);
    case 'handed-over':
      if (phase.kind !== 'winner' || phase.result.number !== message.number) return phase;
      return { ...phase, result: { ...phase.result, handedOverAt: message.handedOverAt } };
    case 'shown':
      return followShown(phase, message);
    case 'snapshot':
      return catchUp(phase, message.snapshot, message.known);
  }
}

/** The milliseconds until a phase ends by itself; undefined if it does not. */
export function timeLeftIn(phase: StagePhase, now: number): number | undefined {
  if (phase.kind !== 'drawing') return undefined;
  const lasts = phase.order || phase.result ? DRAW_ANIMATION_MS : GIVE_UP_MS;
  return Math.max(0, phase.since + lasts - now);
}

export function canStartDraw(phase: StagePhase): boolean {
  return phase.kind === 'idle' && !phase.asking;
}

/** The request for a draw. Asked for again after a failure, it keeps its id, because its answer may have got lost. */
export function requestDraw(phase: StagePhase, { prizeId, phrase }: DrawChoice): DrawRequest {
  const failed = phase.kind === 'idle' ? phase.failed : undefined;
  const again = failed?.prizeId === prizeId && failed.phrase === phrase;
  return again ? failed : { id: newId(), prizeId, phrase };
}

/** A draw that failed and is asked for again has failed until the server answers it. */
function retry(phase: StagePhase, { id }: DrawRequest): { failed?: DrawRequest } {
  return phase.kind === 'idle' && phase.failed?.id === id ? { failed: phase.failed } : {};
}

function backToBoard(prizeId: string | null): StagePhase & { kind: 'idle' } {
  return { kind: 'idle', ended: { prizeId } };
}

function reveal(result: RaffleResult): StagePhase {
  return { kind: 'winner', result, otherNames: [] };
}

function isOwnDraw(phase: StagePhase, prizeId: string | null): boolean {
  return phase.kind === 'drawing' && phase.order !== undefined && phase.prizeId === prizeId;
}

/** Whether this result is of a draw whose answer got lost on the way to this page. */
function isFailedDraw(phase: StagePhase, { prizeId }: RaffleResult): boolean {
  return phase.kind === 'idle' && phase.failed?.prizeId === prizeId;
}

/** Stops waiting for a draw that was started elsewhere and has no result. */
function stopWaiting(phase: StagePhase): StagePhase {
  const waiting = phase.kind === 'drawing' && !phase.order && !phase.result;
  return waiting ? { kind: 'idle' } : phase;
}

function followDraw(
  phase: StagePhase,
  { result, age, known, now }: StageMessage & { kind: 'drawn' },
): StagePhase {
  if (phase.kind !== 'idle' && phase.result?.id === result.id) return phase;
  if (phase.kind === 'drawing' && phase.order) {
    return !known && isOwnDraw(phase, result.prizeId) ? reveal(result) : phase;
  }
  // The list may have been read again since the draw failed here, so it may know a winner whom nobody saw.
  if (isFailedDraw(phase, result) && age <= STALE_MS) return reveal(result);
  if (known) return stopWaiting(phase);
  // If the presenter has gone on since, a message about that follows.
  if (age > STALE_MS) return phase.kind === 'idle' && phase.asking ? phase : reveal(result);
  const { prizeId } = result;
  return phase.kind === 'drawing'
    ? { ...phase, prizeId, result }
    : { kind: 'drawing', prizeId, since: now, result };
}

function followForfeit(phase: StagePhase, forfeit: Forfeit): StagePhase {
  if (phase.kind === 'idle') {
    // The page that forfeited the win gets the message twice, the second time maybe without the name.
    const known = phase.forfeit?.forfeits === forfeit.forfeits ? phase.forfeit.name : undefined;
    return { ...phase, forfeit: { ...forfeit, name: forfeit.name ?? known } };
  }
  if (phase.result?.number !== forfeit.forfeits) return phase;
  const { name } = phase.result.winner;
  return { kind: 'idle', ended: { prizeId: forfeit.prizeId }, forfeit: { ...forfeit, name } };
}

/** Follows the presenter to another winner or back to the board, but leaves no draw that is under way. */
function followShown(
  phase: StagePhase,
  { revealed, result }: StageMessage & { kind: 'shown' },
): StagePhase {
  // A page that is behind skips the rest of the animation.
  const over =
    phase.kind === 'winner' || (phase.kind === 'drawing' && phase.result && !phase.order);
  if (revealed === null) return over ? backToBoard(phase.result?.prizeId ?? null) : phase;
  if (phase.kind === 'drawing' || !result || (phase.kind === 'idle' && phase.asking)) return phase;
  return phase.kind === 'winner' && phase.result.id === result.id ? phase : reveal(result);
}

function catchUp(
  phase: StagePhase,
  { results, nextNumber }: LiveSnapshot,
  known: ReadonlySet<string>,
): StagePhase {
  if (phase.kind === 'idle') return phase;
  const { result } = phase;
  if (result) {
    // A forfeit has a number too. A snapshot from before the draw also lacks its result, which does not
    // mean that the winner has forfeited.
    const forfeited =
      nextNumber > result.number + 1 && results.every(({ number }) => number !== result.number);
    return forfeited ? backToBoard(result.prizeId) : phase;
  }
  const fresh = results.findLast(({ id }) => !known.has(id));
  return phase.kind === 'drawing' && fresh?.prizeId === phase.prizeId ? reveal(fresh) : phase;
}

/** Describes what has just happened: a winner for screen readers, a forfeit for everybody. */
export function describePhase(phase: StagePhase, prizes: Prize[]): string {
  if (phase.kind === 'winner') {
    const { winner, prizeId } = phase.result;
    const prizeName = nameOf(prizes, prizeId);
    const { name } = winner;
    return prizeName
      ? t('workspace.winnerOfPrize', { name, prize: prizeName })
      : t('workspace.winnerIs', { name });
  }
  if (phase.kind !== 'idle' || !phase.forfeit) return '';
  const { prizeId } = phase.forfeit;
  const name = forfeitedName(phase.forfeit);
  const reason = endSentence(phase.forfeit.reason);
  const prizeName = nameOf(prizes, prizeId);
  return prizeName
    ? t('workspace.prizeNotTaken', { name, reason, prize: prizeName })
    : t('workspace.winNotTaken', { name, reason });
}

/** The winner who was passed over. */
export const forfeitedName = ({ name, forfeits }: Forfeit): string =>
  name ?? t('workspace.winnerOfDraw', { number: forfeits });

function nameOf(prizes: Prize[], prizeId: string | null): string | undefined {
  return prizes.find(({ id }) => id === prizeId)?.name;
}
