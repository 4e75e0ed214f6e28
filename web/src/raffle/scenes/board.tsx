import type { Prize } from '@drawbridge/contract/raffle/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle/raffle';
import { countDrawn } from '@drawbridge/contract/raffle/scene';
import { type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/texts/texts.ts';
import { ticketName } from '../../lib/texts/ticket-names.ts';
import { useStage } from '../stage-context.tsx';
import { PrizeDescription } from '../tickets/prize-description.tsx';
import { PrizeName } from './prize-name.tsx';
import { EmailText } from './winner-texts.tsx';

/** A prize with its winner, or one of the two. */
export interface Row {
  /** The number of the prize, if there is one. */
  number: number | undefined;
  prize: Prize | undefined;
  result: RaffleResult | undefined;
}

/** A prize with its winners so far; without a prize, the winners of general draws. */
export interface PrizeGroup {
  number: number | undefined;
  prize: Prize | undefined;
  winners: RaffleResult[];
}

/** All prizes in their order, then the general draws if there were any. */
export function prizeGroups(
  prizes: readonly Prize[],
  results: readonly RaffleResult[],
): PrizeGroup[] {
  const wonOf = (prizeId: string | null) => results.filter((result) => result.prizeId === prizeId);
  const general = { number: undefined, prize: undefined, winners: wonOf(null) };
  const groups = prizes.map((prize, index) => ({
    ...{ number: index + 1, prize, winners: wonOf(prize.id) },
  }));
  return general.winners.length > 0 ? [...groups, general] : groups;
}

/** The number drawn so far of a prize with several winners. */
export function DrawnOf({ prize, className }: { prize: Prize; className?: string }) {
  const { results } = useStage();
  if (prize.quantity === 1) return null;
  return (
    <span className={classNames('tabular-nums', className)}>
      {t('workspace.drawnOf', { drawn: countDrawn(prize, results), quantity: prize.quantity })}
    </span>
  );
}

interface RowProps {
  row: Row;
  /** The actions for the row, given the id of its name. */
  children?: ((nameId: string) => ReactNode) | undefined;
}

/** A prize without a winner, or a winner and the prize. */
export function BoardRow({ row: { number, prize, result }, children }: RowProps) {
  const nameId = useId();
  const Name = result ? 'span' : 'h3';

  return (
    <li className="flex min-w-0 flex-wrap content-start items-center gap-x-3 gap-y-1 border-line border-b border-dashed py-2">
      {number && (
        <span className="w-[1.3rem] shrink-0 font-display font-semibold text-accent-ink tabular-nums">
          {number}
        </span>
      )}
      <div
        className={classNames(
          'flex min-w-0 flex-wrap items-baseline gap-x-[0.5em] break-words text-[1rem] *:max-w-full',
          // A winner's actions go below if there is no room beside.
          result ? 'flex-[1_1_13rem]' : 'flex-1',
        )}
      >
        {result && (
          <strong id={nameId} className="font-semibold">
            <bdi>{result.winner.name}</bdi>
          </strong>
        )}
        {result && <Contact result={result} />}
        {prize && (
          <Name
            id={result ? undefined : nameId}
            className={classNames(
              'min-w-0 font-normal font-text text-[1rem] tracking-normal',
              result && 'text-accent-ink',
            )}
          >
            <PrizeName of={prize} />
          </Name>
        )}
        {prize && !result && <DrawnOf prize={prize} className="text-ink-2" />}
        {prize?.value && (
          <bdi title={prize.value} className="text-ink-2">
            {prize.value}
          </bdi>
        )}
      </div>
      {children?.(nameId)}
      {prize && !result && (
        <PrizeDescription of={prize} className="basis-full ps-[2.05rem] text-sm" />
      )}
    </li>
  );
}

/** The contact details by which a winner is recognised. */
function Contact({ result: { ticket, winner } }: { result: RaffleResult }) {
  return (
    <>
      <span className="text-ink-2">{ticketName(ticket)}</span>
      {winner.email && (
        <span className="basis-full text-ink-2">
          <EmailText email={winner.email} />
        </span>
      )}
    </>
  );
}
