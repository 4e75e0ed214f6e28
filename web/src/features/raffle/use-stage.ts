import type { LiveData } from '@drawbridge/contract/live';
import type { RaffleResult, StageChange, StageState } from '@drawbridge/contract/raffle';
import type { LiveKind } from '@drawbridge/contract/stage';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { followLive, type LiveHandler } from '../../lib/live.ts';
import { readAgain } from '../../lib/query-client.ts';
import { t } from '../../lib/texts.ts';
import { showToast } from '../../lib/toast.ts';
import {
  eligibleQuery,
  type FirstStage,
  type NextDraw,
  raffleQueries,
  useAnnounceDrawing,
  useChangeStage,
  useDrawWinner,
} from './api.ts';
import {
  canStartDraw,
  type DrawChoice,
  type Forfeit,
  firstPhase,
  reduce,
  requestDraw,
  type StagePhase,
  timeLeftIn,
} from './stage-phase.ts';

const EMPTY_STAGE: FirstStage = { prizeId: null, revealed: null, blank: false, phrase: '' };

export interface StageControl {
  phase: StagePhase;
  /** False while the live stream is lost. */
  connected: boolean;
  /** What the presenter shows. */
  stage: StageState;
  /** The people in the next draw and the tickets that have just come in; undefined until they are known. */
  eligible: LiveData<'eligible'> | undefined;
  draw: (choice: DrawChoice) => void;
  /** Leaves the winner: the presenter on every page, anybody else on this one. */
  closeWinner: () => void;
  /** For presenters: shows something on every page. */
  show: (change: StageChange) => void;
  /** Called when a win was forfeited on this page. */
  noteForfeit: (forfeit: Forfeit) => void;
}

/**
 * Runs the stage: draws started on this page (announcement, two seconds of animation, request, winner),
 * and draws started elsewhere, at the same time as on the page that started them.
 */
