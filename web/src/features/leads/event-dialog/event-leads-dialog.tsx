import type { AdminEvent } from '@drawbridge/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '../../../lib/formats.ts';
import { readsOf } from '../../../lib/reads.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogBody } from '../../../ui/dialog-body.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { NotRefreshed } from '../../../ui/not-refreshed.tsx';
import { leadsQuery } from '../api.ts';
import { EventLeadsPanel } from './event-leads-panel.tsx';
import { EventLeadsSkeleton } from './event-leads-skeleton.tsx';

interface EventLeadsDialogProps {
  event: AdminEvent;
  onClose: () => void;
}

export function EventLeadsDialog({ event, onClose }: EventLeadsDialogProps) {
  const leads = useQuery(leadsQuery(event.id));
  const reads = readsOf(leads);
  // State instead of a ref, because the list can be laid out only once the scrolling element exists.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);

  return (
    <Dialog
      wide
      title={event.name}
      description={`${countOf(leads.data?.length ?? event.leadCount, 'lead')} collected`}
      onClose={onClose}
    >
      <DialogBody ref={setScroller}>
        <NotRefreshed reads={reads} />
        {leads.data ? (
          scroller && <EventLeadsPanel leads={leads.data} scroller={scroller} />
        ) : reads.failure ? (
          <LoadFailure what="leads" error={reads.failure.error} onRetry={reads.retry} />
        ) : (
          <EventLeadsSkeleton />
        )}
      </DialogBody>
    </Dialog>
  );
}
