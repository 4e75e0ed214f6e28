import type { Prize } from '@drawbridge/contract/prizes';
import { Trash2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useDeletePrize } from './api.ts';

interface PrizeRowProps {
  prize: Prize;
  /** The number on the raffle page. */
  number: number;
}

export function PrizeRow({ prize, number }: PrizeRowProps) {
  const deletePrize = useDeletePrize();

  return (
    <li className="flex items-start gap-3.5 py-3 pr-1.5 pl-4">
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
      <IconButton
        icon={Trash2}
        danger
        label={`Delete ${prize.name}`}
        className="-my-2 md:-my-1.5"
        disabled={deletePrize.isPending}
        onClick={() => deletePrize.mutate(prize.id)}
      />
    </li>
  );
}
