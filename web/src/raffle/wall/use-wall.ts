import {
  LANGUAGE_PARAMETER,
  type Language,
  stageLanguages,
} from '@drawbridge/contract/languages/languages';
import type { LiveData } from '@drawbridge/contract/raffle/live';
import type { Scene } from '@drawbridge/contract/raffle/scene';
import { useEffect, useRef, useState } from 'react';
import { fillScreen, toggleFullScreen, useStayAwake } from '../../lib/device/screen.ts';
import { listen } from '../../lib/queries/listen.ts';
import { currentLanguage, showLanguage } from '../../lib/texts/texts.ts';
import { unlockAudio } from './use-sounds.ts';

const POINTER_MS = 3000;

interface WallScreen {
  /** True after the first press, from which on browsers allow full screen and sound. */
  started: boolean;
  /** True if the pointer has not moved for a while. */
  resting: boolean;
}

/** A screen without controls: a click or F fills the display, which stays on, and the pointer hides. */
export function useWallScreen(): WallScreen {
  const [started, setStarted] = useState(false);
  const [resting, setResting] = useState(false);
  useStayAwake();

  useEffect(() => {
    let timer = setTimeout(() => setResting(true), POINTER_MS);
    const move = () => {
      setResting(false);
      clearTimeout(timer);
      timer = setTimeout(() => setResting(true), POINTER_MS);
    };
    const start = () => {
      unlockAudio();
      setStarted(true);
    };
    const click = () => {
      start();
      fillScreen();
    };
    const press = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key.toLowerCase() !== 'f' || ctrlKey || metaKey || altKey) return;
      start();
      toggleFullScreen();
    };
    const stop = listen(window, { pointermove: move, click, keydown: press });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);

  return { started, resting };
}

/** The time that the stage stays in one of two languages. */
const LANGUAGE_MS = 20_000;

/** True if the languages alternate: not while everybody reads along, during a draw or its phrase. */
export const alternatesLanguages = (scene: Scene['kind']) =>
  scene !== 'drawing' && scene !== 'sealed';

/** Shows the stage in its languages, alternating. */
export function useStageLanguages(eventLanguage: Language, scene: Scene['kind']): void {
  const turns = alternatesLanguages(scene);
  useEffect(() => {
    const linked = new URLSearchParams(location.search).getAll(LANGUAGE_PARAMETER).join();
    const shown = stageLanguages(linked, eventLanguage);
    const next = new AbortController();
    if (!shown.includes(currentLanguage())) showLanguage(shown[0]);
    if (!turns || shown.length < 2) return;
    const timer = setInterval(() => {
      const other = shown.find((code) => code !== currentLanguage());
      // A draw may begin before its texts are loaded.
      if (other) showLanguage(other, next.signal);
    }, LANGUAGE_MS);
    return () => {
      clearInterval(timer);
      next.abort();
    };
  }, [eventLanguage, turns]);
}

/** One ticket comes in at a time, so that each can be read. */
const ARRIVAL_INTERVAL_MS = 900;
const STAY_MS = 7000;
const SHOWN_MAX = 3;
/** The largest crowd that is shown one by one; of a larger one, only the number is shown. */
const NAMED_MAX = 6;

interface Waiting {
  tickets: string[];
  /** The number of people after them who are not shown one by one. */
  more: number;
}

/** Adds new arrivals to the queue; `grown` is the number of people by which the draw has grown. */
export function queueArrivals(waiting: Waiting, joined: string[], grown: number): Waiting {
  // The server lists the latest first, and only some of a crowd.
  const tickets = [...waiting.tickets, ...joined.toReversed()];
  const named = tickets.slice(0, NAMED_MAX);
  const unnamed = Math.max(0, grown - joined.length);
  return { tickets: named, more: waiting.more + unnamed + tickets.length - named.length };
}

interface Arrival {
  id: number;
  ticket: string | undefined;
  more: number;
  since: number;
}

/** The latest arrivals, the newest last: tickets, or the number of a crowd. */
export function useArrivals(
  eligible: Pick<LiveData<'eligible'>, 'people' | 'joined'> | undefined,
): Arrival[] {
  const waiting = useRef<Waiting>({ tickets: [], more: 0 });
  const people = useRef<number>(undefined);
  const [shown, setShown] = useState<Arrival[]>([]);

  useEffect(() => {
    if (!eligible) return;
    const grown = eligible.people - (people.current ?? eligible.people);
    people.current = eligible.people;
    waiting.current = queueArrivals(waiting.current, eligible.joined, grown);
  }, [eligible]);

  useEffect(() => {
    let id = 0;
    const timer = setInterval(() => {
      const { tickets, more } = waiting.current;
      const ticket = tickets.shift();
      const since = Date.now();
      id += 1;
      if (!ticket) waiting.current.more = 0;
      setShown((before) => {
        const staying = before.filter((arrival) => since - arrival.since < STAY_MS);
        if (!ticket && !more) return staying.length === before.length ? before : staying;
        return [...staying, { id, ticket, more, since }].slice(-SHOWN_MAX);
      });
    }, ARRIVAL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);

  return shown;
}

const ROUND_NUMBERS = [10_000, 5000, 2500, 1000, 500, 250, 100];
const ROUND_MS = 8000;

interface RoundNumber {
  number: number;
  /** The ticket of the person with that number, if it is among the latest. */
  ticket: string | undefined;
}

/** The round number that the draw has just reached, and whose ticket it is. */
export function reachedRound(
  before: number,
  { people, joined }: Pick<LiveData<'eligible'>, 'people' | 'joined'>,
): RoundNumber | undefined {
  const number = ROUND_NUMBERS.find((round) => before < round && people >= round);
  return number === undefined ? undefined : { number, ticket: joined[people - number] };
}

/** The round number of people that was reached a moment ago. */
export function useRoundNumber(
  eligible: LiveData<'eligible'> | undefined,
): RoundNumber | undefined {
  const people = useRef<number>(undefined);
  const [round, setRound] = useState<RoundNumber>();

  useEffect(() => {
    if (!eligible) return;
    const reached = reachedRound(people.current ?? eligible.people, eligible);
    people.current = eligible.people;
    if (reached) setRound(reached);
  }, [eligible]);

  useEffect(() => {
    if (!round) return;
    const timer = setTimeout(() => setRound(undefined), ROUND_MS);
    return () => clearTimeout(timer);
  }, [round]);

  return round;
}
