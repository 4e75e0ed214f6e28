import type { Prize } from '@drawbridge/contract/prizes';
import { GripVertical, Lock, Pencil, Trash2 } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { useDragOrder } from '../../ui/use-drag-order.ts';
import { useDeletePrize } from './api.ts';

interface PrizeRowProps {
  prize: Prize;
  /** The number on the raffle page. */
  number: number;
  /** Whether a draw holds the prize, so that it can no longer be changed. */
  fixed: boolean;
  order: ReturnType<typeof useDragOrder>;
  onEdit: () => void;
}

export function PrizeRow({ prize, number, fixed, order, onEdit }: PrizeRowProps) {
  const deletePrize = useDeletePrize();
  const dragged = order.draggedId === prize.id;

  return (
    <li
      {...order.rowProps(prize.id)}
      className={classNames(
        'flex items-start gap-2 bg-card py-3 pr-1.5 pl-1 first:rounded-t-m last:rounded-b-m',
        order.draggedId !== undefined && !dragged && 'transition-transform duration-150',
        dragged && 'relative z-10 shadow-float',
      )}
    >
      {fixed ? (
        <span className="-my-2 flex size-11 shrink-0 items-center justify-center text-ink-2 md:-my-1.5 md:size-9">
          <Lock role="img" aria-label="Drawn, can no longer be changed" className="size-4" />
        </span>
      ) : (
        <IconButton
          icon={GripVertical}
          label={`Move ${prize.name}`}
          aria-roledescription="Sortable with the arrow keys"
          className="-my-2 cursor-grab touch-none active:cursor-grabbing md:-my-1.5"
          {...order.handleProps(prize.id)}
        />
      )}
      <span
        aria-hidden
        className="min-w-5 font-display font-semibold text-accent-ink text-lg tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1 break-words">
        <p className="font-medium text-lg">{prize.name}</p>
        {prize.value && <p className="text-sm">{prize.value}</p>}
        {prize.description && (
          <p className="mt-1 whitespace-pre-line text-ink-2 text-sm">{prize.description}</p>
        )}
      </div>
      <div className="-my-2 flex shrink-0 md:-my-1.5">
        {!fixed && <IconButton icon={Pencil} label={`Edit ${prize.name}`} onClick={onEdit} />}
        <IconButton
          icon={Trash2}
          danger
          label={`Delete ${prize.name}`}
          pending={deletePrize.isPending}
          onClick={() => deletePrize.mutate(prize.id)}
        />
      </div>
    </li>
  );
}
