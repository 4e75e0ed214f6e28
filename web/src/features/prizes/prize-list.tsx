import { type Prize, prizeDetails } from '@drawbridge/contract/prizes';
import { GripVertical, Lock, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusWhileOpen } from '../../ui/focus.ts';
import { Form } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SchemaField } from '../../ui/schema-field.tsx';
import { useDragOrder } from '../../ui/use-drag-order.ts';
import { useDeletePrize, useOrderPrizes, useSavePrize } from './api.ts';
import { moveInOrder } from './prize-order.ts';

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
              <PrizeForm
                eventId={eventId}
                position={index}
                prize={prize}
                onClose={() => setEditedId(undefined)}
              />
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

interface PrizeRowProps {
  prize: Prize;
  /** The number on the raffle page. */
  number: number;
  /** Whether a draw holds the prize, so that it can no longer be changed. */
  fixed: boolean;
  order: ReturnType<typeof useDragOrder>;
  onEdit: () => void;
}

function PrizeRow({ prize, number, fixed, order, onEdit }: PrizeRowProps) {
  const deletePrize = useDeletePrize(prize.id);
  const dragged = order.draggedId === prize.id;

  return (
    <li
      {...order.rowProps(prize.id)}
      className={classNames(
        'flex items-start gap-2 bg-card py-3 pe-1.5 ps-1 first:rounded-t-m last:rounded-b-m',
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
          onClick={() => deletePrize.mutate()}
        />
      </div>
    </li>
  );
}

interface PrizeFormProps {
  eventId: string;
  /** The place of a new prize. */
  position: number;
  /** The prize that is edited; a new one without it. */
  prize?: Prize;
  onClose: () => void;
}

export function PrizeForm({ eventId, position, prize, onClose }: PrizeFormProps) {
  const form = useZodForm(prizeDetails, {
    defaultValues: {
      name: prize?.name ?? '',
      value: prize?.value ?? '',
      description: prize?.description ?? '',
    },
  });
  const savePrize = useSavePrize(eventId, position, prize?.id);
  useFocusWhileOpen(() => form.setFocus('name'));

  return (
    <Form
      form={form}
      onSubmit={(details) => savePrize.mutate(details, { onSuccess: onClose })}
      pending={savePrize.isPending}
      label={prize ? `Edit ${prize.name}` : 'New prize'}
      className="flex flex-col gap-4 rounded-m bg-sunk p-4 md:p-5"
    >
      <SchemaField name="name" />
      <SchemaField name="value" />
      <SchemaField name="description" />
      <div className="flex gap-3 max-md:*:flex-1">
        <Button type="submit" variant="primary" pending={savePrize.isPending}>
          {savePrize.isPending ? 'Saving...' : 'Save Prize'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}
