import type { Prize } from '@drawbridge/contract/prizes';
import { useState } from 'react';
import { useDragOrder } from '../../ui/use-drag-order.ts';
import { useOrderPrizes, useUpdatePrize } from './api.ts';
import { PrizeForm } from './prize-form.tsx';
import { moveInOrder } from './prize-order.ts';
import { PrizeRow } from './prize-row.tsx';

interface PrizeListProps {
  eventId: string;
  prizes: readonly Prize[];
  /** The ids of the prizes that can no longer be changed. */
  fixed: ReadonlySet<string>;
}

/** The prizes in their order, which can be changed, and the form of the one that is edited. */
export function PrizeList({ eventId, prizes, fixed }: PrizeListProps) {
  const [editedId, setEditedId] = useState<string>();
  const [moved, setMoved] = useState('');
  const orderPrizes = useOrderPrizes(eventId);
  const ids = prizes.map(({ id }) => id);
  const order = useDragOrder(ids, (id, place) => {
    const next = moveInOrder(ids, fixed, id, place);
    if (next.join() === ids.join()) return;
    const name = prizes.find((prize) => prize.id === id)?.name;
    setMoved(`${name} is now number ${next.indexOf(id) + 1} of ${next.length}`);
    orderPrizes.mutate(next);
  });

  return (
    <>
      <ol aria-label="Prizes" className="divide-y divide-line rounded-m border">
        {prizes.map((prize, index) =>
          prize.id === editedId ? (
            <li key={prize.id} data-order-id={prize.id}>
              <EditPrize prize={prize} onClose={() => setEditedId(undefined)} />
            </li>
          ) : (
            <PrizeRow
              key={prize.id}
              prize={prize}
              number={index + 1}
              fixed={fixed.has(prize.id)}
              order={order}
              onEdit={() => setEditedId(prize.id)}
            />
          ),
        )}
      </ol>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
    </>
  );
}

function EditPrize({ prize, onClose }: { prize: Prize; onClose: () => void }) {
  const updatePrize = useUpdatePrize(prize.id);
  return (
    <PrizeForm
      prize={prize}
      pending={updatePrize.isPending}
      onSave={(details) => updatePrize.mutate(details, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
