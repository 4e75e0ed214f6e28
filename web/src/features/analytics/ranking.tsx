import type { ReactNode } from 'react';

export interface Ranked {
  id: string;
  title: string;
  details: ReactNode;
  figure: ReactNode;
  /** How long the bar is, in percent. */
  bar: number;
}

/** A list with the best first, each with a bar. */
export function Ranking({ entries, empty }: { entries: Ranked[]; empty: string }) {
  if (entries.length === 0) return <p className="text-ink-2">{empty}</p>;
  return (
    <ol className="flex flex-col gap-4">
      {entries.map(({ id, title, details, figure, bar }, index) => (
        <li key={id} className="grid grid-cols-[1.5rem_1fr_auto] items-baseline gap-x-3">
          <span aria-hidden className="font-display font-semibold text-ink-2 text-lg tabular-nums">
            {index + 1}
          </span>
          <div className="min-w-0">
            <p className="break-words font-semibold">{title}</p>
            <p className="break-words text-ink-2 text-sm">{details}</p>
          </div>
          <div className="text-right tabular-nums">{figure}</div>
          <div
            aria-hidden
            className="col-span-2 col-start-2 mt-1.5 h-1.5 overflow-hidden rounded-full bg-mute-soft"
          >
            <div className="h-full rounded-full bg-accent" style={{ width: `${bar}%` }} />
          </div>
        </li>
      ))}
    </ol>
  );
}
