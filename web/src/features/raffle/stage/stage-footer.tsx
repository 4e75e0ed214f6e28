import { leadFormPath } from '@drawbridge/contract/pages';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import { Link } from 'wouter';
import { SponsorLogos } from '../../../shared/sponsor-logos.tsx';
import type { NextDraw } from '../api.ts';
import { LockedInMark } from './stage-notices.tsx';

interface StageFooterProps {
  eventId: string;
  /** Empty where the stage shows them elsewhere. */
  sponsors: PublicSponsor[];
  draws: NextDraw | undefined;
  /** Whether to invite those who found this page before the form. */
  inviting: boolean;
}

export function StageFooter({ eventId, sponsors, draws, inviting }: StageFooterProps) {
  return (
    <footer className="flex shrink-0 flex-wrap items-center justify-between gap-x-10 gap-y-5">
      <div className="min-w-0 flex-1 basis-88">
        <p className="max-w-xl text-ink-2 text-sm">
          Winners are randomly selected from verified leads. Each person can only win once.
        </p>
        <div className="flex flex-wrap items-center gap-x-6">
          {draws && (
            <LockedInMark
              eventId={eventId}
              number={draws.sealed?.number ?? draws.nextNumber}
              commitment={draws.sealed?.commitment ?? draws.nextCommitment}
            />
          )}
          {inviting && (
            <Link
              href={leadFormPath(eventId)}
              className="inline-flex min-h-11 items-center font-semibold text-accent-ink text-sm underline md:min-h-0"
            >
              Enter the raffle
            </Link>
          )}
        </div>
      </div>
      {sponsors.length > 0 && <SponsorLogos sponsors={sponsors} />}
    </footer>
  );
}
