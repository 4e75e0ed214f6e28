import { classNames } from '../lib/class-names.ts';

/** The scalloped lower edge of a ticket; give it the colour of the section above it. */
export function TicketEdge({ className }: { className: string }) {
  return (
    <div
      aria-hidden
      className={classNames(
        'h-2 [mask:radial-gradient(circle_at_12px_100%,transparent_7.5px,black_8px)_repeat-x_0_0/24px_100%]',
        className,
      )}
    />
  );
}
