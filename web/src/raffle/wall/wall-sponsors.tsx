import type { PublicSponsor } from '@drawbridge/contract/events/sponsors';
import { SponsorLogos } from '../../events/sponsors/sponsor-logos.tsx';
import { useTurningPage } from '../scenes/pages.tsx';

interface WallSponsorsProps {
  sponsors: PublicSponsor[];
  perPage: number;
}

/** Logos as large as their space allows; many logos take turns. */
export function WallSponsors({ sponsors, perPage }: WallSponsorsProps) {
  const page = useTurningPage(Math.ceil(sponsors.length / perPage));
  if (sponsors.length === 0) return null;
  const shown = sponsors.slice(page * perPage, (page + 1) * perPage);
  return (
    // The logos are at the end of their space, where they also are before the codes are known.
    <div
      key={page}
      className="animate-[appear_600ms_ease-out_both] ms-auto mt-auto flex min-w-0 max-w-full shrink-0"
    >
      <SponsorLogos sponsors={shown} oneLine className="min-w-0" />
    </div>
  );
}
