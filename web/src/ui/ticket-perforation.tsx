import { classNames } from '../lib/class-names.ts';

interface TicketPerforationProps {
  /** Without notches, only the dashed line is shown. */
  notches?: boolean;
  /** Puts the stub beside the ticket instead of below it: on large screens, or always. */
  sideways?: boolean | 'always';
}

// Half a ring centred on the ticket's edge; it covers one pixel of the edge itself.
const notch = 'absolute size-5 rounded-full border bg-(--ground,var(--paper))';
const left = 'top-1/2 -left-[10.5px] -translate-y-1/2 [clip-path:inset(-1px_-1px_-1px_9.5px)]';
const right = 'top-1/2 -right-[10.5px] -translate-y-1/2 [clip-path:inset(-1px_9.5px_-1px_-1px)]';
const top =
  'lg:-top-[10.5px] lg:left-1/2 lg:-translate-x-1/2 lg:translate-y-0 lg:[clip-path:inset(9.5px_-1px_-1px_-1px)]';
const bottom =
  'lg:top-auto lg:right-1/2 lg:-bottom-[10.5px] lg:translate-x-1/2 lg:translate-y-0 lg:[clip-path:inset(-1px_-1px_9.5px_-1px)]';
const alwaysTop = '-top-[10.5px] left-1/2 -translate-x-1/2 [clip-path:inset(9.5px_-1px_-1px_-1px)]';
const alwaysBottom =
  '-bottom-[10.5px] left-1/2 -translate-x-1/2 [clip-path:inset(-1px_-1px_9.5px_-1px)]';

export function TicketPerforation({ notches = false, sideways = false }: TicketPerforationProps) {
  if (sideways === 'always') {
    return (
      <div aria-hidden className="relative border-l border-dashed">
        {notches && (
          <>
            <span className={classNames(notch, alwaysTop)} />
            <span className={classNames(notch, alwaysBottom)} />
          </>
        )}
      </div>
    );
  }
  return (
    <div
      aria-hidden
      className={classNames(
        'relative border-t border-dashed',
        sideways && 'lg:border-t-0 lg:border-l',
      )}
    >
      {notches && (
        <>
          <span className={classNames(notch, left, sideways && top)} />
          <span className={classNames(notch, right, sideways && bottom)} />
        </>
      )}
    </div>
  );
}
