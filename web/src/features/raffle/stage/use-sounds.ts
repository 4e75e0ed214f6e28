import { useEffect, useState } from 'react';
import type { StagePhase } from '../stage-phase.ts';
import { playChord, playDrumRoll, wakeSounds } from './sounds.ts';

interface Sounds {
  on: boolean;
  toggle: () => void;
}

/** Sounds are off each time the page is opened, so that nobody is startled. */
export function useSounds(phase: StagePhase['kind']): Sounds {
  const [on, setOn] = useState(false);

  useEffect(() => {
    if (!on) return;
    if (phase === 'winner') playChord();
    return phase === 'drawing' ? playDrumRoll() : undefined;
  }, [on, phase]);

  function toggle() {
    if (!on) wakeSounds();
    setOn(!on);
  }

  return { on, toggle };
}
