interface TicketPerforationProps {
  /** Without notches it is only a line to tear along. */
  notches?: boolean;
}

// Half of a ring whose middle lies on the ticket's edge; it covers one pixel of the edge itself.
const notch =
  'absolute top-1/2 size-5 -translate-y-1/2 rounded-full border bg-(--ground,var(--paper))';

export function TicketPerforation({ notches = false }: TicketPerforationProps) {
  return (
    <div aria-hidden className="relative border-t border-dashed">
      {notches && (
        <>
          <span className={`${notch} -left-[10.5px] [clip-path:inset(-1px_-1px_-1px_9.5px)]`} />
          <span className={`${notch} -right-[10.5px] [clip-path:inset(-1px_9.5px_-1px_-1px)]`} />
        </>
      )}
    </div>
  );
}
