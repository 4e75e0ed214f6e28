import { formatCount, formatPercent } from '../../lib/formats.ts';
import { percentOf } from '../../lib/percent.ts';

interface Share {
  label: string;
  count: number;
  /** The CSS class of its colour. */
  colour: string;
}

interface DistributionProps {
  shares: Share[];
  /** Shows only counts, for small numbers where percentages mean little. */
  withPercent?: boolean;
}

/** A stacked bar and a list of its parts; screen readers read only the list. */
export function Distribution({ shares, withPercent = true }: DistributionProps) {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-mute-soft">
        {shares.map(
          ({ label, count, colour }) =>
            count > 0 && (
              <span
                key={label}
                className={colour}
                style={{ width: `${percentOf(count, total)}%` }}
              />
            ),
        )}
      </div>
      <dl className="flex flex-col gap-2">
        {shares.map(({ label, count, colour }) => (
          <div key={label} className="flex items-center gap-2.5">
            <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${colour}`} />
            <dt className="mr-auto">{label}</dt>
            <dd className="flex gap-3 tabular-nums">
              <span className="font-semibold">{formatCount(count)}</span>
              {withPercent && (
                <span className="w-14 text-right text-ink-2">
                  {formatPercent(percentOf(count, total))}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
