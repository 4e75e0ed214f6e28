import type { PublicSponsor } from '@drawbridge/contract/sponsors';
import { SponsorLogos } from '../../../shared/sponsor-logos.tsx';
import { useFit } from '../use-fit.ts';

/** The heights of a logo, in rem. */
const HEIGHTS = {
  large: [3, 2.5, 2, 1.75, 1.5, 1.25, 1],
  small: [2, 1.75, 1.5, 1.375, 1.25, 1.125, 1],
};

interface StageSponsorsProps {
  sponsors: PublicSponsor[];
  large?: boolean;
}

/** On a projector the logos are as large as their place allows. */
export function StageSponsors({ sponsors, large = false }: StageSponsorsProps) {
  const ids = sponsors.map(({ id }) => id).join();
  const box = useFit<HTMLDivElement>(HEIGHTS[large ? 'large' : 'small'], ids);
  if (sponsors.length === 0) return null;
  return (
    <div ref={box} className="projector-sponsors min-w-0">
      <SponsorLogos sponsors={sponsors} large={large} />
    </div>
  );
}
