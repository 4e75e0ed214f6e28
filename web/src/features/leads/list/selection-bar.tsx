import { formatCount, formatPercent } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { useVerifyLeads } from '../api.ts';
import type { Selection } from '../lead-selection.ts';

interface SelectionBarProps {
  selected: Selection;
  /** The number of selected leads hidden by the filters. */
  hidden: number;
  onClear: () => void;
}

/** The selection and its actions, fixed at the bottom of the screen. */
export function SelectionBar({ selected, hidden, onClear }: SelectionBarProps) {
  const { verifyLeads, done } = useVerifyLeads();
  const total = verifyLeads.isPending ? verifyLeads.variables.length : selected.size;
  if (total === 0) return null;

  return (
    <section
      aria-label="Selection"
      className="sticky bottom-4 z-10 flex w-full animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-l border bg-card py-2.5 pr-2.5 pl-4.5 shadow-float md:w-fit"
    >
      <p
        aria-live="polite"
        className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-md:w-full md:flex-1 md:flex-nowrap md:whitespace-nowrap"
      >
        <span className="font-semibold tabular-nums">
          {verifyLeads.isPending && done > 0
            ? `${formatCount(done)} of ${formatCount(total)} verified`
            : `${formatCount(total)} lead(s) selected`}
        </span>
        {hidden > 0 && !verifyLeads.isPending && (
          <span className="text-ink-2 text-sm">{formatCount(hidden)} hidden by filters</span>
        )}
      </p>
      {verifyLeads.isPending && (
        <progress
          aria-label="Leads verified"
          value={done}
          max={total}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-mute-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-mute-soft md:w-32 [&::-webkit-progress-value]:bg-accent"
        >
          {formatPercent((done / total) * 100, 0)}
        </progress>
      )}
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
        <Button
          variant="primary"
          pending={verifyLeads.isPending}
          onClick={() => verifyLeads.mutate([...selected], { onSuccess: onClear })}
        >
          Verify Selected
        </Button>
        <Button
          variant="quiet"
          disabled={verifyLeads.isPending}
          onClick={onClear}
          // On a phone the other button's spinner needs the space.
          className={verifyLeads.isPending ? 'max-md:hidden' : undefined}
        >
          Clear Selection
        </Button>
      </div>
    </section>
  );
}
