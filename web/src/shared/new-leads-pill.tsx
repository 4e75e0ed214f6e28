import { ArrowUp } from 'lucide-react';
import { countOf } from '../lib/formats.ts';

interface NewLeadsPillProps {
  /** How many leads there are beyond those on screen. */
  count: number;
  onShow: () => void;
}

/** Says in the top bar that there are new leads. Nothing on the page moves until it is pressed. */
export function NewLeadsPill({ count, onShow }: NewLeadsPillProps) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-1.5 z-20 flex h-11 items-center justify-center"
    >
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto flex h-11 animate-appear items-center gap-2 rounded-full border border-accent bg-accent-soft px-4 font-semibold text-accent-ink text-sm tabular-nums hover:bg-card md:h-9"
        >
          <ArrowUp aria-hidden className="size-4" />
          {countOf(count, 'new lead')}: show
        </button>
      )}
    </div>
  );
}
