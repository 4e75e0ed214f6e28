import type { AdminEvent } from '@drawbridge/contract/events';
import { formatMoney, formatPercent } from '../../../lib/formats.ts';
import { TOOLTIP } from '../../../ui/tooltip.tsx';

export const ROA_HINT = 'What the event returned, in percent of what it cost';

export function EventMoney({ event }: { event: AdminEvent }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-ink-2 text-sm tabular-nums">
      <span>
        <abbr {...{ [TOOLTIP]: ROA_HINT }} className="cursor-help no-underline">
          ROA
        </abbr>{' '}
        <b className="font-semibold text-ink">{formatRoa(event.roa)}</b>
      </span>
      <span>
        Collected{' '}
        <b className="font-semibold text-ink">
          {formatMoney({ amount: event.totalAmountCollected, currency: event.currency }, 'rounded')}
        </b>
      </span>
    </p>
  );
}

/** One decimal, or 0% if there is no value yet. */
export function formatRoa(roa: string): string {
  return Number(roa) === 0 ? '0%' : formatPercent(roa);
}
