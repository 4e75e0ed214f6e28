import type { Prize } from '@drawbridge/contract/prizes';

/** The first prizes of the event. */
export function EntryPrizes({ prizes }: { prizes: readonly Prize[] }) {
  if (prizes.length === 0) return null;
  return (
    <ul aria-label="Prizes" className="mb-5 flex flex-col gap-1 text-sm">
      {prizes.map(({ id, name, value }) => (
        <li key={id} className="flex items-baseline justify-between gap-4 border-b pb-1">
          <span className="min-w-0 break-words font-semibold">{name}</span>
          {value && <span className="min-w-0 shrink-0 break-words text-ink-2">{value}</span>}
        </li>
      ))}
    </ul>
  );
}
