import type { PublicSponsor } from '@drawbridge/contract/events/sponsors';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/texts/texts.ts';

interface SponsorLogosProps {
  sponsors: readonly PublicSponsor[];
  className?: string;
  /** Puts all logos on one line instead of as many as they need. */
  oneLine?: boolean;
}

/**
 * A sponsor's logos. Logos are designed for paper, so each has a light plate on dark backgrounds and is blended with it
 * (multiply), so that a logo's own white background is invisible.
 */
export function SponsorLogos({ sponsors, className, oneLine }: SponsorLogosProps) {
  return (
    <ul
      aria-label={t('visitor.sponsors')}
      className={classNames('flex items-center gap-2', !oneLine && 'flex-wrap', className)}
    >
      {sponsors.map(({ id, name, logo }) => (
        <li key={id} className="light flex min-w-0 max-w-full rounded-s bg-paper px-3 py-2">
          <img
            src={logo}
            alt={name ?? t('visitor.sponsor')}
            // The logos load after the scripts, without which a page may not work yet.
            fetchPriority="low"
            className={classNames(
              'min-w-0 object-contain mix-blend-multiply',
              // All logos have the same width, so that nothing moves when they arrive; on the wall they take the space
              // there is.
              oneLine ? 'h-8 w-auto max-w-80' : 'h-8 w-28',
            )}
          />
        </li>
      ))}
    </ul>
  );
}
