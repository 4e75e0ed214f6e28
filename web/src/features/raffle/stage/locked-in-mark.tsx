import { verifyPath } from '@drawbridge/contract/pages';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Fingerprint } from '../../../shared/fingerprint.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogBody } from '../../../ui/dialog-body.tsx';

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
