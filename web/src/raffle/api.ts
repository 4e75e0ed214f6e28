import { loginPath } from '@drawbridge/contract/core/pages';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import type { PublicSponsor } from '@drawbridge/contract/events/sponsors';
import type { DrawList, ShownRecord } from '@drawbridge/contract/fair-draw/draws';
import type { EligiblePeople } from '@drawbridge/contract/raffle/drawing';
import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult, StageChange, StageState } from '@drawbridge/contract/raffle/raffle';
import type { OpenRollCall } from '@drawbridge/contract/raffle/roll-calls';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import { useLocation } from 'wouter';
import { ApiError, api, urlOf } from '../lib/api/api-client.ts';
import { startDeadline } from '../lib/api/deadline.ts';
import { InitialDataContext } from '../lib/api/initial-data.ts';
import { publicShapes } from '../lib/api/public-shapes.ts';
import { currentSession, endSession } from '../lib/api/session.ts';
import { apiQuery } from '../lib/queries/query-client.ts';
import { type Reads, readsOf } from '../lib/queries/use-read.ts';
import { useToastMutation } from '../lib/queries/use-toast-mutation.ts';
import { inPageLanguage } from '../lib/texts/event-text.tsx';
import { formatList } from '../lib/texts/formats.ts';
import { t, useLanguage } from '../lib/texts/texts.ts';
import type { ToastMessage } from '../lib/toast.ts';

/** The stage that comes with the page, with the id of the last live message it contains. */
export type FirstStage = StageState & { version?: string };
export type NextDraw = Pick<DrawList, 'sealed' | 'nextNumber' | 'nextCommitment'> & {
  /** Parts of the data that comes with the page. */
  rollCall?: OpenRollCall | null;
  lastRecord?: ShownRecord | null;
  /** All records, if the page has requested the list. */
  draws?: DrawList['draws'];
};

export const eventUrl = (eventId: string) => urlOf('/api/events/:eventId', { params: { eventId } });
export const resultsUrl = (eventId: string) => `${eventUrl(eventId)}/raffles`;
export const eligibleUrl = (eventId: string) => `${eventUrl(eventId)}/eligible`;

export const raffleQueries = {
  event: (eventId: string) =>
    apiQuery('/api/events/:eventId', { params: { eventId }, shape: publicShapes.event }),
  prizes: (eventId: string) =>
    apiQuery('/api/prizes', { query: { eventId }, shape: publicShapes.prizes }),
  results: (eventId: string) =>
    apiQuery('/api/events/:eventId/raffles', { params: { eventId }, shape: publicShapes.results }),
  sponsors: (eventId: string) =>
    apiQuery('/api/sponsors/public', { query: { eventId }, shape: publicShapes.sponsors }),
  /** The presenter's stage, which only comes with the page; afterwards the live stream updates it. */
  stage: (eventId: string) =>
    queryOptions<FirstStage>({ queryKey: [`${eventUrl(eventId)}/stage`] }),
  /**
   * The part of the list of draws that comes with the page. It has a key of its own, so that it is not mistaken for the
   * whole response.
   */
  nextDraw: (eventId: string) =>
    queryOptions<NextDraw>({
      queryKey: [`${eventUrl(eventId)}/draws`, 'next'],
      meta: { shape: publicShapes.draws },
    }),
};

export interface DrawOrder {
  /** The id of the draw: requests with the same id hold one draw. */
  id: string;
  /** The prize; null for a general draw. */
  prizeId: string | null;
  phrase: string;
  /** Limits the draw to the people who have answered the latest roll call. */
  onlyHere: boolean;
}

const STARTING_MS = 5000;
/**
 * A draw among a million people takes half of this. If only its response was lost, the live stream shows the winner.
 */
const DRAWING_MS = 10_000;

export interface Raffle {
  event: PublicEvent;
  prizes: Prize[];
  results: RaffleResult[];
  sponsors: PublicSponsor[];
}

