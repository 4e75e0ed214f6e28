import { formatCount } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { useVerifyLeads } from './api.ts';
import { countSelected, type Selection, selectedLeads } from './lead-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  /** The number of selected leads hidden by the filters. */
  hidden: number;
  onClear: () => void;
}

/** The selection and its actions, fixed at the bottom of the screen. */
export function SelectionBar({ selection, hidden, onClear }: SelectionBarProps) {
  const { isPending, variables, mutate } = useVerifyLeads();
  const count = isPending ? variables.count : countSelected(selection);
  if (count === 0) return null;

  return (
    <section
      aria-label="Selection"
      className="sticky bottom-4 z-10 flex w-full animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-l border bg-card py-2.5 pe-2.5 ps-4.5 shadow-float md:w-fit"
    >
      <p
        aria-live="polite"
        className="flex min-w-0 flex-wrap items-baseline gap-x-2 tabular-nums max-md:w-full"
      >
        <span className="font-semibold">{formatCount(count)} lead(s) selected</span>
        {hidden > 0 && (
          <span className="text-ink-2 text-sm">{formatCount(hidden)} hidden by filters</span>
        )}
      </p>
      {isPending && (
        <progress
          aria-label="Verifying leads"
          className="h-1.5 w-full overflow-hidden rounded-full accent-(--accent) md:w-32"
        />
      )}
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
        <Button
          variant="primary"
          pending={isPending}
          onClick={() => mutate(selectedLeads(selection), { onSuccess: onClear })}
        >
          Verify Selected
        </Button>
        <Button
          variant="quiet"
          disabled={isPending}
          onClick={onClear}
          // On a phone the other button's spinner needs the space.
          className={isPending ? 'max-md:hidden' : undefined}
        >
          Clear Selection
        </Button>
      </div>
    </section>
  );
}
