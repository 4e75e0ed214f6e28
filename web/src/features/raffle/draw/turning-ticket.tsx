import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';

interface TurningTicketProps {
  turned: boolean;
  back: ReactNode;
  front: ReactNode;
}

/** A ticket that shows its back until it is turned. */
export function TurningTicket({ turned, back, front }: TurningTicketProps) {
  const face = 'col-start-1 row-start-1 flex min-w-0 flex-col backface-hidden';

  return (
    <div
      className={classNames(
        'ticket-glow relative w-full max-w-240 perspective-[120rem]',
        !turned && 'motion-safe:animate-sway',
      )}
    >
      <div
        className={classNames(
          'grid min-h-80 grid-cols-1 transform-3d transition-transform duration-600 ease-[cubic-bezier(0.3,0.1,0.2,1)]',
          turned ? 'rotate-y-0' : '-rotate-y-180',
        )}
      >
        <div className={classNames(face, 'rotate-y-180')}>{back}</div>
        <div className={classNames(face, 'plain-fade motion-reduce:animate-appear')}>{front}</div>
      </div>
    </div>
  );
}
