import { useId } from 'react';
import { formatCount } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useVerifyLeads } from '../api.ts';
import type { Selection } from '../lead-selection.ts';

interface EventLeadsToolbarProps {
  /** The number of selectable leads. */
  pending: number;
  selected: Selection;
  onSelectAll: (chosen: boolean) => void;
}

/** Sticks to the top while the list scrolls below it. */
export function EventLeadsToolbar({ pending, selected, onSelectAll }: EventLeadsToolbarProps) {
  const id = useId();
  const { verifyLeads, done } = useVerifyLeads();
  const sent = verifyLeads.isPending ? verifyLeads.variables.length : 0;
  const all = pending > 0 && selected.size === pending;

  return (
    <div className="sticky -top-5 z-10 -mx-5 flex min-h-15 items-center justify-between gap-3 border-b bg-card px-5 py-2 md:-mx-6 md:px-6">
      <label
        htmlFor={id}
        className="flex min-h-11 items-center gap-3 font-semibold text-sm md:gap-4"
      >
        <Checkbox
          id={id}
          checked={all || (selected.size > 0 && 'indeterminate')}
          disabled={pending === 0 || verifyLeads.isPending}
          onCheckedChange={onSelectAll}
        />
        Select all pending ({formatCount(pending)})
      </label>
      {(selected.size > 0 || verifyLeads.isPending) && (
        <Button
          variant="primary"
          size="small"
          pending={verifyLeads.isPending}
          // No need to clear the selection: verified leads are removed from it.
          onClick={() => verifyLeads.mutate([...selected])}
        >
          Verify
          <span className="font-medium tabular-nums">
            {verifyLeads.isPending
              ? `${formatCount(done)} of ${formatCount(sent)}`
              : `${formatCount(selected.size)} selected`}
          </span>
        </Button>
      )}
    </div>
  );
}
