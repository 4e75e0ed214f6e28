import { PRODUCT_NAME } from '@drawbridge/contract/product';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { eventQuery } from '../../features/verify/api.ts';
import { FileBanner } from '../../features/verify/file-banner.tsx';
import { ProofCard } from '../../features/verify/proof-card.tsx';
import { ProofDrop } from '../../features/verify/proof-drop.tsx';
import { UnreadableRecord } from '../../features/verify/unreadable-record.tsx';
import { type ProofFile, useVerification } from '../../features/verify/use-verification.ts';
import { VerifiedDraws } from '../../features/verify/verified-draws.tsx';
import { VerifySkeleton } from '../../features/verify/verify-skeleton.tsx';
import { WhatItProves } from '../../features/verify/what-it-proves.tsx';
import { ApiError } from '../../lib/api-client.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { TicketNotice } from '../../ui/ticket-notice.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';

export function VerifyPage({ eventId }: { eventId: string }) {
  const [file, setFile] = useState<ProofFile | null>(null);
  const [verification, again] = useVerification(eventId, file);
  const event = useQuery(eventQuery(eventId));

  function check(chosen: ProofFile | null) {
    setFile(chosen);
    // The verdict stands at the top, and the file was chosen further down.
    scrollTo({ top: 0 });
  }

  if (isMissing(verification.state === 'failed' && verification.error)) {
    return (
      <main>
        <title>{`Event Not Found · ${PRODUCT_NAME}`}</title>
        <TicketNotice
          title="Event Not Found"
          text="This raffle event doesn't exist or has been removed. A proof that was saved before can still be checked."
        >
          <ProofDrop onFile={check} />
        </TicketNotice>
      </main>
    );
  }

  const judged = verification.state === 'working' || verification.state === 'done';
  // A file may be of any event; only of this one do we know the name.
  const named = !file || file.proof.eventId === eventId.toLowerCase();
  const eventName = named ? event.data?.name : undefined;
  return (
    <Frame eventId={eventId}>
      {file && <FileBanner file={file} ofThisEvent={named} onClose={() => check(null)} />}
      {!judged && <h1 className="sr-only">Check the draw</h1>}
      {verification.state === 'loading' && <VerifySkeleton />}
      {verification.state === 'failed' && (
        <Card>
          <LoadFailure what="the draws" error={verification.error} onRetry={again} />
        </Card>
      )}
      {verification.state === 'unreadable' && (
        <UnreadableRecord problem={verification.problem} onRetry={again} />
      )}
      {judged && (
        <VerifiedDraws verification={verification} eventName={eventName} fromFile={file !== null} />
      )}
      <ProofCard
        proof={verification.state === 'done' ? verification.proof : undefined}
        fromFile={file !== null}
        eventName={eventName}
        onFile={check}
      />
      <WhatItProves />
    </Frame>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function Frame({ eventId, children }: { eventId: string; children: ReactNode }) {
  return (
    <>
      <title>{`Check the draw · ${PRODUCT_NAME}`}</title>
      <header className="flex h-16 items-center gap-2 border-b bg-card px-4 md:px-6">
        <div className="mr-auto flex">
          <Wordmark />
        </div>
        <ThemeToggle />
        <Link
          href={`/event/${encodeURIComponent(eventId)}/raffle`}
          className={buttonLook('secondary', 'medium')}
        >
          Raffle
        </Link>
      </header>
      <main className="mx-auto flex max-w-4xl flex-col gap-5 px-4 pt-5 pb-16 md:gap-6 md:px-6">
        {children}
      </main>
    </>
  );
}
