import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import { SponsorLogos } from '../../../shared/sponsor-logos.tsx';
import type { NextDraw } from '../api.ts';
import { LockedInMark } from './stage-notices.tsx';

interface StageFooterProps {
  eventId: string;
  /** Empty where the stage shows them elsewhere. */
  sponsors: PublicSponsor[];
  draws: NextDraw | undefined;
}

export function StageFooter({ eventId, sponsors, draws }: StageFooterProps) {
  return (
    <footer className="flex shrink-0 flex-wrap items-center justify-between gap-x-10 gap-y-5">
      <div className="min-w-0 flex-1 basis-88">
        <p className="max-w-xl text-ink-2 text-sm">
          Winners are randomly selected from verified leads. Each person can only win once.
        </p>
        {draws && (
          <LockedInMark
            eventId={eventId}
            number={draws.sealed?.number ?? draws.nextNumber}
            commitment={draws.sealed?.commitment ?? draws.nextCommitment}
          />
        )}
      </div>
      {sponsors.length > 0 && <SponsorLogos sponsors={sponsors} />}
    </footer>
  );
}
