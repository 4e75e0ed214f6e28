import type { DrawRecord, RaffleRecord } from '@drawbridge/contract/draws';
import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check';
import type { Comparison } from '@drawbridge/contract/fair-draw/comparison';
import { Check, X } from 'lucide-react';
import { Fingerprint } from '../../../shared/entry-code-text.tsx';

interface RecordValuesProps {
  record: RaffleRecord;
  verdict: DrawVerdict;
}

/** All values of a record, for people who want to recompute it. */
export function RecordValues({ record, verdict }: RecordValuesProps) {
  return (
    <div className="flex animate-appear flex-col gap-6">
      <section>
        <h4 className="mb-2 text-lg">The record</h4>
        <dl className="flex flex-col gap-2.5">
          {valuesOf(record).map(([name, value]) => (
            <div key={name}>
              <dt className="text-ink-2 text-sm">{name}</dt>
              <dd>
                {name.startsWith('Fingerprint') ? (
                  <Fingerprint hash={value} />
                ) : (
                  <HashText>{value || 'none'}</HashText>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h4 className="mb-2 text-lg">What was compared</h4>
        <ComparisonList comparisons={verdict.comparisons} />
      </section>
    </div>
  );
}

function valuesOf(record: RaffleRecord): [name: string, value: string][] {
  return [
    ['Fingerprint of the secret', record.commitment],
    ['The secret (seed), revealed afterwards', record.seed],
    ...ownValuesOf(record),
    ['Record before this one', record.previousRecord],
    ['This record', record.record],
    ['Time', record.at],
  ];
}

function ownValuesOf(record: RaffleRecord): [name: string, value: string][] {
  if (record.kind === 'forfeit') {
    return [
      ['Number of the draw that was forfeited', String(record.forfeits)],
      ['Reason', record.reason],
    ];
  }
  const roster: [string, string][] = [
    ['Prize id', record.prizeId ?? ''],
    ['People in the draw', String(record.rosterSize)],
    ['Fingerprint of everyone in the draw', record.rosterHash],
  ];
  if (record.kind === 'void') return [...roster, ['Reason', record.reason]];
  return [
    ...roster,
    ['Sealed', record.sealedAt ?? 'no'],
    ['Phrase', record.phrase],
    ["Winner's line, counted from 0", String(record.winnerIndex)],
    ["Winner's tickets", record.winnerTickets.join(' ')],
    ['Fingerprint of the winner’s name and e-mail', record.winnerHash],
    ['Salt of that fingerprint', record.winnerSalt ?? missingSalt(record)],
  ];
}

function missingSalt({ erased }: DrawRecord): string {
  return erased ? 'destroyed: the name was erased' : 'withheld: the name is in a short form';
}

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

/** A hash or another long value in a monospaced font. */
function HashText({ children }: { children: string }) {
  return <code className="break-all font-code text-xs leading-5">{children}</code>;
}
