import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface DisclosureProps {
  /** What is inside. */
  label: ReactNode;
  startsOpen?: boolean;
  children: ReactNode;
}

/** A collapsible section. Its content is rendered only when it is open. */
export function Disclosure({ label, startsOpen = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group text-left"
    >
      <summary className="-ml-2 flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 rounded-s px-2 font-semibold text-accent-ink md:min-h-9 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-90"
        />
        {label}
      </summary>
      {open && <div className="pt-2 pb-3">{children}</div>}
    </details>
  );
}
