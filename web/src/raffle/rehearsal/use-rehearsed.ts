import type { Rehearsal } from '@drawbridge/contract/raffle/raffle';
import type { Scene, StageView } from '@drawbridge/contract/raffle/scene';
import { useEffect, useRef, useState } from 'react';

/** A screen that has not heard of its rehearsal for this long returns to the raffle. */
const SILENT_MS = 10_000;

/** The rehearsal that this screen shows, in place of the raffle between two real draws. */
export function useRehearsed<View extends StageView>(eventId: string, real: View, scene: Scene) {
  const [heard, setHeard] = useState<Rehearsal>();
  // Loaded on demand, because only walls and remotes hear of rehearsals.
  const [module, setModule] = useState<typeof import('./rehearsal.ts')>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isFree = scene.kind === 'finale' || (scene.kind === 'idle' && !scene.rollCall);
  const { prizes, stage } = real;
  const view: View | undefined =
    heard && module && isFree
      ? { ...real, ...module.showRehearsal(heard, { eventId, prizes, stage }) }
      : undefined;

  return {
    view,
    rehearsal: view && heard,
    show: (rehearsal: Rehearsal | null) => {
      setHeard(rehearsal ?? undefined);
      clearTimeout(timer.current);
      if (!rehearsal) return;
      timer.current = setTimeout(() => setHeard(undefined), SILENT_MS);
      import('./rehearsal.ts').then(setModule, () => {});
    },
  };
}
