import type { DrawRecord3, RaffleRecord, VoidRecord3 } from '@drawbridge/contract/draws';
import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check';
import { type Comparison, type Words, winnersOf } from '@drawbridge/contract/fair-draw/comparison';
import type { TextKey } from '@drawbridge/contract/texts';
import { Check, X } from 'lucide-react';
import { t, translate } from '../../../lib/texts.ts';
import { Fingerprint } from '../../../ui/code-text.tsx';

interface RecordValuesProps {
  record: RaffleRecord;
  verdict: DrawVerdict;
}

/** All values of a record, for people who want to recompute it. */
export function RecordValues({ record, verdict }: RecordValuesProps) {
  return (
    <div className="flex animate-appear flex-col gap-6">
      <section>
        <h4 className="mb-2 text-lg">{t('verify.theRecord')}</h4>
        <dl className="flex flex-col gap-2.5">
          {valuesOf(record).map(([name, value], place) => (
            // Winners have values of the same names.
            // biome-ignore lint/suspicious/noArrayIndexKey: a record never changes.
            <div key={place}>
              <dt className="text-ink-2 text-sm">{t(name)}</dt>
              <dd>
                {name.startsWith('verify.fingerprint') ? (
                  <Fingerprint hash={value} />
                ) : (
                  <HashText>{value || t('verify.none')}</HashText>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h4 className="mb-2 text-lg">{t('verify.compared')}</h4>
        <ComparisonList comparisons={verdict.comparisons} />
      </section>
    </div>
  );
}

type Value = [name: TextKey, value: string];

function valuesOf(record: RaffleRecord): Value[] {
  return [
    ['verify.fingerprintSecret', record.commitment],
    ['verify.seed', record.seed],
    ...ownValuesOf(record),
    ['verify.previousRecord', record.previousRecord],
    ['verify.thisRecord', record.record],
    ['verify.time', record.at],
  ];
}

function ownValuesOf(record: RaffleRecord): Value[] {
  if (record.kind === 'forfeit') {
    return [
      ['verify.releasedDraw', String(record.forfeits)],
      ['verify.reason', record.reason],
    ];
  }
  if (record.kind === 'restored') {
    return [
      ['verify.fingerprintRegister', record.register.hash],
      ['verify.reason', record.reason],
    ];
  }
  const roster: Value[] = [
    ['verify.prizeId', record.prizeId ?? ''],
    ['verify.peopleInDraw', String(record.rosterSize)],
    ['verify.fingerprintRoster', record.rosterHash],
    ...('seal' in record ? sealValuesOf(record) : []),
  ];
  if (record.kind === 'void') return [...roster, ['verify.reason', record.reason]];
  return [
    ...roster,
    ['verify.sealed', record.sealedAt ?? t('verify.notSealed')],
    ['verify.phrase', record.phrase],
    ...winnersOf(record).flatMap(({ index, tickets, salt, erased }): Value[] => [
      ['verify.winnerLine', String(index)],
      ['verify.winnerTickets', tickets.join(' ')],
      ['verify.salt', salt ?? t(erased ? 'verify.saltDestroyed' : 'verify.saltWithheld')],
    ]),
    ...('winnerHash' in record
      ? [['verify.fingerprintWinner', record.winnerHash] satisfies Value]
      : []),
  ];
}

function sealValuesOf({ seal, beacon }: DrawRecord3 | VoidRecord3): Value[] {
  return [
    ['verify.fingerprintRegister', seal.register.hash],
    ['verify.fingerprintSeal', seal.hash],
    ...(seal.source.kind === 'beacon' ? [['verify.beacon', beacon ?? ''] satisfies Value] : []),
  ];
}

/** The expected values, and the values in the record. */
export function ComparisonList({ comparisons }: { comparisons: Comparison[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {comparisons.map(({ field, what, matches, ...values }) => (
        <li
          key={`${field} ${what}`}
          className={
            matches
              ? 'flex items-start gap-2.5'
              : 'flex items-start gap-2.5 rounded-m border border-danger bg-danger-soft px-3 py-2.5'
          }
        >
          {matches ? (
            <Check aria-label={t('verify.matches')} className="mt-0.5 size-4 shrink-0 text-ok" />
          ) : (
            <X aria-label={t('verify.matchesNot')} className="mt-0.5 size-4 shrink-0 text-danger" />
          )}
          <div className="min-w-0 flex-1">
            <p>{translate(what)}</p>
            <p className="text-ink-2 text-xs">
              <bdi dir="ltr">{field}</bdi>
            </p>
            {matches ? (
              <p className="text-ink-2">
                <Compared value={values.expected} words={values.expectedWords} />
              </p>
            ) : (
              <dl className="mt-1 grid gap-x-3 gap-y-0.5 md:grid-cols-[auto_1fr]">
                <dt className="text-ink-2 text-sm">{t('verify.expected')}</dt>
                <dd>
                  <Compared value={values.expected} words={values.expectedWords} />
                </dd>
                <dt className="text-ink-2 text-sm">{t('verify.found')}</dt>
                <dd>
                  <Compared value={values.found} words={values.foundWords} />
                </dd>
              </dl>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Compared({ value, words }: { value: string; words: Words | undefined }) {
  const said = words && translate(words.text, words.values);
  return <HashText>{said ?? (value || t('verify.empty'))}</HashText>;
}

/** A hash or another long value in a monospaced font. */
function HashText({ children }: { children: string }) {
  return (
    <code dir="auto" className="inline-block break-all font-code text-xs leading-5">
      {children}
    </code>
  );
}
