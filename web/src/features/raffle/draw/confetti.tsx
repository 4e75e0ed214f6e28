import type { CSSProperties } from 'react';
import { type ConfettiPiece, confettiPieces } from './confetti-pieces.ts';

const colours = ['bg-accent', 'bg-info', 'bg-wait', 'bg-done', 'bg-ok'];
const pieces = confettiPieces(120);

/** Bursts once from behind the ticket and falls off the stage. */
export function Confetti() {
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 overflow-hidden" data-confetti>
      {pieces.map((piece, index) => (
        <span
          key={piece.turn}
          style={placement(piece)}
          className={`confetti absolute top-1/2 left-1/2 h-2.5 w-4 rounded-[2px] ${colours[index % colours.length]}`}
        />
      ))}
    </div>
  );
}

function placement({ x, y, turn, delay }: ConfettiPiece): CSSProperties {
  return {
    '--x': `${x}vw`,
    '--y': `${y}vh`,
    '--turn': `${turn}deg`,
    animationDelay: `${delay}ms`,
  } as CSSProperties;
}
