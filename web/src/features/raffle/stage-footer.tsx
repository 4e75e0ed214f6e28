import type { Sponsor } from '@drawbridge/contract/sponsors';
import { SponsorLogos } from '../../ui/sponsor-logos.tsx';

export function StageFooter({ sponsors }: { sponsors: Sponsor[] }) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
      <p className="max-w-xl text-ink-2 text-sm">
        Winners are randomly selected from verified leads. Each person can only win once.
      </p>
      {sponsors.length > 0 && <SponsorLogos sponsors={sponsors} />}
    </footer>
  );
}
