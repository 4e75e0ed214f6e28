import type { CSSProperties } from 'react';
import { classNames } from '../../lib/class-names.ts';

// Multiples of these two irrational steps fill a square evenly, without lines or clumps. They are declared before the
// pieces, which are created when the module is loaded.
const STEP_X = 0.754_877_666;
const STEP_Y = 0.569_840_291;

const colours = ['bg-accent', 'bg-info', 'bg-wait', 'bg-done', 'bg-ok'];

/** Scattered evenly around the centre, mostly upwards, and the same each time. */
const pieces = Array.from({ length: 120 }, (_, index) => {
  const up = (index * STEP_Y) % 1;
  return {
    '--x': `${Math.round((((index * STEP_X) % 1) - 0.5) * 1100) / 10}vw`,
    '--y': `${Math.round((up - 0.75) * 700) / 10}vh`,
    '--turn': `${360 + index * 23}deg`,
    animationDelay: `${Math.round(up * 180)}ms`,
  };
});

/** Bursts once from behind the ticket, or from both sides of the stage, and falls off it. */
export function Confetti({ sides = false }: { sides?: boolean }) {
  return (
    <div
      aria-hidden
      className={classNames(
        'pointer-events-none fixed inset-0 overflow-hidden',
        sides && 'confetti-sides',
      )}
      data-confetti
    >
      {pieces.map((piece, index) => (
        <span
          key={piece['--turn']}
          style={piece as CSSProperties}
          className={`confetti absolute top-1/2 left-1/2 h-[0.6rem] w-4 rounded-[2px] ${colours[index % colours.length]}`}
        />
      ))}
    </div>
  );
}
