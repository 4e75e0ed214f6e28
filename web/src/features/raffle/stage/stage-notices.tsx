import { PRODUCT_NAME, verifyPath } from '@drawbridge/contract/pages';
import { LockKeyhole, WifiOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../../lib/class-names.ts';
import { Fingerprint } from '../../../shared/entry-code-text.tsx';
import { Dialog, DialogBody } from '../../../ui/dialog.tsx';
import { Mark } from '../../../ui/wordmark.tsx';

interface StageNoticesProps {
  /** What has just happened, read out at once. */
  announcement: string;
  /** Otherwise it is for screen readers alone. */
  announcementShown: boolean;
  connected: boolean;
  /** What this device's own ticket has to do with the draws. */
  ticket: ReactNode;
  /** Whether a draw is on: a phone then shows the ticket below it. */
  drawing: boolean;
}

/** Between header and board. */
export function StageNotices(props: StageNoticesProps) {
  const { announcement, announcementShown, connected, ticket, drawing } = props;

  return (
    <div className={classNames('flex shrink-0 flex-col', drawing && 'max-md:order-last')}>
      {ticket}
      {/* Always rendered, because a live region that appears with its text is not read out. */}
      <p
        aria-live="assertive"
        className={announcementShown ? 'mt-6 min-w-0 break-words text-lg text-wait' : 'sr-only'}
      >
        {announcement}
      </p>
      <p
        role="status"
        className={
          connected
            ? 'sr-only'
            : 'fixed bottom-4 left-5 z-10 inline-flex shrink-0 items-center gap-2 self-start rounded-m bg-wait-soft px-3 py-1.5 font-semibold text-sm text-wait'
        }
      >
        {!connected && (
          <>
            <WifiOff aria-hidden className="size-4 shrink-0" />
            Connection lost. Reconnecting…
          </>
        )}
      </p>
    </div>
  );
}

export function StageLoading() {
  return (
    <main className="stage flex min-h-dvh flex-col items-center justify-center gap-5">
      <title>{`Raffle · ${PRODUCT_NAME}`}</title>
      <Mark className="size-12 animate-pulse text-accent" />
      <div role="status">
        <h1 className="font-medium font-text text-ink-2 text-lg">Loading raffle...</h1>
      </div>
    </main>
  );
}

interface LockedInMarkProps {
  eventId: string;
  number: number;
  commitment: string;
}

/** A small mark that the next draw's seed is fixed, with an explanation when pressed. */
export function LockedInMark({ eventId, number, commitment }: LockedInMarkProps) {
  const [open, setOpen] = useState(false);

  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-m px-2 text-ink-2 text-sm hover:text-ink md:min-h-0"
      >
        <LockKeyhole aria-hidden className="size-4" />
        Draw {number} is locked in: {commitment.slice(0, 4)}…
      </button>
      {open && (
        <Dialog title={`Draw ${number} is locked in`} onClose={() => setOpen(false)}>
          <DialogBody>
            <div className="flex flex-col gap-4">
              <p>
                The secret behind this draw is fixed already, and this is its fingerprint. Nobody
                can tell from it who will win, and nobody can change the secret without changing the
                fingerprint.
              </p>
              <p className="rounded-m bg-sunk p-4 text-sm">
                <Fingerprint hash={commitment} />
              </p>
              <p>
                Note it down or take a picture. After the draw the secret is shown, and anyone can
                compute again that it has this fingerprint and that the winner follows from it.
              </p>
              <p>
                <Link
                  href={verifyPath(eventId)}
                  className="font-semibold text-accent-ink underline"
                >
                  Check the draws
                </Link>
              </p>
            </div>
          </DialogBody>
        </Dialog>
      )}
    </>
  );
}
