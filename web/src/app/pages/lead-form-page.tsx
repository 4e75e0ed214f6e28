import type { EnteredLead } from '@drawbridge/contract/leads';
import { PRODUCT_NAME } from '@drawbridge/contract/product';
import { useState } from 'react';
import { useEntryEvent, useEntrySponsors } from '../../features/entry/api.ts';
import { EntryForm } from '../../features/entry/entry-form.tsx';
import { EntryHeader } from '../../features/entry/entry-header.tsx';
import { EntryThanks } from '../../features/entry/entry-thanks.tsx';
import { ApiError } from '../../lib/api-client.ts';
import { SponsorLogos } from '../../shared/sponsor-logos.tsx';
import { TicketEdge } from '../../ui/ticket-edge.tsx';
import { TicketNotice } from '../../ui/ticket-notice.tsx';

export function LeadFormPage({ eventId }: { eventId: string }) {
  const read = useEntryEvent(eventId);
  const sponsors = useEntrySponsors(eventId);
  const [entered, setEntered] = useState<EnteredLead>();
  const event = read.state === 'done' ? read.answer : undefined;
  const missing =
    read.state === 'failed' && read.error instanceof ApiError && read.error.status === 404;

  // The thank-you screen stays after an entry, even if the event ends or is deleted.
  if (!entered && (missing || event?.status === 'ended')) {
    return (
      <main>
        <title>{`Event Not Found · ${PRODUCT_NAME}`}</title>
        <TicketNotice title="Event Not Found" text="This event may have ended or does not exist." />
      </main>
    );
  }

  const sponsoredBy = sponsors.length > 0 && (
    <section className="mt-8 flex flex-col items-center gap-3">
      <h2 className="font-semibold font-text text-ink-2 text-sm">Sponsored By</h2>
      <SponsorLogos sponsors={sponsors} className="justify-center" />
    </section>
  );

  if (entered) {
    return (
      <main className="mx-auto flex min-h-dvh w-full max-w-115 flex-col justify-center px-5 py-8">
        <EntryThanks eventId={eventId} event={event} entryCode={entered.entryCode} />
        {sponsoredBy}
      </main>
    );
  }

  return (
    <main className="mx-auto w-full max-w-115 pb-12 sm:pt-10">
      <div className="sm:rounded-l sm:bg-card sm:shadow-float">
        <EntryHeader event={read} />
        <TicketEdge className="bg-stage" />
        <div className="px-5 pt-5 sm:px-8 sm:pb-7">
          <h2 className="mb-4 text-xl">Enter the raffle</h2>
          <EntryForm eventId={eventId} phoneRule={event} onEntered={setEntered} />
          <p className="mt-4 text-balance text-center text-ink-2 text-sm">
            By submitting, you agree to be contacted about this event and future opportunities.
          </p>
        </div>
      </div>
      <div className="px-5">{sponsoredBy}</div>
    </main>
  );
}