export function useStage(
  eventId: string,
  mayDraw: boolean,
  /** Also gets every message of the live stream. */
  onLive?: LiveHandler,
): StageControl {
  const queries = useQueryClient();
  const announceDrawing = useAnnounceDrawing(eventId);
  const drawWinner = useDrawWinner(eventId);
  // The page may have brought it along.
  const { version, ...first } =
    queries.getQueryData(raffleQueries.stage(eventId).queryKey) ?? EMPTY_STAGE;
  const resultsKey = raffleQueries.results(eventId).queryKey;
  const [phase, dispatch] = useReducer(reduce, undefined, () =>
    firstPhase(first, queries.getQueryData(resultsKey) ?? []),
  );
  const [connected, setConnected] = useState(true);
  const [stage, setStage] = useState<StageState>(first);
  // Several messages may come before the next render.
  const latest = useRef<StageState>(first);
  /** As the server said last, without what this page has changed since. */
  const confirmed = useRef<StageState>(first);
  const [eligible, setEligible] = useState<LiveData<'eligible'>>();
  const changing = useRef(0);
  const { mutateAsync: sendChange } = useChangeStage(eventId);

  function draw(choice: DrawChoice) {
    if (!canStartDraw(phase)) return;
    if (!navigator.onLine) {
      showToast({
        title: t('presenter.noConnection'),
        description: t('presenter.nothingDrawn'),
        destructive: true,
      });
      return;
    }
    const order = requestDraw(phase, choice);
    dispatch({ kind: 'pressed', order });
    // The server refuses an impossible draw here, before anybody sees an animation.
    announceDrawing.mutate(order.prizeId, {
      onSuccess: () => dispatch({ kind: 'announced', order, now: Date.now() }),
      onError: () => dispatch({ kind: 'refused' }),
    });
  }

  const endPhase = useEffectEvent(() => {
    if (phase.kind !== 'drawing' || !phase.order) return dispatch({ kind: 'elapsed' });
    drawWinner.mutate(phase.order, {
      onSuccess: ({ otherNames, ...result }) => {
        keep(result);
        dispatch({ kind: 'answered', result, otherNames });
      },
      onError: () => dispatch({ kind: 'failed' }),
    });
  });

  // The timer ends with its phase: leaving the page within the two seconds cancels the draw.
  useEffect(() => {
    const wait = timeLeftIn(phase, Date.now());
    if (wait === undefined) return;
    const timer = setTimeout(() => endPhase(), wait);
    return () => clearTimeout(timer);
  }, [phase]);

  function knownIds(): Set<string> {
    return new Set(queries.getQueryData(resultsKey)?.map(({ id }) => id));
  }

  function keep(result: RaffleResult) {
    if (knownIds().has(result.id)) return;
    queries.setQueryData(resultsKey, (results = []) => [...results, result]);
  }

  function changeDraws(change: Partial<NextDraw>) {
    queries.setQueryData(
      raffleQueries.nextDraw(eventId).queryKey,
      (draws) => draws && { ...draws, ...change },
    );
  }

  function putOnStage(change: Partial<StageState>) {
    latest.current = { ...latest.current, ...change };
    setStage(latest.current);
  }

  /** A draw, forfeit or void has changed what is shown. */
  function confirm(change: Partial<StageState>) {
    confirmed.current = { ...confirmed.current, ...change };
    putOnStage(change);
  }

  /**
   * Shown here at once. Until the server has answered, its messages are about what was shown before. If it cannot be
   * reached, this page goes back to what the others show, so that the presenter can try again.
   */
  async function show(wanted: StageChange) {
    const { continued, ...change } = wanted;
    putOnStage({ ...change, ...(continued && { revealed: null }) });
    changing.current += 1;
    const answer = await sendChange(wanted).catch(() => undefined);
    changing.current -= 1;
    followStage(answer ?? confirmed.current, queries.getQueryData(resultsKey) ?? []);
  }

  function followStage(next: StageState, results: readonly RaffleResult[]) {
    confirmed.current = next;
    if (changing.current > 0) return;
    if (next.revealed !== latest.current.revealed) {
      const result = results.find(({ number }) => number === next.revealed);
      dispatch({ kind: 'shown', revealed: next.revealed, result });
    }
    putOnStage(next);
  }

  /** Only the presenter's page has this query. */
  function readEligibleAgain() {
    readAgain({ queryKey: eligibleQuery(eventId, true).queryKey });
  }

  const reactions: { [Kind in LiveKind]: (data: LiveData<Kind>) => void } = {
    snapshot: (snapshot) => {
      const { prizes, results, sealed, nextNumber, nextCommitment } = snapshot;
      dispatch({ kind: 'snapshot', snapshot, known: knownIds() });
      followStage(snapshot.stage, results);
      queries.setQueryData(raffleQueries.prizes(eventId).queryKey, prizes);
      queries.setQueryData(resultsKey, results);
      changeDraws({ sealed, nextNumber, nextCommitment });
      readEligibleAgain();
    },
    drawing: (drawing) => dispatch({ kind: 'drawing', ...drawing, now: Date.now() }),
    cancelled: () => dispatch({ kind: 'cancelled' }),
    drawn: ({ result, age, nextNumber, nextCommitment }) => {
      const known = knownIds().has(result.id);
      dispatch({ kind: 'drawn', result, age, known, now: Date.now() });
      confirm({ prizeId: result.prizeId, revealed: result.number, phrase: '' });
      keep(result);
      changeDraws({ sealed: null, nextNumber, nextCommitment });
    },
    forfeited: ({ forfeits, prizeId, reason, nextNumber, nextCommitment }) => {
      const name = queries.getQueryData(resultsKey)?.find(({ number }) => number === forfeits)
        ?.winner.name;
      dispatch({ kind: 'forfeited', forfeit: { forfeits, prizeId, reason, name } });
      const shown = confirmed.current.revealed === forfeits;
      confirm({ prizeId, ...(shown && { revealed: null }) });
      queries.setQueryData(resultsKey, (results) =>
        results?.filter(({ number }) => number !== forfeits),
      );
      changeDraws({ nextNumber, nextCommitment });
    },
    sealed: ({ nextNumber, nextCommitment, ...sealed }) =>
      changeDraws({ sealed, nextNumber, nextCommitment }),
    voided: ({ nextNumber, nextCommitment }) => {
      const sealed = queries.getQueryData(raffleQueries.nextDraw(eventId).queryKey)?.sealed;
      if (sealed) confirm({ prizeId: sealed.prizeId, phrase: '' });
      changeDraws({ sealed: null, nextNumber, nextCommitment });
    },
    stage: (next) => followStage(next, queries.getQueryData(resultsKey) ?? []),
    'handed-over': ({ number, handedOverAt }) => {
      queries.setQueryData(resultsKey, (results) =>
        results?.map((result) => (result.number === number ? { ...result, handedOverAt } : result)),
      );
      dispatch({ kind: 'handed-over', number, handedOverAt });
    },
    prizes: ({ prizes }) => {
      queries.setQueryData(raffleQueries.prizes(eventId).queryKey, prizes);
    },
    sponsors: () => readAgain(raffleQueries.sponsors(eventId)),
    event: () => {
      readAgain(raffleQueries.event(eventId));
      // Less of the winners may be shown, and one may have been erased.
      readAgain({ queryKey: resultsKey });
    },
    eligible: (counted) => {
      setEligible(counted);
      readEligibleAgain();
    },
    deleted: () => {
      // Refetching the event makes the page show that it is gone.
      const { queryKey } = raffleQueries.event(eventId);
      if (queries.getQueryData(queryKey)) readAgain({ queryKey });
    },
    heartbeat: () => {},
  };
  const react = useEffectEvent((kind: LiveKind, data: unknown) => {
    (reactions[kind] as (data: unknown) => void)(data);
    onLive?.(kind, data as never);
  });
  useEffect(
    () => followLive(eventId, (kind, data) => react(kind, data), setConnected, version),
    [eventId, version],
  );

  return {
    phase,
    connected,
    stage,
    eligible,
    draw,
    closeWinner: () => {
      if (mayDraw && phase.kind === 'winner') show({ continued: phase.result.number });
      dispatch({ kind: 'continued' });
    },
    show,
    noteForfeit: (forfeit) => dispatch({ kind: 'forfeited-here', forfeit }),
  };
}
