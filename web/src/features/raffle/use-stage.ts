import type { DrawList } from '@drawbridge/contract/draws';
import type { LiveData, LiveDrawn, LiveSnapshot } from '@drawbridge/contract/live';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { DRAW_ANIMATION_MS, type LiveKind } from '@drawbridge/contract/stage';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { followLive } from '../../lib/live.ts';
import { announceDrawing, type DrawOrder, raffleQueries, useDrawWinner } from './api.ts';
import type { StagePhase } from './stage-phase.ts';

/** Whoever comes this late finds the winner in the list, without the show. */
const STALE_MS = 10_000;
/** A draw that was announced and never came. */
const GIVE_UP_MS = 12_000;

interface StageControl {
  phase: StagePhase;
  draw: (order: DrawOrder) => void;
  closeWinner: () => void;
}

/**
 * Leads the stage through the draws: those that are started here (two seconds of waiting, the call, the
 * winner), and those that are started elsewhere, at the same time as there.
 */
export function useStage(eventId: string, mayDraw: boolean): StageControl {
  const queries = useQueryClient();
  const drawWinner = useDrawWinner(eventId);
  const [phase, setPhase] = useState<StagePhase>({ kind: 'idle' });
  // What is told in between has to see the phase as it is, not as it was when the page was drawn.
  const now = useRef(phase);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function change(next: StagePhase, later?: { after: number; run: () => void }) {
    clearTimeout(timer.current);
    if (later) timer.current = setTimeout(later.run, Math.max(0, later.after));
    now.current = next;
    setPhase(next);
  }

  function knownResults(): RaffleResult[] {
    return queries.getQueryData(raffleQueries.results(eventId).queryKey) ?? [];
  }

  function reveal(result: RaffleResult) {
    if (now.current.kind === 'winner' && now.current.result.id === result.id) return;
    keep(result);
    change({ kind: 'winner', result });
  }

  function keep(result: RaffleResult) {
    if (knownResults().some(({ id }) => id === result.id)) return;
    queries.setQueryData(raffleQueries.results(eventId).queryKey, [...knownResults(), result]);
  }

  function draw(order: DrawOrder) {
    if (now.current.kind !== 'idle') return;
    const { prizeId } = order;
    if (mayDraw) announceDrawing(eventId, prizeId);
    const call = () =>
      drawWinner.mutate(order, {
        onSuccess: reveal,
        // The winner may have been told already, though the answer to our own call got lost.
        onError: () =>
          now.current.kind === 'drawing' && change({ kind: 'idle', lastPrizeId: prizeId }),
      });
    change(
      { kind: 'drawing', prizeId, own: true, since: Date.now() },
      { after: DRAW_ANIMATION_MS, run: call },
    );
  }

  function closeWinner() {
    if (now.current.kind !== 'winner') return;
    change({ kind: 'idle', lastPrizeId: now.current.result.prizeId });
  }

  /** Somebody else has pressed the button. */
  function wait(prizeId: string | null) {
    if (now.current.kind === 'drawing') return;
    change(
      { kind: 'drawing', prizeId, own: false, since: Date.now() },
      { after: GIVE_UP_MS, run: () => change({ kind: 'idle' }) },
    );
  }

  function rest() {
    if (now.current.kind === 'drawing' && !now.current.own) change({ kind: 'idle' });
  }

  function follow({ result, age }: LiveDrawn) {
    const current = now.current;
    if (knownResults().some(({ id }) => id === result.id)) return rest();
    if (current.kind === 'drawing' && current.own) return reveal(result);
    if (age > STALE_MS) {
      keep(result);
      return rest();
    }
    const since = current.kind === 'drawing' ? current.since : Date.now();
    change(
      { kind: 'drawing', prizeId: result.prizeId, own: false, since },
      { after: since + DRAW_ANIMATION_MS - Date.now(), run: () => reveal(result) },
    );
  }

  function catchUp({ prizes, results, sealed, nextNumber, nextCommitment }: LiveSnapshot) {
    const known = new Set(knownResults().map(({ id }) => id));
    queries.setQueryData(raffleQueries.prizes(eventId).queryKey, prizes);
    queries.setQueryData(raffleQueries.results(eventId).queryKey, results);
    changeDraws({ sealed, nextNumber, nextCommitment });
    const fresh = results.findLast(({ id }) => !known.has(id));
    const { current } = now;
    if (current.kind === 'drawing' && fresh?.prizeId === current.prizeId) reveal(fresh);
  }

  /** Read again, the event says itself that it is gone; who never had it knows already. */
  function leave() {
    const { queryKey } = raffleQueries.event(eventId);
    if (queries.getQueryData(queryKey)) queries.invalidateQueries({ queryKey });
  }

  function changeDraws(change: Partial<DrawList>) {
    queries.setQueryData(
      raffleQueries.draws(eventId).queryKey,
      (draws) => draws && { ...draws, ...change },
    );
  }

  const hear = useRef((_kind: LiveKind, _data: unknown) => {});
  hear.current = (kind, data) => {
    const reactions: { [Kind in LiveKind]: (data: LiveData<Kind>) => void } = {
      snapshot: catchUp,
      drawing: ({ prizeId }) => wait(prizeId),
      rested: rest,
      drawn: (drawn) => {
        const { nextNumber, nextCommitment } = drawn;
        changeDraws({ sealed: null, nextNumber, nextCommitment });
        follow(drawn);
      },
      sealed: ({ nextNumber, nextCommitment, ...sealed }) =>
        changeDraws({ sealed, nextNumber, nextCommitment }),
      voided: ({ nextNumber, nextCommitment }) =>
        changeDraws({ sealed: null, nextNumber, nextCommitment }),
      prizes: ({ prizes }) => {
        queries.setQueryData(raffleQueries.prizes(eventId).queryKey, prizes);
      },
      sponsors: () => queries.invalidateQueries(raffleQueries.sponsors(eventId)),
      event: () => queries.invalidateQueries(raffleQueries.event(eventId)),
      gone: leave,
      beat: () => {},
    };
    (reactions[kind] as (data: unknown) => void)(data);
  };

  useEffect(() => followLive(eventId, (kind, data) => hear.current(kind, data)), [eventId]);
  // Who leaves the page within the two seconds has not drawn.
  useEffect(() => () => clearTimeout(timer.current), []);

  return { phase, draw, closeWinner };
}
