import { ArrowUp } from 'lucide-react';
import { createPortal } from 'react-dom';
import { countOf } from '../lib/formats.ts';
import { TOP_BAR_SPACE } from '../ui/sidebar.tsx';

interface NewLeadsPillProps {
  /** How many leads there are beyond those on screen. */
  count: number;
  onShow: () => void;
}

/** Says in the top bar that there are new leads. Nothing on the page moves until it is pressed. */
export function NewLeadsPill({ count, onShow }: NewLeadsPillProps) {
  const space = document.getElementById(TOP_BAR_SPACE);
  if (!space) return null;

  return createPortal(
    <div role="status" className="flex justify-center">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="flex h-11 animate-appear items-center gap-2 rounded-full border border-accent bg-accent-soft px-4 font-semibold text-accent-ink text-sm tabular-nums hover:bg-card md:h-9"
        >
          <ArrowUp aria-hidden className="size-4" />
          {countOf(count, 'new lead')}: show
        </button>
      )}
    </div>,
    space,
  );
}
