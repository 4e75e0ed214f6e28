import type { AdminEvent } from '@drawbridge/contract/events';
import { type Prize, type PrizeNote, prizeDetails } from '@drawbridge/contract/prizes';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Gift, GripVertical, Lock, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { api } from '../../lib/api-client.ts';
import { classNames } from '../../lib/class-names.ts';
import { sendOnce } from '../../lib/post-once.ts';
import { queryClient, reading, removeRow, replaceRow } from '../../lib/query-client.ts';
import { useChange } from '../../lib/use-change.ts';
import { useZodForm } from '../../lib/use-zod-form.ts';
import { Picture } from '../../ui/brand.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { EmptyState, Resource } from '../../ui/empty-state.tsx';
import { useFocusWhileOpen } from '../../ui/focus.ts';
import { Form } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PictureField } from '../../ui/picture-drop.tsx';
import { ControlledField, SchemaField } from '../../ui/schema-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useDragOrder } from '../../ui/use-drag-order.ts';
import { fixedPrizes, moveInOrder } from './prize-order.ts';

const PRIZES = '/api/prizes';

const NOTES = '/api/prizes/notes';

const prizesQuery = (eventId: string) => reading(PRIZES, { query: { eventId } });

export function ManagePrizesDialog({ event, onClose }: { event: AdminEvent; onClose: () => void }) {
  return (
    <Dialog title="Manage Prizes" description={event.name} onClose={onClose}>
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
      reading(NOTES, { query: { eventId: event.id } }),
      {
        ...reading('/api/events/:eventId/draws', { params: { eventId: event.id } }),
        staleTime: 0,
      },
    ],
  });
  const [adding, setAdding] = useState(false);
  // Until the draws are known, the server refuses what cannot be changed.
  const fixed = draws.data ? fixedPrizes(draws.data) : new Map<string, number>();

  return (
    <>
      <p className="text-ink-2">
        Each prize can have one winner selected through the raffle system.
      </p>
      <Resource reads={[prizes, notes]} what="prizes">
        {(rows, noted) => (
          <>
            {rows.length > 0 ? (
              <PrizeList eventId={event.id} prizes={rows} notes={noted} fixed={fixed} />
            ) : (
              !adding && (
                <EmptyState
                  icon={Gift}
                  title="No prizes configured yet"
                  help="Without prizes, the raffle page draws a general winner."
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
                {rows.length === 0 ? 'Add First Prize' : 'Add Another Prize'}
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
  /** The prizes that can no longer be changed, with how many have won them. */
  fixed: ReadonlyMap<string, number>;
}

/** The prizes in their order, which can be changed, and the form of the one that is edited. */
function PrizeList({ eventId, prizes, notes, fixed }: PrizeListProps) {
  const [editedId, setEditedId] = useState<string>();
  const [moved, setMoved] = useState('');
  // Shows the new order at once; if it is refused, the list is read again.
  const orderPrizes = useChange({
    send: (prizeIds: string[]) => {
      const placeOf = ({ id }: Prize) => prizeIds.indexOf(id);
      queryClient.setQueryData(
        prizesQuery(eventId).queryKey,
        (known) => known && [...known].sort((one, other) => placeOf(one) - placeOf(other)),
      );
      return api.post('/api/prizes/order', { body: { eventId, prizeIds } });
    },
    failure: 'Failed to move prize',
    changes: [PRIZES],
  });
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

interface PrizeRowProps {
  prize: Prize;
  /** The number on the raffle page. */
  number: number;
  /** How many have won it, if a draw holds it, so that it can no longer be changed. */
  winners: number | undefined;
  order: ReturnType<typeof useDragOrder>;
  onEdit: () => void;
}

function PrizeRow({ prize, number, winners, order, onEdit }: PrizeRowProps) {
  const fixed = winners !== undefined;
  const params = { prizeId: prize.id };
  const deletePrize = useChange({
    send: () => api.delete('/api/prizes/:prizeId', { params }),
    show: () => removeRow(PRIZES, prize.id),
    success: { title: 'Prize deleted' },
    undo: () => ({
      send: () => api.post('/api/prizes/:prizeId/restore', { params }),
      done: 'Prize restored',
      failure: 'Failed to restore prize',
    }),
    failure: 'Failed to delete prize',
    changes: [PRIZES],
  });
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
      <div className="flex min-w-0 flex-1 gap-2 break-words max-sm:flex-col">
        {prize.picture && (
          <Picture src={prize.picture} className="h-12 w-16 shrink-0 rounded-s object-cover" />
        )}
        <div className="min-w-0">
          <p className="font-medium text-lg">{prize.name}</p>
          {prize.quantity > 1 && (
            <p className="text-ink-2 text-sm tabular-nums">
              {winners ?? 0} of {prize.quantity} drawn
            </p>
          )}
          {prize.value && <p className="text-sm">{prize.value}</p>}
          {prize.description && (
            <p className="mt-1 whitespace-pre-line text-ink-2 text-sm">{prize.description}</p>
          )}
        </div>
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
  note?: string | undefined;
  onClose: () => void;
}

function PrizeForm({ eventId, position, prize, note, onClose }: PrizeFormProps) {
  const form = useZodForm(prizeDetails, {
    defaultValues: {
      name: prize?.name ?? '',
      value: prize?.value ?? '',
      description: prize?.description ?? '',
      quantity: prize?.quantity ?? 1,
      sponsorId: prize?.sponsorId ?? null,
      picture: prize?.picture ?? null,
      note: note ?? '',
    },
  });
  const savePrize = useChange({
    send: (body: z.infer<typeof prizeDetails>) =>
      prize
        ? api.patch('/api/prizes/:prizeId', { params: { prizeId: prize.id }, body })
        : sendOnce(PRIZES, { body: { ...body, eventId, position } }),
    show: (saved) => {
      if (prize) return replaceRow(PRIZES, saved);
      // Added to the list at once, because the next prize's position is the length of the list.
      queryClient.setQueryData(
        prizesQuery(eventId).queryKey,
        (known) => known && [...known, saved],
      );
    },
    success: { title: prize ? 'Prize updated' : 'Prize created' },
    failure: prize ? 'Failed to update prize' : 'Failed to create prize',
    changes: [PRIZES, NOTES],
  });
  useFocusWhileOpen(() => form.setFocus('name'));

  return (
    <Form
      form={form}
      onSubmit={(details) => savePrize.mutate(details, { onSuccess: onClose })}
      pending={savePrize.isPending}
      label={prize ? `Edit ${prize.name}` : 'New prize'}
      // The focus brings the buttons into sight, too.
      className="flex flex-col gap-4 rounded-m bg-sunk p-4 md:p-5 [&_[name=name]]:scroll-mb-112"
    >
      <SchemaField name="name" />
      <div className="flex gap-4">
        <SchemaField name="value" className="min-w-0 flex-1" />
        <SchemaField name="quantity" className="w-24 shrink-0" />
      </div>
      <SchemaField name="description" />
      <SchemaField name="note" />
      <GivenBy eventId={eventId} />
      <PictureField name="picture" label="Picture (Optional)" what="picture" side={960} />
      <div className="flex gap-3 max-md:*:flex-1">
        <Button type="submit" variant="primary" pending={savePrize.isPending}>
          {savePrize.isPending ? 'Saving...' : 'Save Prize'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}

const NOBODY = 'nobody';

/** The sponsor who gives the prize, if the event has sponsors. */
function GivenBy({ eventId }: { eventId: string }) {
  const { data: sponsors = [] } = useQuery(reading('/api/sponsors/public', { query: { eventId } }));
  if (sponsors.length === 0) return null;
  return (
    <ControlledField
      name="sponsorId"
      label="Given by (Optional)"
      hint="Shown in the report of this sponsor"
    >
      {({ value, onValueChange, ...control }) => (
        <Select
          {...control}
          value={value ?? NOBODY}
          onValueChange={(chosen) => onValueChange(chosen === NOBODY ? null : chosen)}
          options={[
            { value: NOBODY, label: 'No sponsor' },
            ...sponsors.map(({ id, name }) => ({ value: id, label: name ?? 'Unnamed sponsor' })),
          ]}
        />
      )}
    </ControlledField>
  );
}
