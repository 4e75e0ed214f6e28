import type { Comparison } from '@drawbridge/contract/fair-draw/findings';
import { Check, X } from 'lucide-react';
import { HashText } from './hash-text.tsx';

/** The expected values, and the values in the record. */
export function ComparisonList({ comparisons }: { comparisons: Comparison[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {comparisons.map(({ field, what, expected, found, matches }) => (
        <li
          key={`${field} ${what}`}
          className={
            matches
              ? 'flex items-start gap-2.5'
              : 'flex items-start gap-2.5 rounded-m border border-danger bg-danger-soft px-3 py-2.5'
          }
        >
          {matches ? (
            <Check aria-label="Matches" className="mt-0.5 size-4 shrink-0 text-ok" />
          ) : (
            <X aria-label="Does not match" className="mt-0.5 size-4 shrink-0 text-danger" />
          )}
          <div className="min-w-0 flex-1">
            <p>{what}</p>
            <p className="text-ink-2 text-xs">{field}</p>
            {matches ? (
              <p className="text-ink-2">
                <HashText>{expected || 'empty'}</HashText>
              </p>
            ) : (
              <dl className="mt-1 grid gap-x-3 gap-y-0.5 md:grid-cols-[auto_1fr]">
                <dt className="text-ink-2 text-sm">Expected</dt>
                <dd>
                  <HashText>{expected || 'empty'}</HashText>
                </dd>
                <dt className="text-ink-2 text-sm">Found</dt>
                <dd>
                  <HashText>{found || 'empty'}</HashText>
                </dd>
              </dl>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
