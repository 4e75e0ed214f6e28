import { mayEnter } from '@drawbridge/contract/events/entering';
import type { PublicEvent } from '@drawbridge/contract/events/events';
import type { OpenRollCall as RollCallFacts } from '@drawbridge/contract/raffle/roll-calls';
import { Suspense, useState } from 'react';
import { optionalPart } from '../../lib/lazy-part.tsx';
import type { OwnTicket } from '../tickets/saved-entry-codes.ts';

const RollCall = optionalPart(() => import('./roll-call.tsx'), 'RollCall', 'watched');

interface OpenRollCallProps {
  eventId: string;
  event: PublicEvent | undefined;
  /** The open roll call; undefined or null if there is none. */
  open: RollCallFacts | null | undefined;
  tickets: readonly OwnTicket[];
  onAnswered: () => void;
}

/** The sheet of a roll call, loaded when one is open. It stays for its result after that. */
export function OpenRollCall({ eventId, event, open, tickets, onAnswered }: OpenRollCallProps) {
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <Suspense>
        <RollCall
          eventId={eventId}
          open={open?.rollCall}
          tickets={tickets}
          onAnswered={onAnswered}
          mayEnter={!event || mayEnter(event)}
        />
      </Suspense>
    )
  );
}
