import type { AdminEvent } from '@drawbridge/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readsOf } from '../../lib/reads.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogBody } from '../../ui/dialog-body.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NotRefreshed } from '../../ui/not-refreshed.tsx';
import { sponsorsQuery } from './api.ts';
import { SponsorForm } from './sponsor-form.tsx';
import { SponsorRow } from './sponsor-row.tsx';

interface ManageSponsorsDialogProps {
  event: AdminEvent;
  onClose: () => void;
}

export function ManageSponsorsDialog({ event, onClose }: ManageSponsorsDialogProps) {
  const sponsors = useQuery(sponsorsQuery(event.id));
  const reads = readsOf(sponsors);
  const [editedId, setEditedId] = useState<string>();
  const edited = sponsors.data?.find(({ id }) => id === editedId);

  return (
    <Dialog title="Manage Sponsors" description={event.name} onClose={onClose}>
      <DialogBody>
        <NotRefreshed reads={reads} />
        {sponsors.data ? (
          <>
            <SponsorForm
              // The key is the id instead of the sponsor, so that the input stays if somebody else deletes it.
              key={editedId ?? 'new'}
              eventId={event.id}
              position={sponsors.data.length}
              sponsor={edited}
              onDone={() => setEditedId(undefined)}
            />
            <section aria-labelledby="current-sponsors" className="border-t pt-5">
              <h3 id="current-sponsors" className="mb-2 text-lg">
                Current Sponsors ({sponsors.data.length})
              </h3>
              {sponsors.data.length === 0 ? (
                <p className="text-ink-2">
                  No sponsors yet. Their logos appear on the lead form and the raffle page.
                </p>
              ) : (
                <ul className="divide-y divide-line rounded-m border">
                  {sponsors.data.map((sponsor) => (
                    <SponsorRow
                      key={sponsor.id}
                      sponsor={sponsor}
                      edited={sponsor === edited}
                      onEdit={() => setEditedId(sponsor.id)}
                      onRemoved={() => sponsor === edited && setEditedId(undefined)}
                    />
                  ))}
                </ul>
              )}
            </section>
          </>
        ) : reads.failure ? (
          <LoadFailure
            what="sponsors"
            title="Failed to fetch sponsors"
            error={reads.failure.error}
            onRetry={reads.retry}
          />
        ) : (
          <ListSkeleton label="Loading sponsors" />
        )}
      </DialogBody>
    </Dialog>
  );
}
