import type { LiveData } from '@drawbridge/contract/raffle/live';
import type {
  Applause,
  RaffleResult,
  Rehearsal,
  StageChange,
  StageState,
} from '@drawbridge/contract/raffle/raffle';
import { FollowedClock, type Scene, sceneOf } from '@drawbridge/contract/raffle/scene';
import type { LiveKind, LiveScreen } from '@drawbridge/contract/raffle/stage';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useHydrated } from '../lib/api/initial-data.ts';
import { RollCallWatch } from '../lib/device/seen-roll-calls.ts';
import { followLive, type LiveHandler } from '../lib/queries/live.ts';
import { readAgain } from '../lib/queries/query-client.ts';
import { eligibleQuery, type NextDraw, type Raffle, raffleQueries, useChangeStage } from './api.ts';
import { useRehearsed } from './rehearsal/use-rehearsed.ts';

const EMPTY_STAGE: StageState = {
  ...{ prizeId: null, revealed: null, blank: false, phrase: '' },
  ...{ drawing: null, forfeit: null, suspense: 2, claimMinutes: 0, applause: false },
  onlyHere: false,
};

export interface LiveStage {
  scene: Scene;
  stage: StageState;
  /** True if the presenter has chosen a prize, or drawn one. */
  chosen: boolean;
  draws: NextDraw | undefined;
  /** The standing winners; invented ones in a rehearsal. */
  results: RaffleResult[];
  /** The rehearsal on this screen. Only walls and remotes hear of one, and a real draw ends it. */
  rehearsal: Rehearsal | undefined;
  /** Shows a rehearsal on this screen, or ends it. */
  rehearse: (rehearsal: Rehearsal | null) => void;
  /** False while the live stream is lost. */
  connected: boolean;
  /** The people in the next draw and the latest tickets; undefined until they are known. */
  eligible: LiveData<'eligible'> | undefined;
  /** The first digits of tickets that have just answered the roll call; a new list each time. */
  answered: string[] | undefined;
  /** The applause of the last second; a new object each time. */
  cheers: Applause | undefined;
  /** The server's time. */
  now: () => number;
  /** Changes the stage on every page, for presenters. */
  show: (change: StageChange) => void;
  /** Leaves a winner, or a draw that will not be held, on this page alone. */
  dismiss: (what: { winner?: number; drawing?: number | undefined }) => void;
  /** Applies the response to a draw that has just begun. */
  begin: (stage: StageState) => void;
  /** Applies a response of the server, in case the live stream is lost. */
  take: (change: (before: StageState) => StageState) => void;
  keep: (winners: RaffleResult[]) => void;
}

