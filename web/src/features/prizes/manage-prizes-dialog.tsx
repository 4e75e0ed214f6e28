import type { AdminEvent } from '@drawbridge/contract/events';
import { useQuery } from '@tanstack/react-query';
import { Gift, Plus } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { readsOf } from '../../lib/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { EmptyState, LoadFailure, NotRefreshed } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { prizeDrawsQuery, prizesQuery, useCreatePrize } from './api.ts';
import { PrizeForm, PrizeList } from './prize-list.tsx';
import { fixedPrizes } from './prize-order.ts';

interface ManagePrizesDialogProps {
  event: AdminEvent;
  onClose: () => void;
}

export function ManagePrizesDialog({ event, onClose }: ManagePrizesDialogProps) {
  const prizes = useQuery(prizesQuery(event.id));
  const draws = useQuery(prizeDrawsQuery(event.id));
  const reads = readsOf(prizes);
  const [adding, setAdding] = useState(false);
  const createPrize = useCreatePrize();
  // Until the draws are known, the server refuses what cannot be changed.
  const fixed = draws.data ? fixedPrizes(draws.data) : new Set<string>();

  return (
    <Dialog title="Manage Prizes" description={event.name} onClose={onClose}>
      <DialogBody>
        <p className="text-ink-2">
          Each prize can have one winner selected through the raffle system.
        </p>
        <NotRefreshed reads={reads} />
        {prizes.data ? (
          <>
            {prizes.data.length > 0 ? (
              <PrizeList eventId={event.id} prizes={prizes.data} fixed={fixed} />
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
                pending={createPrize.isPending}
                onSave={(details) =>
                  createPrize.mutate(
                    { ...details, eventId: event.id, position: prizes.data.length },
                    { onSuccess: () => setAdding(false) },
                  )
                }
                onClose={() => setAdding(false)}
              />
            )}
            {/* Hidden instead of removed while the form is open, because the focus returns to it. */}
            <div
              hidden={adding}
              className={classNames(
                'flex justify-center',
                prizes.data.length === 0 && '-mt-10 pb-10',
              )}
            >
              <Button variant="primary" onClick={() => setAdding(true)}>
                <Plus aria-hidden />
                {prizes.data.length === 0 ? 'Add First Prize' : 'Add Another Prize'}
              </Button>
            </div>
          </>
        ) : reads.failure ? (
          <LoadFailure what="prizes" error={reads.failure.error} onRetry={reads.retry} />
        ) : (
          <ListSkeleton label="Loading prizes" />
        )}
      </DialogBody>
    </Dialog>
  );
}
