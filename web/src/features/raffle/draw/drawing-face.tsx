import type { Prize } from '@drawbridge/contract/prizes';
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Mark } from '../../../ui/mark.tsx';
import { useFocusOn } from '../use-focus-on.ts';
import { RollingNames } from './rolling-names.tsx';

interface DrawingFaceProps {
  resting: boolean;
  since: number;
  prize: Prize | undefined;
  /** Names of eligible people, or digits of tickets on pages that may not show names. */
  names: string[];
}

/** The back of the ticket. It is silent for screen readers once the winner is shown. */
export function DrawingFace({ resting, since, prize, names }: DrawingFaceProps) {
  const still = useMediaQuery(REDUCED_MOTION);
  // The pressed button is gone, so the focus moves here for screen readers.
  const heading = useFocusOn<HTMLHeadingElement>(!resting);
  const rolling = !resting && names.length > 0 && !still;

  return (
    <div className="light flex flex-1 flex-col text-center text-on-accent">
      <div className="ticket-upper flex flex-1 flex-col items-center justify-center gap-5 rounded-t-l bg-accent px-6 py-8">
        {!rolling && <Mark className="size-16 md:size-20" />}
        {!resting && (
          <h2
            ref={heading}
            tabIndex={-1}
            className={
              rolling ? 'text-2xl outline-none md:text-3xl' : 'text-4xl outline-none md:text-5xl'
            }
          >
            Drawing Winner...
          </h2>
        )}
        {rolling && <RollingNames since={since} names={names} />}
        {!resting && prize && (
          <p className="line-clamp-2 w-full break-words font-display font-semibold text-xl md:text-2xl">
            {prize.name}
          </p>
        )}
      </div>
      <div className="ticket-lower flex min-h-22 items-center justify-center rounded-b-l bg-accent px-6 py-6">
        {!resting && (
          <p className="text-lg md:text-xl">Hold tight! We're selecting a lucky winner</p>
        )}
      </div>
    </div>
  );
}