interface RaffleReads extends Pick<Reads, 'failure' | 'retry'> {
  event: PublicEvent | undefined;
  /** The raffle; undefined until everything is loaded. */
  raffle: Raffle | undefined;
  gone: boolean;
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

const REFETCH_MS = 5000;

interface RaffleOptions {
  /** Repeats a failed read automatically, on screens without a 'Try again' button. */
  heals?: boolean;
  /** Reads the event alone, because the live stream brings the rest. */
  eventOnly?: boolean;
}

/** True if the page came with the response that there is no such event. */
export function useUnknownEvent(eventId: string): boolean {
  const [url] = raffleQueries.event(eventId).queryKey;
  return use(InitialDataContext)[String(url)]?.status === 404;
}

/** Reads a raffle, and reports if there is none. */
export function useRaffle(
  eventId: string,
  { heals = false, eventOnly = false }: RaffleOptions = {},
): RaffleReads {
  const healing = {
    refetchInterval: ({ state }: { state: { error: unknown } }) =>
      heals && state.error && !isGone(state.error) ? REFETCH_MS : (false as const),
  };
  const unknown = useUnknownEvent(eventId);
  const others = { ...healing, enabled: !eventOnly && !unknown };
  const [event, prizes, results, sponsors] = useQueries({
    queries: [
      { ...raffleQueries.event(eventId), ...healing, enabled: !unknown },
      { ...raffleQueries.prizes(eventId), ...others },
      { ...raffleQueries.results(eventId), ...others },
      { ...raffleQueries.sponsors(eventId), enabled: others.enabled },
    ],
  });
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts are those of this language.
  const shownEvent = useMemo(
    () => event.data && inPageLanguage(event.data),
    [event.data, language],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts are those of this language.
  const shownPrizes = useMemo(() => prizes.data?.map(inPageLanguage), [prizes.data, language]);
  const complete = shownEvent && shownPrizes && results.data;
  return {
    ...readsOf(event, prizes, results),
    event: shownEvent,
    gone: unknown || isGone(event.error),
    raffle: complete && {
      event: shownEvent,
      prizes: shownPrizes,
      results: results.data,
      // The raffle also works without logos.
      sponsors: sponsors.data ?? [],
    },
  };
}

/** The eligible people, for administrators. The live stream triggers the refetch. */
export function eligibleQuery(eventId: string, enabled: boolean) {
  return queryOptions({
    ...apiQuery('/api/events/:eventId/eligible', { params: { eventId } }),
    enabled,
    refetchOnWindowFocus: 'always',
  });
}

interface DrawInput {
  order: DrawOrder;
  /** Called once every screen shows that the draw has begun. */
  onBegun: (stage: StageState) => void;
}

const pause = (milliseconds: number | undefined) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const RETRY_MS = 1000;
/** After this, the draw is called failed without an answer: somebody has to decide what to do. */
const ASK_FOR_MS = 60_000;
/** The statuses with which a proxy answers for a server that it could not reach. */
const NO_ANSWER = [502, 504];

/**
 * Repeats a request whose answer is lost, which may have done its work: the order's id makes it one draw. Only the
 * server says that a draw has failed.
 */
async function askUntilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const began = Date.now();
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const answered = error instanceof ApiError && !NO_ANSWER.includes(error.status);
      if (answered || Date.now() - began > ASK_FOR_MS) throw error;
    }
    await pause(RETRY_MS);
  }
}

/**
 * Begins a draw on every screen, and requests its winner when the animation is over; if this device sleeps or has left
 * by then, the server holds the draw. A draw that cannot be held is refused before it begins.
 */
export function useDrawWinner(eventId: string) {
  const params = { eventId };
  return useToastMutation({
    send: async ({ order: body, onBegun }: DrawInput) => {
      // The time limit is short, because everybody is waiting and nothing has begun yet.
      const begun = await askUntilAnswered(() =>
        api.post('/api/events/:eventId/drawing', {
          ...{ params, body, signal: startDeadline(STARTING_MS).signal },
        }),
      );
      onBegun(begun);
      await pause(begun.drawing?.lasts);
      return askUntilAnswered(() =>
        api.post('/api/events/:eventId/draw-winner', {
          ...{ params, body, shape: publicShapes.result },
          signal: startDeadline(DRAWING_MS).signal,
        }),
      );
    },
    failure: useDrawingFailed(),
    refetches: changedByDraws(eventId),
  });
}

/** Changes the stage on every page. Changes are sent one after the other, so that the last one stays. */
export function useChangeStage(eventId: string) {
  return useToastMutation({
    send: (body: StageChange) =>
      api.patch('/api/events/:eventId/stage', { params: { eventId }, body }),
    failure: t('presenter.screensBehind'),
    scope: `stage ${eventId}`,
  });
}

// The URLs that draws change. They are refetched after a failure too: another presenter may have drawn, or the response
// to our draw was lost.
export function changedByDraws(eventId: string): string[] {
  return [
    resultsUrl(eventId),
    urlOf('/api/prizes', { query: { eventId } }),
    `${eventUrl(eventId)}/draws`,
    eligibleUrl(eventId),
    `${eventUrl(eventId)}/winners`,
  ];
}

function useDrawingFailed(): (error: Error) => ToastMessage {
  const signIn = useGoToLogin();
  return (error) => ({
    title: t('presenter.drawingFailed'),
    description: (error instanceof ApiError && error.sentence) || t('visitor.retry'),
    // The session has expired.
    ...(error instanceof ApiError &&
      error.status === 401 && { action: { label: t('workspace.logIn'), onSelect: signIn } }),
  });
}

/** Goes to the login page, which returns here. A volunteer is logged out first, so that an administrator can log in. */
export function useGoToLogin(): () => void {
  const [path, navigate] = useLocation();
  return () => {
    if (currentSession().user) {
      api.post('/api/auth/logout').catch(() => {});
      endSession('logout');
    }
    navigate(loginPath(path));
  };
}

/** '1 person in the draw', '1,284 people in the draw' */
export function peopleInDraw(people: number): string {
  return t('workspace.peopleInDraw', { count: people });
}

/** The reason why nobody is in the next draw; undefined if somebody is. */
export function describeObstacle(eligible: EligiblePeople): string | undefined {
  const { people, leads, pending, promoted } = eligible;
  if (people > 0) return undefined;
  const reasons: string[] = [];
  if (leads === 0) reasons.push(t('presenter.noLeads'));
  // The text says 'drawn' instead of 'won', because a winner may have forfeited.
  if (leads > pending + promoted) reasons.push(t('presenter.allVerifiedDrawn'));
  if (pending > 0) reasons.push(t('presenter.waiting', { count: pending }));
  // Promoted leads may include winners.
  if (promoted > 0) reasons.push(t('presenter.promoted', { count: promoted }));
  return t('presenter.nobody', { reasons: formatList(reasons, 'conjunction') });
}
