import { useId } from 'react';
import { formatCount } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { useVerifyLeads } from '../api.ts';
import { countSelected, type Selection, selectedLeads } from '../lead-selection.ts';

interface EventLeadsToolbarProps {
  /** The number of selectable leads. */
  pending: number;
  /** Whether all of them are selected. */
  all: boolean | 'indeterminate';
  selection: Selection;
  onSelectAll: (chosen: boolean) => void;
  onVerified: () => void;
}

/** Sticks to the top while the list scrolls below it. */
export function EventLeadsToolbar({
  pending,
  all,
  selection,
  onSelectAll,
  onVerified,
}: EventLeadsToolbarProps) {
  const id = useId();
  const verifyLeads = useVerifyLeads();
  const count = verifyLeads.isPending ? verifyLeads.variables.count : countSelected(selection);

  return (
    <div className="sticky -top-5 z-10 -mx-5 flex min-h-15 items-center justify-between gap-3 border-b bg-card px-5 py-2 md:-mx-6 md:px-6">
      <label
        htmlFor={id}
        className="flex min-h-11 items-center gap-3 font-semibold text-sm md:gap-4"
      >
        <Checkbox
          id={id}
          checked={all}
          disabled={pending === 0 || verifyLeads.isPending}
          onCheckedChange={onSelectAll}
        />
        Select all pending ({formatCount(pending)})
      </label>
      {count > 0 && (
        <Button
          variant="primary"
          size="small"
          pending={verifyLeads.isPending}
          onClick={() => verifyLeads.mutate(selectedLeads(selection), { onSuccess: onVerified })}
        >
          Verify
          <span className="font-medium tabular-nums">{formatCount(count)} selected</span>
        </Button>
      )}
    </div>
  );
}
