import type { DrawVerdict } from '@drawbridge/contract/fair-draw/check/check';
import type { Comparison, Words } from '@drawbridge/contract/fair-draw/check/comparison';
import type { RaffleRecord } from '@drawbridge/contract/fair-draw/draws';
import type { TextKey } from '@drawbridge/contract/languages/texts';
import { Check, X } from 'lucide-react';
import { t, translate } from '../../../lib/texts/texts.ts';
import { Fingerprint } from '../../../ui/code-text.tsx';
import type { RosterRecord } from '../verification.ts';

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
          {valuesOf(record).map(([name, value], index) => (
            // Keyed by index, because winners have values of the same names.
            // biome-ignore lint/suspicious/noArrayIndexKey: a record never changes.
            <div key={index}>
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
      ['verify.fingerprintRegister', record.registerHash],
      ['verify.reason', record.reason],
    ];
  }
  const seal = sealValuesOf(record);
  if (record.kind === 'void') return [...seal, ['verify.reason', record.reason]];
  return [
    ...seal,
    ['verify.phrase', record.phrase ?? ''],
    ...record.winners.flatMap(({ index, tickets, chances, salt, erased }): Value[] => [
      ['verify.winnerLine', String(index)],
      ['verify.winnerTickets', tickets.join(' ')],
      ['verify.winnerChances', String(chances)],
      ['verify.salt', salt ?? t(erased ? 'verify.saltDestroyed' : 'verify.saltWithheld')],
    ]),
  ];
}

/** The values that a seal's hash is made of, and the source that decides after it. */
function sealValuesOf({ source, beacon, ...seal }: RosterRecord): Value[] {
  return [
    ['verify.prizeId', seal.prizeId ?? ''],
    ['verify.quantity', String(seal.quantity)],
    ['verify.winnerCount', String(seal.count)],
    ['verify.rollCall', String(seal.rollCall)],
    ['verify.maxChances', String(seal.maxChances)],
    ['verify.peopleInDraw', String(seal.rosterSize)],
    ['verify.chancesInDraw', String(seal.totalChances)],
    ['verify.fingerprintRoster', seal.rosterHash],
    ['verify.fingerprintRegister', seal.registerHash],
    ['verify.sealed', seal.sealedAt],
    ...(source.kind === 'beacon'
      ? ([
          ['verify.round', String(source.round)],
          ['verify.beacon', beacon ?? ''],
        ] satisfies Value[])
      : []),
    ['verify.fingerprintSeal', seal.sealHash],
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
  const description = words && translate(words.text, words.values);
  return <HashText>{description ?? (value || t('verify.empty'))}</HashText>;
}

/** A hash or another long value in a monospaced font. */
function HashText({ children }: { children: string }) {
  return (
    <code dir="auto" className="inline-block break-all font-code text-xs leading-5">
      {children}
    </code>
  );
}