/** The current stage, at the same time as on every other screen. */
export function useLiveStage(
  eventId: string,
  raffle: Raffle | undefined,
  /** Called with every message of the live stream, too. */
  onLive?: LiveHandler,
  screen?: LiveScreen,
): LiveStage {
  const queries = useQueryClient();
  const keys = {
    prizes: raffleQueries.prizes(eventId).queryKey,
    results: raffleQueries.results(eventId).queryKey,
    draws: raffleQueries.nextDraw(eventId).queryKey,
  };
  // The stage that came with the page, if it did.
  const [{ version, ...first }] = useState(
    () => queries.getQueryData(raffleQueries.stage(eventId).queryKey) ?? EMPTY_STAGE,
  ) as [StageState & { version?: string }, unknown];
  const [said, setSaid] = useState<StageState>(first);
  /** The change that this page has requested, until the server has responded. */
  const [asked, setAsked] = useState<{ change: Partial<StageState>; open: number }>();
  const [dismissed, setDismissed] = useState<{ winner?: number; drawing?: number | undefined }>({});
  const [connected, setConnected] = useState(true);
  const [eligible, setEligible] = useState<LiveData<'eligible'>>();
  const [answered, setAnswered] = useState<string[]>();
  const [cheers, setCheers] = useState<Applause>();
  const [clock] = useState(() => new FollowedClock());
  /** The last time that this page has waited for. */
  const [reached, setReached] = useState(0);
  const hydrated = useHydrated();
  const { mutateAsync: sendChange } = useChangeStage(eventId);
  const { data: draws } = useQuery({ ...raffleQueries.nextDraw(eventId), enabled: false });
  const [rollCalls] = useState(() => new RollCallWatch(eventId));

  const stage = { ...said, ...asked?.change };
  const chosen = stage.prizeId !== null;
  if (stage.revealed === dismissed.winner) stage.revealed = null;
  if (stage.drawing?.since === dismissed.drawing) stage.drawing = null;
  const prizes = raffle?.prizes ?? [];
  const real = {
    ...{ stage, prizes, results: raffle?.results ?? [] },
    ...{ sealed: draws?.sealed ?? null, rollCall: draws?.rollCall ?? null },
    ...{ ended: raffle?.event.status === 'ended' },
  };
  // Hydration uses the time at which the server rendered. A time that was reached stays reached, even if the clock,
  // which follows every message, was set back by some milliseconds meanwhile: no timer would wait for it again.
  const time = hydrated ? Math.max(clock.now(), reached) : (first.drawing?.since ?? 0);
  const realScene = sceneOf(real, time);
  const rehearsed = useRehearsed(eventId, real, realScene);
  const view = rehearsed.view ?? real;
  const scene = rehearsed.view ? sceneOf(view, time) : realScene;

  const { until } = scene;
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(() => setReached(until), Math.max(1, Math.ceil(until - clock.now())));
    return () => clearTimeout(timer);
  }, [until, clock]);

  const winner = scene.kind === 'winner' ? scene.result.number : undefined;
  useEffect(() => {
    // Performance marks, by which measurements check that all screens show the winner together.
    if (winner !== undefined) performance.mark('winner', { detail: winner });
  }, [winner]);

  /** Shows a change here at once; if the server cannot be reached, this page returns to the stage of the others. */
  async function show(stageChange: StageChange) {
    const { continued, ...rest } = stageChange;
    const change = { ...rest, ...(continued && { revealed: null }) };
    setAsked((before) => ({
      change: { ...before?.change, ...change },
      open: (before?.open ?? 0) + 1,
    }));
    const response = await sendChange(stageChange).catch(() => undefined);
    if (response) setSaid(response);
    setAsked((before) =>
      before && before.open > 1 ? { ...before, open: before.open - 1 } : undefined,
    );
  }

  function keep(winners: RaffleResult[]) {
    queries.setQueryData(keys.results, (results = []) => [
      ...results,
      ...winners.filter((winner) => !results.some(({ id }) => id === winner.id)),
    ]);
  }

  /** Applies the response to a draw, which may be repeated after a winner has forfeited. */
  function keepAnswer(winners: RaffleResult[]) {
    const next = queries.getQueryData(keys.draws);
    const isNew = ({ number }: RaffleResult) =>
      !next || number >= next.nextNumber || number === next.sealed?.number;
    keep(winners.filter(isNew));
  }

  function changeDraws(change: Partial<NextDraw>) {
    queries.setQueryData(keys.draws, (before) => before && { ...before, ...change });
  }

  /** Refetches the eligible people; only the presenter's pages have this query. */
  const readEligibleAgain = () => readAgain({ queryKey: eligibleQuery(eventId, true).queryKey });

  const reactions: { [Kind in LiveKind]?: (data: LiveData<Kind>) => void } = {
    snapshot: (snapshot) => {
      queries.setQueryData(keys.prizes, snapshot.prizes);
      queries.setQueryData(keys.results, snapshot.results);
      const { sealed, rollCall, lastRecord, nextNumber, nextCommitment } = snapshot;
      // A page that came without this part of the list has it from here.
      queries.setQueryData(keys.draws, (before) => ({
        ...before,
        ...{ sealed, rollCall, lastRecord, nextNumber, nextCommitment },
      }));
      readEligibleAgain();
    },
    drawn: ({ winners }) => {
      keep(winners);
      changeDraws({ sealed: null });
    },
    forfeited: ({ forfeits, place: forfeited }) => {
      queries.setQueryData(keys.results, (results) =>
        results?.filter(({ number, place }) => number !== forfeits || place !== forfeited),
      );
    },
    sealed: ({ nextNumber: _, nextCommitment: __, ...sealed }) => changeDraws({ sealed }),
    voided: () => changeDraws({ sealed: null }),
    'handed-over': ({ number, place, handedOverAt }) => {
      queries.setQueryData(keys.results, (results) =>
        results?.map((result) =>
          result.number === number && result.place === place ? { ...result, handedOverAt } : result,
        ),
      );
    },
    prizes: ({ prizes }) => {
      queries.setQueryData(keys.prizes, prizes);
    },
    sponsors: () => readAgain(raffleQueries.sponsors(eventId)),
    event: () => {
      readAgain(raffleQueries.event(eventId));
      // The winners' details may be shortened now, and a winner may have been erased.
      readAgain({ queryKey: keys.results });
    },
    eligible: (counted) => {
      setEligible(counted);
      readEligibleAgain();
    },
    'roll-call': (message) => {
      changeDraws({ rollCall: message.current });
      setAnswered(message.answered);
    },
    applause: setCheers,
    rehearsal: ({ rehearsal }) => rehearsed.show(rehearsal),
    deleted: () => {
      // Refetching the event makes the page show that it was deleted.
      const { queryKey } = raffleQueries.event(eventId);
      if (queries.getQueryData(queryKey)) readAgain({ queryKey });
    },
  };
  const react = useEffectEvent((kind: LiveKind, data: object) => {
    const message = data as Partial<LiveData<'drawn'>>;
    const { now, stage, nextNumber, nextCommitment, lastRecord } = message;
    if (now) clock.follow(now);
    if (nextNumber && nextCommitment) changeDraws({ nextNumber, nextCommitment });
    if (lastRecord) changeDraws({ lastRecord });
    rollCalls.hear(Date.now(), openRollCallIn(kind, data));
    (reactions[kind] as ((data: object) => void) | undefined)?.(data);
    if (stage) setSaid(stage);
    onLive?.(kind, data as never);
  });
  const hearFirst = useEffectEvent(() => rollCalls.hear(Date.now(), draws?.rollCall));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's own data is applied once.
  useEffect(() => hearFirst(), [eventId]);
  useEffect(
    () => followLive(eventId, (kind, data) => react(kind, data), setConnected, version, screen),
    [eventId, version, screen],
  );

  return {
    ...{ scene, stage: view.stage, results: view.results, draws, connected },
    // A rehearsal follows the order of the prizes.
    chosen: chosen || rehearsed.rehearsal !== undefined,
    ...{
      eligible,
      answered,
      cheers,
      show,
      rehearsal: rehearsed.rehearsal,
      rehearse: rehearsed.show,
    },
    keep: keepAnswer,
    now: () => clock.now(),
    dismiss: (what) => setDismissed((before) => ({ ...before, ...what })),
    begin: (begun) => {
      if (begun.drawing) clock.follow(begun.drawing.since);
      setSaid(begun);
    },
    take: setSaid,
  };
}

/** The open roll call, if the message contains it. */
function openRollCallIn(kind: LiveKind, data: object) {
  if (kind === 'snapshot') return (data as LiveData<'snapshot'>).rollCall;
  return kind === 'roll-call' ? (data as LiveData<'roll-call'>).current : undefined;
}
