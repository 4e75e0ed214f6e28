import { REDUCED_MOTION, useMediaQuery } from '../../../lib/use-media-query.ts';
import { Mark } from '../../../ui/mark.tsx';
import { useFocusOn } from '../use-focus-on.ts';
import { RollingNames } from './rolling-names.tsx';

interface DrawingFaceProps {
  resting: boolean;
  /** Names of eligible people; empty for pages that may not show them. */
  names: string[];
}

/** The back of the ticket. It is silent for screen readers once the winner is shown. */
export function DrawingFace({ resting, names }: DrawingFaceProps) {
  const still = useMediaQuery(REDUCED_MOTION);
  // The pressed button is gone, so the focus moves here for screen readers.
  const heading = useFocusOn<HTMLHeadingElement>(!resting);

  return (
    <div className="light flex flex-1 flex-col text-center text-on-accent">
      <div className="ticket-upper flex flex-1 flex-col items-center justify-center gap-6 rounded-t-l bg-accent px-6 py-10">
        <Mark className="size-16 md:size-20" />
        {!resting && (
          <h2 ref={heading} tabIndex={-1} className="text-4xl outline-none md:text-5xl">
            Drawing Winner...
          </h2>
        )}
        {!resting && names.length > 0 && !still && <RollingNames names={names} />}
      </div>
      <div className="ticket-lower flex min-h-22 items-center justify-center rounded-b-l bg-accent px-6 py-6">
        {!resting && (
          <p className="text-lg md:text-xl">Hold tight! We're selecting a lucky winner</p>
        )}
      </div>
    </div>
  );
}
