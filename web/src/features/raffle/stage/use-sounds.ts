import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';
import type { StagePhase } from '../stage-phase.ts';
import { playChord, playDrumRoll, wakeSounds } from './sounds.ts';

const KEY = 'sounds';

interface Sounds {
  on: boolean;
  toggle: () => void;
}

/** Sounds are off until they are switched on, which this device remembers. */
export function useSounds(phase: StagePhase['kind']): Sounds {
  const [on, setOn] = useState(() => readStored(KEY) === 'on');

  // Browsers allow sound only after a user action, so a remembered choice waits for the first one.
  useEffect(() => {
    if (!on) return;
    addEventListener('pointerdown', wakeSounds);
    addEventListener('keydown', wakeSounds);
    return () => {
      removeEventListener('pointerdown', wakeSounds);
      removeEventListener('keydown', wakeSounds);
    };
  }, [on]);

  useEffect(() => {
    if (!on) return;
    if (phase === 'winner') playChord();
    return phase === 'drawing' ? playDrumRoll() : undefined;
  }, [on, phase]);

  function toggle() {
    if (!on) wakeSounds();
    writeStored(KEY, on ? null : 'on');
    setOn(!on);
  }

  return { on, toggle };
}
