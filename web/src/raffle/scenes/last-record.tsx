// Loaded where something was drawn or sealed.
import type { SealedDraw, ShownRecord } from '@drawbridge/contract/fair-draw/draws';
import { formatCount } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { Fingerprint, firstDigits } from '../../ui/code-text.tsx';
import { type NextDraw, peopleInDraw } from '../api.ts';
import { useStage } from '../stage-context.tsx';

/** The last record, from the stream or the page, or from a refetched list. */
export function lastRecordOf({ lastRecord, draws }: NextDraw): ShownRecord | undefined {
  const last = draws?.at(-1);
  if (lastRecord || !last) return lastRecord ?? undefined;
  return { ...last, people: last.kind === 'draw' ? last : null };
}

/** The number of people in a draw and, if a person could have more than one, their chances. */
export function PeopleOf({ draw }: { draw: NonNullable<ShownRecord['people']> | SealedDraw }) {
  if (draw.maxChances === 1) return peopleInDraw(draw.rosterSize);
  return t('watched.chanceFacts', {
    people: formatCount(draw.rosterSize),
    total: formatCount(draw.totalChances),
    limit: formatCount(draw.maxChances),
    most: formatCount(draw.mostChances),
    having: formatCount(draw.withMostChances),
  });
}

/** The last record. Every screen shows the same digits: a screen with other digits was given another record. */
export function LastRecord({ people = false }: { people?: boolean }) {
  const { draws } = useStage();
  const last = draws && lastRecordOf(draws);
  return (
    last && (
      <>
        {t('watched.recordNumber', { number: String(last.number) })}
        {' · '}
        <Fingerprint hash={firstDigits(last.record)} className="whitespace-nowrap" />
        {people && last.people && (
          <>
            {' · '}
            <PeopleOf draw={last.people} />
          </>
        )}
      </>
    )
  );
}
