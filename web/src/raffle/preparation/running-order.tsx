import { eventPath } from '@drawbridge/contract/core/pages';
import { QUANTITY_MAX } from '@drawbridge/contract/fair-draw/draws';
import { english } from '@drawbridge/contract/languages/english';
import type { DrawSource, Prize } from '@drawbridge/contract/raffle/prizes';
import { countDrawn } from '@drawbridge/contract/raffle/scene';
import { useQuery } from '@tanstack/react-query';
import { Gift, Lock } from 'lucide-react';
import { Link } from 'wouter';
import { api } from '../../lib/api/api-client.ts';
import { classNames } from '../../lib/class-names.ts';
import { apiQuery, replaceRow } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { formatList } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { DragHandle } from '../../ui/fields/drag-order.tsx';
import { Input } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { EmptyState } from '../../ui/resource.tsx';
import { fixedPrizes, usePrizeOrder } from '../prizes/manage-prizes-dialog.tsx';
import { PRIZES } from '../prizes/prize-form.tsx';
import { useStage } from '../stage-context.tsx';

const sources: { value: DrawSource; label: string }[] = [
  { value: 'none', label: english('At once') },
  { value: 'phrase', label: english('Sealed: phrase') },
  { value: 'beacon', label: english('Sealed: beacon') },
];

/** The prizes in the order of their draws, with what decides each and, once drawn, who has won. */
export function RunningOrder() {
  const { eventId, prizes } = useStage();
  const { data: draws } = useQuery({
    ...apiQuery('/api/events/:eventId/draws', { params: { eventId } }),
    staleTime: 0,
  });
  const fixed = draws ? fixedPrizes(draws) : new Map<string, number>();
  const { order, moved } = usePrizeOrder(eventId, prizes, fixed);
  if (prizes.length === 0) {
    return (
      <EmptyState
        icon={Gift}
        title={say('No prizes configured yet')}
        help={say('Without prizes, a general winner is drawn.')}
        action={
          <Link to={eventPath(eventId, 'prizes')} className={buttonClasses('secondary', 'medium')}>
            {say('Add prizes')}
          </Link>
        }
      />
    );
  }
  return (
    <>
      <ol aria-label={say('Running order')} className="divide-y divide-line rounded-m border">
        {prizes.map((prize, index) => (
          <PrizeRow
            key={prize.id}
            prize={prize}
            number={index + 1}
            fixed={fixed.has(prize.id)}
            order={order}
          />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
    </>
  );
}

interface PrizeRowProps {
  prize: Prize;
  number: number;
  /** True if a draw keeps it in its place. */
  fixed: boolean;
  order: ReturnType<typeof usePrizeOrder>['order'];
}

function PrizeRow({ prize, number, fixed, order }: PrizeRowProps) {
  const { scene, results } = useStage();
  const drawn = countDrawn(prize, results);
  const winners = results.filter(({ prizeId }) => prizeId === prize.id);
  const isNext = scene.kind === 'idle' && scene.next?.id === prize.id;
  const isSealed = scene.kind === 'sealed' && scene.sealed.prizeId === prize.id;
  const change = useApiMutation({
    send: (body: { drawSource: DrawSource } | { quantity: number }) =>
      api.patch('/api/prizes/:prizeId', { params: { prizeId: prize.id }, body }),
    show: (saved) => replaceRow(PRIZES, saved),
    failure: say('Failed to update prize'),
    changes: [PRIZES],
  });
  const left = prize.quantity - drawn;

  return (
    <li
      {...order.rowProps(prize.id)}
      className={classNames(
        'flex items-center gap-2 bg-card py-2 pe-3 ps-1 first:rounded-t-m last:rounded-b-m max-sm:flex-wrap',
        order.rowClasses(prize.id, 'shadow-float'),
      )}
    >
      {fixed ? (
        <span className="flex size-11 shrink-0 items-center justify-center text-ink-2 md:size-9">
          <Lock role="img" aria-label={say('Drawn, keeps its place')} className="size-4" />
        </span>
      ) : (
        <DragHandle order={order} id={prize.id} name={prize.name} />
      )}
      <span aria-hidden className="min-w-5 font-display font-semibold text-accent-ink tabular-nums">
        {number}
      </span>
      <div className="min-w-0 flex-1 break-words">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {prize.name}
          {prize.quantity > 1 && drawn > 0 && (
            <span className="text-ink-2 tabular-nums">
              {say('{drawn} of {quantity}', { drawn, quantity: prize.quantity })}
            </span>
          )}
          {isNext && <Badge tone="accent">{say('Next')}</Badge>}
          {isSealed && <Badge tone="wait">{say('Sealed')}</Badge>}
        </p>
        {winners.length > 0 && (
          <p className="line-clamp-2 text-ink-2 text-sm">
            {formatList(winners.map(({ winner }) => winner.name))}
          </p>
        )}
      </div>
      {left > 0 && (
        <div className="flex w-60 shrink-0 gap-2 max-sm:ms-13 max-sm:w-[calc(100%-3.25rem)]">
          <QuantityField
            // A quantity that was refused or changed elsewhere is shown as it is.
            key={`${prize.quantity} ${change.isError && change.submittedAt}`}
            prize={prize}
            drawn={drawn}
            disabled={isSealed}
            onChange={(quantity) => change.mutate({ quantity })}
          />
          <Select
            label={say('What decides {name}', { name: prize.name })}
            value={prize.drawSource}
            onValueChange={(source) => change.mutate({ drawSource: source as DrawSource })}
            options={sources.map(({ value, label }) => ({ value, label: say(label) }))}
            disabled={isSealed}
          />
        </div>
      )}
    </li>
  );
}

interface QuantityFieldProps {
  prize: Prize;
  drawn: number;
  disabled: boolean;
  onChange: (quantity: number) => void;
}

/** How many of a prize there are: saved when the field is left, and never fewer than have been drawn. */
function QuantityField({ prize, drawn, disabled, onChange }: QuantityFieldProps) {
  const least = Math.max(1, drawn);
  return (
    <div className="w-16 shrink-0">
      <Input
        type="number"
        aria-label={say('How many of {name}', { name: prize.name })}
        min={least}
        max={QUANTITY_MAX}
        defaultValue={prize.quantity}
        disabled={disabled}
        autoComplete="off"
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        onBlur={({ currentTarget }) => {
          const typed = currentTarget.valueAsNumber;
          const quantity = Number.isInteger(typed)
            ? Math.min(QUANTITY_MAX, Math.max(least, typed))
            : prize.quantity;
          currentTarget.value = String(quantity);
          if (quantity !== prize.quantity) onChange(quantity);
        }}
        // Scrolling over a focused number field would change its value.
        onWheel={(event) => event.currentTarget.blur()}
      />
    </div>
  );
}
