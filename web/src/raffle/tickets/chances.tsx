// Loaded with a ticket only, because most events give everybody one chance.
import { LockKeyhole } from 'lucide-react';
import { formatCount } from '../../lib/texts/formats.ts';
import { t } from '../../lib/texts/texts.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { useStage } from '../stage-context.tsx';
import type { OwnTicket } from './saved-entry-codes.ts';

/** The chances of everybody in the next draw. */
export interface AllChances {
  total: number;
  /** True if the draw is sealed, so that the number is final. */
  sealed: boolean;
}

/** The chances of a ticket: its own number if people can have several, and from the seal on also a single one. */
function chancesOf(status: OwnTicket['status'], sealed: boolean): number | undefined {
  if (typeof status !== 'object') return undefined;
  return status.chances ?? (sealed && status.state === 'in-draw' ? 1 : undefined);
}

/** ' · 3 of 812 chances' */
export function ChancesInBar({ status }: { status: OwnTicket['status'] }) {
  const { draws, eligible } = useStage();
  // The line of the register says it from the seal on.
  if (draws?.sealed) return null;
  const chances = chancesOf(status, false);
  const total = eligible?.chances;
  if (!chances || !total) return null;
  return ` · ${t('watched.chancesOf', { chances: formatCount(chances), total: formatCount(total) })}`;
}

interface TicketChancesProps {
  status: OwnTicket['status'];
  all: AllChances;
}

/** The second line of a ticket, which opens the reason. */
export function TicketChances({ status, all: { total, sealed } }: TicketChancesProps) {
  const chances = chancesOf(status, sealed);
  if (!chances) return null;
  return (
    <details className="mt-1 text-lg">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2">
        {sealed && <LockKeyhole aria-hidden className="size-4 shrink-0 text-ink-2" />}
        <span>
          {sealed ? (
            t('watched.youHaveChances', {
              ...{ chances: formatCount(chances), total: formatCount(total) },
            })
          ) : (
            <RichText
              text={t('watched.chancesSoFar', { count: chances, total: formatCount(total) })}
              tags={{ strong: (part) => <strong className="text-accent-ink">{part}</strong> }}
            />
          )}
        </span>
      </summary>
      <p className="pb-2 text-ink-2 text-sm">{t('watched.whyChances')}</p>
    </details>
  );
}
