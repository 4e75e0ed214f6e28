import type { DrawRecord, RaffleRecord } from '@drawbridge/contract/draws';
import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check';
import { Fingerprint } from '../../../shared/fingerprint.tsx';
import { ComparisonList } from './comparison-list.tsx';
import { HashText } from './hash-text.tsx';

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
