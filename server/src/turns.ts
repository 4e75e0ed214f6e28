import { setImmediate } from 'node:timers/promises';
import type { Steps } from '@drawbridge/contract/fair-draw/steps';

const TURN_MS = 8;

/** Does long work in short turns, so that requests are answered in between. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
}
