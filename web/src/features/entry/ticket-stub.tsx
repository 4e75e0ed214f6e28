import { verifyPath } from '@drawbridge/contract/pages';
import { type ReactNode, useId } from 'react';
import { formatMomentShort } from '../../lib/day-formats.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { EntryCodeText } from '../../shared/entry-code-text.tsx';
import type { SavedTicket } from '../../shared/saved-entry-codes.ts';
import { QrLink } from '../../ui/qr-link.tsx';

interface TicketStubProps {
  ticket: SavedTicket;
  /** Whether there are others beside it. */
  several: boolean;
  /** Buttons. */
  children?: ReactNode;
}

/** Who has entered, and the entry code as text and as a QR code, which opens the check of the draws. */
export function TicketStub({ ticket, several, children }: TicketStubProps) {
  const { eventId, code, name, submittedAt } = ticket;
  const id = useId();
  const hydrated = useHydrated();
  const path = verifyPath(eventId, code);

  return (
    <section aria-labelledby={id} className="flex flex-wrap items-center gap-4 p-4 sm:p-5">
      <QrLink
        path={path}
        label="Entry code as a QR code"
        className="size-28 shrink-0 rounded-s border"
      />
      <div className="min-w-0 flex-1 basis-36">
        <p className="break-words font-semibold text-lg">{name}</p>
        <h2 id={id} className="sr-only">
          Your entry code{several && `, ${name}`}
        </h2>
        <p className="mt-0.5">
          <EntryCodeText code={code} />
        </p>
        <time dateTime={submittedAt} className="mt-0.5 block text-ink-2 text-sm">
          {formatMomentShort(submittedAt, hydrated ? 'local' : 'UTC')}
        </time>
      </div>
      <p className="w-full text-ink-2 text-sm">
        Keep this to {/* Opens in a new tab, because this screen shows the ticket. */}
        <a
          href={path}
          target="_blank"
          rel="noopener"
          className="font-semibold text-accent-ink underline underline-offset-2"
        >
          check the draw
        </a>
      </p>
      {children}
    </section>
  );
}
