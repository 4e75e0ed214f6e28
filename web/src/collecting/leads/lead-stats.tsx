import type { LeadTally } from '@drawbridge/contract/collecting/lead-lists';
import { classNames } from '../../lib/class-names.ts';
import { formatPercent, percentOf } from '../../lib/texts/figures.ts';
import { formatCount } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Card } from '../../ui/card.tsx';
import { totalOf } from './api.ts';

interface LeadStatsProps {
  tally: LeadTally | undefined;
  /** The number of leads that match the filters; undefined until they have been counted. */
  shown: number | undefined;
  /** The status in the filters, or an empty string. */
  status: string;
  onChange: (status: string) => void;
}

/** The four figures in a strip, which also filter by status. */
export function LeadStats({ tally, shown, status, onChange }: LeadStatsProps) {
  const total = tally && totalOf(tally);
  const differs = shown !== undefined && total !== undefined && shown !== total;
  const share = tally
    ? say('{percent} of total', {
        percent: formatPercent(percentOf(tally.verified, totalOf(tally))),
      })
    : '…';
  const figures = [
    {
      name: '',
      label: say('Total Leads'),
      count: total,
      note: differs && say('Showing {count}', { count: shown }),
    },
    { name: 'verified', label: say('Verified'), count: tally?.verified, note: share },
    { name: 'promoted', label: say('Promoted'), count: tally?.promoted },
    { name: 'pending', label: say('Pending'), count: tally?.pending },
  ];
  return (
    <Card
      aria-label={say('Leads by status')}
      className="flex min-h-11 min-w-0 flex-auto overflow-clip"
    >
      {figures.map(({ name, label, count, note }) => (
        <button
          key={name}
          type="button"
          {...(name && { 'aria-pressed': status === name })}
          onClick={() => onChange(status === name ? '' : name)}
          className={classNames(
            'flex min-w-0 flex-auto flex-col justify-center border-s px-2.5 py-0.5 text-start leading-tight -outline-offset-2 transition-colors duration-150 first:border-s-0 md:px-3.5',
            status === name && name
              ? 'bg-accent-soft shadow-[inset_0_-2px_0_var(--accent)]'
              : 'hover:bg-sunk',
          )}
        >
          <span className="text-ink-2 text-xs">{label}</span>
          <span className="flex flex-wrap items-baseline gap-x-1.5 tabular-nums">
            <span className="font-display font-semibold">
              {count === undefined ? '…' : formatCount(count)}
            </span>
            {note && <span className="text-ink-2 text-xs">{note}</span>}
          </span>
        </button>
      ))}
    </Card>
  );
}
