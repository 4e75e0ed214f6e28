import type { AdminEvent } from '@drawbridge/contract/events/events';
import type { DrawList } from '@drawbridge/contract/fair-draw/draws';
import type { Prize, PrizeNote } from '@drawbridge/contract/raffle/prizes';
import { useQueries } from '@tanstack/react-query';
import { Gift, Lock, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { classNames } from '../../lib/class-names.ts';
import { apiQuery, queryClient, removeRow } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { DragHandle, useDragOrder } from '../../ui/fields/drag-order.tsx';
import { Picture } from '../../ui/frame/brand.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState, Resource } from '../../ui/resource.tsx';
import { NOTES, PRIZES, PrizeForm, prizesQuery } from './prize-form.tsx';

export function ManagePrizesDialog({ event, onClose }: { event: AdminEvent; onClose: () => void }) {
  return (
    <Dialog title={say('Manage Prizes')} description={event.name} onClose={onClose}>
      <DialogBody>
        <PrizesPanel event={event} />
      </DialogBody>
    </Dialog>
  );
}

export function PrizesPanel({ event }: { event: AdminEvent }) {
  const [prizes, notes, draws] = useQueries({
    queries: [
      prizesQuery(event.id),
      apiQuery(NOTES, { query: { eventId: event.id } }),
      {
        ...apiQuery('/api/events/:eventId/draws', { params: { eventId: event.id } }),
        staleTime: 0,
      },
    ],
  });
  const [adding, setAdding] = useState(false);
  // Until the draws are known, the server refuses changes of fixed prizes.
  const fixed = draws.data ? fixedPrizes(draws.data) : new Map<string, number>();

  return (
    <>
      <p className="text-ink-2">
        {say('Each prize can have one winner selected through the raffle system.')}
      </p>
      <Resource
        reads={[prizes, notes]}
        what={{ loading: say('Loading prizes'), failed: say('Could not load prizes') }}
      >
        {(rows, noted) => (
          <>
            {rows.length > 0 ? (
              <PrizeList eventId={event.id} prizes={rows} notes={noted} fixed={fixed} />
            ) : (
              !adding && (
                <EmptyState
                  icon={Gift}
                  title={say('No prizes configured yet')}
                  help={say('Without prizes, the raffle page draws a general winner.')}
                />
              )
            )}
            {adding && (
              <PrizeForm
                eventId={event.id}
                position={rows.length}
                onClose={() => setAdding(false)}
              />
            )}
            {/* Hidden instead of removed while the form is open, because the focus returns to it. */}
            <div
              hidden={adding}
              className={classNames('flex justify-center', rows.length === 0 && '-mt-10 pb-10')}
            >
              <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
                {rows.length === 0 ? say('Add First Prize') : say('Add Another Prize')}
              </Button>
            </div>
          </>
        )}
      </Resource>
    </>
  );
}

interface PrizeListProps {
  eventId: string;
  prizes: readonly Prize[];
  notes: readonly PrizeNote[];
  /** The prizes that can no longer be changed, with the number of their winners. */
  fixed: ReadonlyMap<string, number>;
}

/** The prizes in an order that can be changed, and the form of the edited prize. */
function PrizeList({ eventId, prizes, notes, fixed }: PrizeListProps) {
  const [editedId, setEditedId] = useState<string>();
  const { order, moved } = usePrizeOrder(eventId, prizes, fixed);

  return (
    <>
      <ol aria-label={say('Prizes')} className="divide-y divide-line rounded-m border">
        {prizes.map((prize, index) =>
          prize.id === editedId ? (
            <li key={prize.id} data-order-id={prize.id}>
              <PrizeForm
                eventId={eventId}
                position={index}
                prize={prize}
                note={notes.find(({ prizeId }) => prizeId === prize.id)?.note}
                onClose={() => setEditedId(undefined)}
              />
            </li>
          ) : (
            <PrizeRow
              key={prize.id}
              prize={prize}
              number={index + 1}
              winners={fixed.get(prize.id)}
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

/** The order of prizes, which can be dragged; `moved` announces the last move. Fixed prizes keep their indexes. */
export function usePrizeOrder(
  eventId: string,
  prizes: readonly Prize[],
  fixed: ReadonlyMap<string, number>,
) {
  const [moved, setMoved] = useState('');
  // Shows the new order at once; if the server refuses it, the list is refetched.
  const orderPrizes = useApiMutation({
    send: (prizeIds: string[]) => {
      const placeOf = ({ id }: Prize) => prizeIds.indexOf(id);
      queryClient.setQueryData(
        prizesQuery(eventId).queryKey,
        (known) => known && [...known].sort((one, other) => placeOf(one) - placeOf(other)),
      );
      return api.post('/api/prizes/order', { body: { eventId, prizeIds } });
    },
    failure: say('Failed to move prize'),
    changes: [PRIZES],
  });
  const ids = prizes.map(({ id }) => id);
  const order = useDragOrder(ids, (id, index) => {
    const next = moveInOrder(ids, fixed, id, index);
    if (next.join() === ids.join()) return;
    const name = prizes.find((prize) => prize.id === id)?.name;
    setMoved(
      say('{name} is now number {place} of {all}', {
        name: name ?? '',
        place: next.indexOf(id) + 1,
        all: next.length,
      }),
    );
    orderPrizes.mutate(next);
  });

  return { order, moved };
}

interface PrizeRowProps {
  prize: Prize;
  /** The number on the raffle page. */
  number: number;
  /** The number of its winners, if a draw makes it unchangeable. */
  winners: number | undefined;
  order: ReturnType<typeof useDragOrder>;
  onEdit: () => void;
}

function PrizeRow({ prize, number, winners, order, onEdit }: PrizeRowProps) {
  const fixed = winners !== undefined;
  const params = { prizeId: prize.id };
  const deletePrize = useApiMutation({
    send: () => api.delete('/api/prizes/:prizeId', { params }),
    show: () => removeRow(PRIZES, prize.id),
    success: { title: say('Prize deleted') },
    undo: () => ({
      send: () => api.post('/api/prizes/:prizeId/restore', { params }),
      done: say('Prize restored'),
      failure: say('Failed to restore prize'),
    }),
    failure: say('Failed to delete prize'),
    changes: [PRIZES],
  });

  return (
    <li
      {...order.rowProps(prize.id)}
      className={classNames(
        'flex items-start gap-2 bg-card py-3 pe-1.5 ps-1 first:rounded-t-m last:rounded-b-m',
        order.rowClasses(prize.id, 'shadow-float'),
      )}
    >
      {fixed ? (
        <span className="-my-2 flex size-11 shrink-0 items-center justify-center text-ink-2 md:-my-1.5 md:size-9">
          <Lock role="img" aria-label={say('Drawn, can no longer be changed')} className="size-4" />
        </span>
      ) : (
        <DragHandle order={order} id={prize.id} name={prize.name} className="-my-2 md:-my-1.5" />
      )}
      <span
        aria-hidden
        className="min-w-5 font-display font-semibold text-accent-ink text-lg tabular-nums"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 gap-2 break-words max-sm:flex-col">
        {prize.picture && (
          <Picture src={prize.picture} className="h-12 w-16 shrink-0 rounded-s object-cover" />
        )}
        <div className="min-w-0">
          <p className="font-medium text-lg">{prize.name}</p>
          {prize.quantity > 1 && (
            <p className="text-ink-2 text-sm tabular-nums">
              {say('{winners} of {quantity} drawn', {
                winners: winners ?? 0,
                quantity: prize.quantity,
              })}
            </p>
          )}
          {prize.value && <p className="text-sm">{prize.value}</p>}
          {prize.description && (
            <p className="mt-1 whitespace-pre-line text-ink-2 text-sm">{prize.description}</p>
          )}
        </div>
      </div>
      <div className="-my-2 flex shrink-0 md:-my-1.5">
        {!fixed && (
          <IconButton
            icon={Pencil}
            label={say('Edit {name}', { name: prize.name })}
            onClick={onEdit}
          />
        )}
        <IconButton
          icon={Trash2}
          danger
          label={say('Delete {name}', { name: prize.name })}
          pending={deletePrize.isPending}
          onClick={() => deletePrize.mutate()}
        />
      </div>
    </li>
  );
}

/**
 * The order after moving a prize to another index. Fixed prizes keep their indexes, and the others move around them: a
 * move to a fixed prize's index continues to the next index in that direction.
 */
export function moveInOrder(
  order: readonly string[],
  fixed: Pick<ReadonlySet<string>, 'has'>,
  id: string,
  index: number,
): string[] {
  const from = order.indexOf(id);
  const step = Math.sign(index - from);
  let to = index;
  while (step !== 0 && fixed.has(order[to] ?? '')) to += step;
  const target = order[to];
  if (from === -1 || fixed.has(id) || target === undefined) return [...order];
  const movable = order.filter((one) => !fixed.has(one));
  const targetPlace = movable.indexOf(target);
  movable.splice(movable.indexOf(id), 1);
  movable.splice(targetPlace, 0, id);
  const rest = movable.values();
  return order.map((one) => (fixed.has(one) ? one : (rest.next().value ?? one)));
}

/** The number of standing winners of each prize that can no longer be changed, because of them or of a sealed draw. */
export function fixedPrizes({ draws, sealed }: DrawList): Map<string, number> {
  const fixed = new Map(sealed?.prizeId ? [[sealed.prizeId, 0]] : []);
  const won = new Map<number, string | null>();
  const count = (prizeId: string | null | undefined, change: number) => {
    if (prizeId) fixed.set(prizeId, (fixed.get(prizeId) ?? 0) + change);
  };
  for (const record of draws) {
    if (record.kind === 'forfeit') count(won.get(record.forfeits), -1);
    if (record.kind !== 'draw') continue;
    won.set(record.number, record.prizeId);
    count(record.prizeId, record.winners.length);
  }
  for (const [id, winners] of fixed) {
    if (winners === 0 && id !== sealed?.prizeId) fixed.delete(id);
  }
  return fixed;
}
