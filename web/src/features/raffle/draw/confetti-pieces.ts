export interface ConfettiPiece {
  /** The distance from the centre, in percent of the screen. */
  x: number;
  y: number;
  /** The rotation during the flight, in degrees. */
  turn: number;
  delay: number;
}

// Multiples of these two irrational steps fill a square evenly, without lines or clumps.
const STEP_X = 0.754_877_666;
const STEP_Y = 0.569_840_291;

/** Pieces scattered evenly around the centre, mostly upwards, and the same each time. */
export function confettiPieces(count: number): ConfettiPiece[] {
  return Array.from({ length: count }, (_, index) => {
    const across = (index * STEP_X) % 1;
    const up = (index * STEP_Y) % 1;
    return {
      x: Math.round((across - 0.5) * 1100) / 10,
      y: Math.round((up - 0.75) * 700) / 10,
      turn: 360 + index * 23,
      delay: Math.round(up * 180),
    };
  });
}
