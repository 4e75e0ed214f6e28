import type { PrizesLeft } from '@drawbridge/contract/raffle/prizes';
import { classNames } from '../../lib/class-names.ts';
import { EventText } from '../../lib/texts/event-text.tsx';
import { t } from '../../lib/texts/texts.ts';
import { Picture } from '../../ui/frame/brand.tsx';
import { Mark } from '../../ui/frame/wordmark.tsx';

/** The first prizes that can still be won. */
export function EntryPrizes({ first, left }: PrizesLeft) {
  if (left === 0) return null;
  const tile = 'mb-1.5 aspect-4/3 w-full rounded-m bg-accent-soft';
  const cards = first.some(({ picture }) => picture);
  return (
    <ul
      aria-label={t('visitor.prizes')}
      className={classNames(
        'mb-3 break-words text-sm',
        cards
          ? 'mt-2 grid grid-cols-3 gap-2 *:flex *:flex-col'
          : "*:inline *:not-last:after:px-0.5 *:not-last:after:text-ink-2 *:not-last:after:content-['_·_']",
      )}
    >
      {first.map((prize) => (
        <li key={prize.id}>
          {prize.picture && <Picture src={prize.picture} className={`${tile} object-cover`} />}
          {/* A prize without a picture looks like a ticket among pictures. */}
          {cards && !prize.picture && <Mark className={`${tile} p-6 text-accent-ink`} />}
          <EventText of={prize} className="font-semibold" />
          {prize.value && (
            <>
              {' '}
              <bdi className="text-ink-2">{prize.value}</bdi>
            </>
          )}
        </li>
      ))}
      {left > first.length && (
        <li className="col-span-full text-ink-2">
          {t('visitor.morePrizes', { count: left - first.length })}
        </li>
      )}
    </ul>
  );
}
