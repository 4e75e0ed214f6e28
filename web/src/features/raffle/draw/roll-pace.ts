import { DRAW_ANIMATION_MS } from '@drawbridge/contract/stage';

const FASTEST_MS = 70;
const SLOWEST_MS = 420;

/** How long a name stays, at this time of the animation: shorter at first, ever longer towards its end. */
export function rollPace(elapsedMs: number): number {
  const part = Math.min(1, elapsedMs / DRAW_ANIMATION_MS);
  return Math.round(FASTEST_MS + (SLOWEST_MS - FASTEST_MS) * part ** 3);
}
