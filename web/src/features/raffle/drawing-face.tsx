import { Mark } from '../../ui/mark.tsx';
import { useFocusWhen } from './use-focus-when.ts';

/** The back of the ticket. At rest it says nothing any more: the winner is on the other side. */
export function DrawingFace({ resting }: { resting: boolean }) {
  // The button that was pressed has gone; from here a screen reader goes on.
  const heading = useFocusWhen<HTMLHeadingElement>(!resting);

  return (
    <div className="light flex flex-1 flex-col text-center text-on-accent">
      <div className="ticket-upper flex flex-1 flex-col items-center justify-center gap-6 rounded-t-l bg-accent px-6 py-10">
        <Mark className="size-16 md:size-20" />
        {!resting && (
          <h2 ref={heading} tabIndex={-1} className="text-4xl outline-none md:text-5xl">
            Drawing Winner...
          </h2>
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
