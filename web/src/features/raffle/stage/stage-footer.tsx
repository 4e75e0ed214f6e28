import type { DrawList } from '@drawbridge/contract/draws';
import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import { SponsorLogos } from '../../../shared/sponsor-logos.tsx';
import { LockedInMark } from './locked-in-mark.tsx';

interface StageFooterProps {
  sponsors: PublicSponsor[];
  draws: DrawList | undefined;
}

export function StageFooter({ sponsors, draws }: StageFooterProps) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
      <div className="flex flex-wrap items-center gap-x-4">
        <p className="max-w-xl text-ink-2 text-sm">
          Winners are randomly selected from verified leads. Each person can only win once.
        </p>
        {draws && (
          <LockedInMark
            eventId={draws.eventId}
            number={draws.sealed?.number ?? draws.nextNumber}
            commitment={draws.sealed?.commitment ?? draws.nextCommitment}
          />
        )}
      </div>
      {sponsors.length > 0 && <SponsorLogos sponsors={sponsors} />}
    </footer>
  );
}
