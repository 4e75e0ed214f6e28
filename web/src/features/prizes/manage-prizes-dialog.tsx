import type { AdminEvent } from '@drawbridge/contract/events';
import { useQueries } from '@tanstack/react-query';
import { Gift, Plus } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { EmptyState, Resource } from '../../ui/empty-state.tsx';
import { prizeDrawsQuery, prizesQuery } from './api.ts';
import { PrizeForm, PrizeList } from './prize-list.tsx';
import { fixedPrizes } from './prize-order.ts';

interface ManagePrizesDialogProps {
  event: AdminEvent;
  onClose: () => void;
}

export function ManagePrizesDialog({ event, onClose }: ManagePrizesDialogProps) {
  const [prizes, draws] = useQueries({
    queries: [prizesQuery(event.id), prizeDrawsQuery(event.id)],
  });
  const [adding, setAdding] = useState(false);
  // Until the draws are known, the server refuses what cannot be changed.
  const fixed = draws.data ? fixedPrizes(draws.data) : new Set<string>();

  return (
    <Dialog title="Manage Prizes" description={event.name} onClose={onClose}>
      <DialogBody>
        <p className="text-ink-2">
          Each prize can have one winner selected through the raffle system.
        </p>
        <Resource reads={[prizes]} what="prizes">
          {(rows) => (
            <>
              {rows.length > 0 ? (
                <PrizeList eventId={event.id} prizes={rows} fixed={fixed} />
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
                <Button variant="primary" onClick={() => setAdding(true)}>
                  <Plus aria-hidden />
                  {rows.length === 0 ? 'Add First Prize' : 'Add Another Prize'}
                </Button>
              </div>
            </>
          )}
        </Resource>
      </DialogBody>
    </Dialog>
  );
}
