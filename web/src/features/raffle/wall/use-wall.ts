import { LANGUAGE_PARAMETER, type Language, stageLanguages } from '@drawbridge/contract/languages';
import type { LiveData } from '@drawbridge/contract/live';
import type { Scene } from '@drawbridge/contract/scene';
import { useEffect, useRef, useState } from 'react';
import { fillScreen, toggleFullScreen, useStayAwake } from '../../../lib/screen.ts';
import { currentLanguage, showLanguage } from '../../../lib/texts.ts';
import { wakeSounds } from './use-sounds.ts';

const POINTER_MS = 3000;

interface WallScreen {
  /** Whether somebody has pressed, after which browsers allow a full screen and sounds. */
  started: boolean;
  /** Whether the pointer has not moved for a while. */
  resting: boolean;
}

/** A screen that nobody operates: a click or F fills the display, which stays on, and the pointer hides. */
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
      wakeSounds();
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
    addEventListener('pointermove', move);
    addEventListener('click', click);
    addEventListener('keydown', press);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', move);
      removeEventListener('click', click);
      removeEventListener('keydown', press);
    };
  }, []);

  return { started, resting };
}

/** How long the stage stays in one of two languages. */
const LANGUAGE_MS = 20_000;

/** Whether the languages take turns: not while everybody reads along, for a draw or its phrase. */
export const turnsLanguages = (scene: Scene['kind']) => scene !== 'drawing' && scene !== 'sealed';

/** Shows the stage in its languages, in turn. */
export function useStageLanguages(ofEvent: Language, scene: Scene['kind']): void {
  const turns = turnsLanguages(scene);
  useEffect(() => {
    const linked = new URLSearchParams(location.search).getAll(LANGUAGE_PARAMETER).join();
    const shown = stageLanguages(linked, ofEvent);
    const next = new AbortController();
    if (!shown.includes(currentLanguage())) showLanguage(shown[0]);
    if (!turns || shown.length < 2) return;
    const timer = setInterval(() => {
      const other = shown.find((code) => code !== currentLanguage());
      // Something may begin before its texts are here.
      if (other) showLanguage(other, next.signal);
    }, LANGUAGE_MS);
    return () => {
      clearInterval(timer);
      next.abort();
    };
  }, [ofEvent, turns]);
}

/** How long a page of a list stays. */
const PAGE_MS = 8000;

/** The page of a list that is shown now; each has its turn. */
export function useTurningPage(pages: number): number {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    if (pages < 2) return;
    const timer = setInterval(() => setTurns((before) => before + 1), PAGE_MS);
    return () => clearInterval(timer);
  }, [pages]);
  return pages > 0 ? turns % pages : 0;
}

/** One ticket comes in at a time, so that each can be read. */
const ARRIVE_EVERY_MS = 900;
const STAY_MS = 7000;
const SHOWN_MAX = 3;
/** Of more that come in at once, the latest are shown. */
const WAITING_MAX = 12;

interface Arrival {
  id: number;
  ticket: string;
  since: number;
}

/** The tickets that have just come in, the latest last. */
export function useArrivals(joined: LiveData<'eligible'>['joined'] | undefined): Arrival[] {
  const waiting = useRef<string[]>([]);
  const [shown, setShown] = useState<Arrival[]>([]);

  useEffect(() => {
    // The server names the latest first.
    const added = [...(joined ?? [])].reverse();
    waiting.current = [...waiting.current, ...added].slice(-WAITING_MAX);
  }, [joined]);

  useEffect(() => {
    let id = 0;
    const timer = setInterval(() => {
      const ticket = waiting.current.shift();
      const since = Date.now();
      id += 1;
      setShown((before) => {
        const staying = before.filter((arrival) => since - arrival.since < STAY_MS);
        if (!ticket) return staying.length === before.length ? before : staying;
        return [...staying, { id, ticket, since }].slice(-SHOWN_MAX);
      });
    }, ARRIVE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  return shown;
}
